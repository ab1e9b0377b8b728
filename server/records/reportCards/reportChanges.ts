import type { Kysely } from 'kysely'
import { type ReportForm, reportMessages } from '#contract/reportCards.ts'
import type { SessionUser } from '#contract/auth.ts'
import type { Tables } from '../../database/tables.ts'
import { isUniqueViolation } from '../../database/uniqueViolation.ts'
import type { StoredBytes } from '../../files/storeUpload.ts'
import { invalid } from '../../http/ApiError.ts'
import type { Changing } from '../changeRecord.ts'
import { editRecord, newRecord, writeAdded } from '../saveRecord.ts'
import type { Services } from '../../Services.ts'
import { saveMarks } from './saveMarks.ts'
import { fromTenths, toTenths } from './tenths.ts'

type Trx = Kysely<Tables>
type OwnColumns = Pick<
  Tables['reports'],
  'grade' | 'mark' | 'teacher_comment' | 'action_plan' | 'psychosocial'
>

/** Adds a report with its marks and its PDF, and answers its id. */
export async function addReport(
  trx: Trx,
  form: ReportForm,
  pdf: StoredBytes,
  actor: SessionUser,
  { clock }: Pick<Services, 'clock'>,
): Promise<number> {
  const at = clock().toISOString()
  const { columns, facts } = await newRecord(trx, form, pdf, actor, at)
  const own = ownColumns(form)
  const id = await insert(trx, { ...columns, ...own })
  const marks = await saveMarks(trx, id, form.marks)
  await writeAdded(trx, { kind: 'report', id, facts: { ...facts, ...readable(own), ...marks.to } }, actor, at)
  return id
}

export async function editReport(
  id: number,
  form: ReportForm,
  pdf: StoredBytes | undefined,
  changing: Changing,
  services: Pick<Services, 'db' | 'clock'>,
): Promise<void> {
  const saving = editRecord('report', id, form, pdf, changing, services, async (trx) => {
    const before = await trx
      .selectFrom('reports')
      .select(['grade', 'mark', 'teacher_comment', 'action_plan', 'psychosocial'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const marks = await saveMarks(trx, id, form.marks)
    const columns = ownColumns(form)
    return {
      columns,
      from: { ...readable(before), ...marks.from },
      to: { ...readable(columns), ...marks.to },
    }
  })
  await saving.catch((error: unknown) => {
    throw isUniqueViolation(error) ? termTaken() : error
  })
}

/** Of two of one term the database keeps the first; the second is told under the field. */
async function insert(trx: Trx, row: Omit<Tables['reports'], 'id'>): Promise<number> {
  try {
    const { id } = await trx.insertInto('reports').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  } catch (error) {
    throw isUniqueViolation(error) ? termTaken() : error
  }
}

const termTaken = () => invalid({ term_id: [reportMessages.termTaken] })

const ownColumns = ({ grade, mark, teacher_comment, action_plan, psychosocial }: ReportForm): OwnColumns => ({
  grade,
  mark: toTenths(mark),
  teacher_comment,
  action_plan,
  psychosocial,
})

const readable = ({ mark, ...columns }: OwnColumns) => ({ ...columns, mark: fromTenths(mark) })
