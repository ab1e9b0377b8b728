import type { Kysely } from 'kysely'
import { recordMessages } from '#contract/records.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { Tables } from '../database/tables.ts'
import { invalid } from '../http/ApiError.ts'

type Trx = Kysely<Tables>

/** Of when a record is. */
export type Time = { year_id: number; term_id: number; class_id: number }
export type TimeNames = { year: string; term: string; class: string }

/** The names of what a form chose by its ids. What is not there is told under its field, with the other errors. */
export async function findChosen(trx: Trx, time: Time, otherErrors: FieldErrors = {}): Promise<TimeNames> {
  const names = await namesOf(trx, time)
  const errors: FieldErrors = {
    ...otherErrors,
    ...(names.year === undefined && { year_id: [recordMessages.yearUnknown] }),
    ...(names.term === undefined && { term_id: [recordMessages.termUnknown] }),
    ...(names.class === undefined && { class_id: [recordMessages.classUnknown] }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return names as TimeNames
}

/** The same of what is saved, which the database keeps from going away. */
export async function namesOf(trx: Trx, { year_id, term_id, class_id }: Time): Promise<Partial<TimeNames>> {
  const year = await trx.selectFrom('years').select('year_name').where('id', '=', year_id).executeTakeFirst()
  const term = await trx.selectFrom('terms').select('term_name').where('id', '=', term_id).executeTakeFirst()
  const its = await trx
    .selectFrom('classes')
    .select('class_name')
    .where('id', '=', class_id)
    .executeTakeFirst()
  return {
    ...(year && { year: year.year_name }),
    ...(term && { term: term.term_name }),
    ...(its && { class: its.class_name }),
  }
}

/** The student, held until the transaction ends: nobody changes their status or school meanwhile. */
export const holdStudent = (trx: Trx, id: number) =>
  trx
    .updateTable('students')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returning(['ref', 'status', 'school_id'])
    .executeTakeFirst()
