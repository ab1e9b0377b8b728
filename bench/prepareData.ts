import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '#contract/permissions.ts'
import { userSearchText, USER_ACTIVE } from '#contract/users.ts'
import { hashPassword } from '../server/auth/password.ts'
import { connect } from '../server/database/connect.ts'
import { migrate } from '../server/database/migrate.ts'

export type BenchData = { dataDir: string }

export const USERS = 5_000
export const PASSWORD = 'Karibu#2026'
/** The first user is the administrator who signs in to measure. */
export const emailOf = (index: number) => `user${index % USERS}@bench.test`

/** Few enough for the parameters of one statement on either engine. */
const BATCH = 500
const firstNames = ['Achieng', 'Baraka', 'Chebet', 'Dalmas', 'Esther', 'Faraji', 'Grace', 'Hamisi', 'Imani']
const lastNames = ['Kamau', 'Mutiso', 'Njeri', 'Ochieng', 'Wanjiru', 'Barasa', 'Chepkemoi', 'Karanja']

/** A separate data folder, so that real records are never read or written. */
export async function prepareData(): Promise<BenchData> {
  const dataDir = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
  await fillRecords({ dataDir, databaseUrl: undefined })
  return { dataDir }
}

export async function fillRecords(where: Parameters<typeof connect>[0]): Promise<void> {
  const database = await connect(where)
  await migrate(database, new Date())
  const users = await inventUsers()
  await database.db.transaction().execute(async (trx) => {
    for (let from = 0; from < USERS; from += BATCH)
      await trx
        .insertInto('users')
        .values(users.slice(from, from + BATCH))
        .execute()
  })
  await database.db.destroy()
}

async function inventUsers() {
  const password_hash = await hashPassword(PASSWORD)
  const at = new Date().toISOString()
  return Array.from({ length: USERS }, (_, index) => {
    const first_name = pick(firstNames, index)
    const last_name = `${pick(lastNames, index)} ${index}`
    const { id: role_id, role } = pick(roles, index)
    const email = emailOf(index)
    const search = userSearchText({ first_name, last_name, email, roles: { role } })
    const stamps = { created_at: at, updated_at: at }
    return { first_name, last_name, email, role_id, status: USER_ACTIVE, password_hash, search, ...stamps }
  })
}

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T
}
