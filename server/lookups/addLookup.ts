import { dayOf } from '#contract/base/days.ts'
import {
  type Lookup,
  type LookupForm,
  type LookupKind,
  lookupName,
  lookups,
  lookupTaken,
  offeredYears,
  YEAR_NOT_VALID,
} from '#contract/lookups.ts'
import { foldedName } from '../database/foldedName.ts'
import { type Change, writeAdded } from '../database/history.ts'
import { refuseTaken } from '../database/uniqueViolation.ts'
import { invalid } from '../base/ApiError.ts'

export async function addLookup(change: Change, kind: LookupKind, form: LookupForm): Promise<Lookup> {
  if (kind === 'years' && !offeredYears(thisYear(change)).includes(lookupName(kind, form)))
    throw invalid({ [lookups[kind].field]: [YEAR_NOT_VALID] })
  return insertLookup(change, kind, form)
}

/** Adds the coming year, which Add Year does not offer: its dates are known, and its fees planned, before it begins. */
export const addNextYear = (change: Change) =>
  insertLookup(change, 'years', { year_name: String(thisYear(change) + 1) })

const thisYear = ({ at }: Change) => Number(dayOf(new Date(at)).slice(0, 4))

async function insertLookup(change: Change, kind: LookupKind, form: LookupForm): Promise<Lookup> {
  const { trx } = change
  const { field, entity } = lookups[kind]
  const { curriculum } = form
  const name = lookupName(kind, form)
  const values = { [field]: name, ...(curriculum && { curriculum }) }
  const row = { ...values, folded: foldedName(name) }
  const { id } = await trx
    // Typed as `years`: each table has another name column.
    .insertInto(kind as 'years')
    .values(row as typeof row & { year_name: string })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken(field, lookupTaken(kind)))
  await writeAdded(change, { entity, entity_id: id }, values)
  return { id, ...values }
}
