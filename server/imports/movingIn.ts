import { importMessages } from '#contract/importMessages.ts'
import { importKinds, type ImportKind, type MovingIn } from '#contract/imports.ts'
import { ADMINISTRATOR, SUPPORTER } from '#contract/permissions.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { USER_DISABLED } from '#contract/users.ts'
import { conflict } from '../base/ApiError.ts'
import type { Db } from '../database/connect.ts'
import { type Change, type Changes, writeChange } from '../database/history.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { uninvited } from './importQueries.ts'

const usersIn = (db: Db) => db.selectFrom('users').where('status', '!=', USER_DISABLED)

/** By kind: the rows that count. Administrators, whom no import adds, are not among the staff. */
const countedRows = {
  staff: (db: Db) => usersIn(db).where('role_id', '>', ADMINISTRATOR).where('role_id', '<', SUPPORTER),
  schools: (db: Db) => db.selectFrom('schools'),
  supporters: (db: Db) => usersIn(db).where('role_id', '=', SUPPORTER),
  students: (db: Db) => db.selectFrom('students'),
  results: (db: Db) => db.selectFrom('reports'),
  receipts: (db: Db) => db.selectFrom('receipts'),
  plans: (db: Db) => db.selectFrom('plans'),
  accounts: (db: Db) => db.selectFrom('school_accounts').where('replaced_at', 'is', null),
}

async function countIn(db: Db, kind: ImportKind): Promise<number> {
  const rows = countedRows[kind](db) as ReturnType<typeof countedRows.schools>
  const { count } = await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

export async function countSteps(db: Db): Promise<MovingIn> {
  const invitations = await uninvited(db)
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count'), fn.max('imports.id').as('import_id')])
    .groupBy('kind')
    .execute()
  const newest = await db
    .selectFrom('imports')
    .select(['kind', 'id as import_id', 'skipped as count'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('imports')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('undone_at', 'is', null)
        .groupBy('kind'),
    )
    .execute()
  const nothing = await db
    .selectFrom('nothing_to_import')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['kind', 'at', userNameIn('users').$notNull().as('by')])
    .execute()
  const waiting = await db
    .selectFrom('students')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('supporter_name', 'is not', null)
    .where('status', '=', STUDENT_ACTIVE)
    .executeTakeFirstOrThrow()
  const steps: MovingIn['steps'] = []
  for (const kind of importKinds) {
    const isOfKind = (row: { kind: ImportKind }) => row.kind === kind
    const ofImport = (found: { count: number; import_id: number } | undefined) =>
      found && found.count > 0 ? { count: found.count, import_id: found.import_id } : null
    const said = nothing.find(isOfKind)
    steps.push({
      kind,
      count: await countIn(db, kind),
      uninvited: ofImport(invitations.find(isOfKind)),
      left_out: ofImport(newest.find(isOfKind)),
      nothing: said ? { by: said.by, at: said.at } : null,
    })
  }
  return { steps, waiting_students: waiting.count }
}

/** The whole page has one history. */
const PAGE = 1
const NOTHING = 'Nothing to bring in'

/** Notes that the charity has nothing to import of a kind, or takes that back. */
export async function setNothing(change: Change, kind: ImportKind, hasNothing: boolean): Promise<void> {
  const { trx, actor, at } = change
  if (hasNothing && (await countIn(trx, kind)) > 0) throw conflict(importMessages.stepNotEmpty)
  const changed = await (hasNothing
    ? trx
        .insertInto('nothing_to_import')
        .values({ kind, at, user_id: actor.id })
        .onConflict((on) => on.doNothing())
        .returning('kind')
        .execute()
    : trx.deleteFrom('nothing_to_import').where('kind', '=', kind).returning('kind').execute())
  if (changed.length === 0) return
  const changes: Changes = { [kind]: hasNothing ? [null, NOTHING] : [NOTHING, null] }
  await writeChange(change, { entity: 'moving_in', entity_id: PAGE, action: 'edited', changes })
}
