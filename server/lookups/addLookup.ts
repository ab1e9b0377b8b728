import { sql } from 'kysely'
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
import { changesFromNothing, type Change, writeChange } from '../database/history.ts'
import { refuseTaken } from '../database/uniqueViolation.ts'
import { invalid } from '../http/ApiError.ts'

export async function addLookup(change: Change, kind: LookupKind, form: LookupForm): Promise<Lookup> {
  const { trx, at } = change
  const { field, entity } = lookups[kind]
  const { curriculum } = form
  const name = lookupName(kind, form)
  const thisYear = Number(dayOf(new Date(at)).slice(0, 4))
  if (kind === 'years' && !offeredYears(thisYear).includes(name)) throw invalid({ [field]: [YEAR_NOT_VALID] })

  const values = { [field]: name, ...(curriculum && { curriculum }) }
  const row = { ...values, folded: foldedName(name) }
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(kind)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(row))}) returning id`
    .execute(trx)
    .catch(refuseTaken(field, lookupTaken(kind)))
  if (!rows[0]) throw new Error(`no ${kind} row was added`)
  const { id } = rows[0]
  const changes = changesFromNothing(values)
  await writeChange(change, { entity, entity_id: id, action: 'added', changes })
  return { id, ...values }
}
