import { type Kysely, sql } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import type { CurriculumName } from '#contract/curricula.ts'
import { dayOf } from '#contract/fields.ts'
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
import { changesFromNothing, writeHistory } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
import { isUniqueViolation } from '../database/uniqueViolation.ts'
import { invalid } from '../http/ApiError.ts'
import type { Services } from '../Services.ts'

export async function addLookup(
  trx: Kysely<Tables>,
  kind: LookupKind,
  form: LookupForm,
  actor: SessionUser,
  { clock }: Services,
): Promise<Lookup> {
  const { field, entity } = lookups[kind]
  const name = lookupName(kind, form)
  const { curriculum } = form
  const now = clock()
  const thisYear = Number(dayOf(now).slice(0, 4))
  if (kind === 'years' && !offeredYears(thisYear).includes(name)) throw invalid({ [field]: [YEAR_NOT_VALID] })

  const id = await insert(trx, kind, { name, curriculum })
  await writeHistory(trx, {
    entity,
    entity_id: id,
    action: 'added',
    changes: changesFromNothing({ [field]: name, ...(curriculum && { curriculum }) }),
    user_id: actor.id,
    at: now.toISOString(),
  })
  return { id, [field]: name, ...(curriculum && { curriculum }) }
}

type NewRow = { name: string; curriculum: CurriculumName | undefined }

/** The unique constraint refuses a second row with the same name; the refusal is shown under the field. */
async function insert(trx: Kysely<Tables>, kind: LookupKind, { name, curriculum }: NewRow): Promise<number> {
  const { field } = lookups[kind]
  const row = { [field]: name, folded: foldedName(name), ...(curriculum && { curriculum }) }
  try {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(kind)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(row))}) returning id`.execute(trx)
    if (!rows[0]) throw new Error(`no ${kind} row was added`)
    return rows[0].id
  } catch (error) {
    throw isUniqueViolation(error) ? invalid({ [field]: [lookupTaken(kind)] }) : error
  }
}
