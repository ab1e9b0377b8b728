import { argon2Sync, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { roles } from '#contract/permissions.ts'
import { userSearchText, USER_ACTIVE, USER_DISABLED, USER_NEW } from '#contract/users.ts'
import type { Tables } from '../../database/tables.ts'

export const PASSWORD = 'Jacaranda#2026'

/**
 * A hash names its cost: this one costs nothing to compare with, because signing in is not the subject of most tests.
 * Tests of its time store what `hashPassword` returns.
 */
const passwordHash = hashCheaply(PASSWORD)

function hashCheaply(message: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  return `$argon2id$v=19$m=8,t=1,p=1$${nonce.toString('base64')}$${tag.toString('base64')}`
}

type NewUser = {
  first_name?: string
  last_name?: string
  email: string
  role_id?: number
  status?: number
  phone?: string | null
  country?: string | null
}

export type TestUser = NewUser & Required<Omit<NewUser, 'phone' | 'country'>> & { id: number }

/** Adds users before the test begins. */
export async function addUsers(db: Kysely<Tables>, users: NewUser[]): Promise<TestUser[]> {
  const at = '2026-01-05T06:00:00.000Z'
  const whole = users.map((user) => ({
    first_name: 'Test',
    last_name: 'User',
    role_id: 5,
    status: USER_ACTIVE,
    ...user,
  }))
  const ids = await db
    .insertInto('users')
    .values(
      whole.map((user) => ({
        ...user,
        password_hash: user.status === USER_NEW ? null : passwordHash,
        search: userSearchText({ ...user, roles: { role: roles[user.role_id - 1]?.role ?? '' } }),
        created_at: at,
        updated_at: at,
      })),
    )
    .returning('id')
    .execute()
  return whole.map((user, index) => Object.assign(user, { id: ids[index]?.id ?? 0 }))
}

export async function addUser(db: Kysely<Tables>, user: NewUser): Promise<TestUser> {
  const [added] = await addUsers(db, [user])
  if (!added) throw new Error('no user was added')
  return added
}

const member = (
  id: number,
  first_name: string,
  last_name: string,
  role_id: number,
  status = USER_ACTIVE,
) => ({
  id,
  first_name,
  last_name,
  email: `${first_name.toLowerCase()}@elimu.test`,
  role_id,
  status,
})

/** The people of the scenarios: one of each role, one who never signed in, one who was disabled. */
export const cast = {
  administrator: member(1, 'Amina', 'Mwangi', 1),
  director: member(2, 'Daniel', 'Otieno', 2),
  coordinator: member(3, 'Catherine', 'Njeri', 3),
  liaison: member(4, 'Lydia', 'Chebet', 4),
  supporter: member(5, 'Samuel', 'Kiptoo', 5),
  newcomer: member(6, 'Nuru', 'Hassan', 5, USER_NEW),
  disabled: member(7, 'Dalmas', 'Oduya', 5, USER_DISABLED),
} as const

export type CastName = keyof typeof cast

/** In a fresh database they get these ids, so that scenarios may use them. */
export async function addCast(db: Kysely<Tables>): Promise<void> {
  await addUsers(
    db,
    Object.values(cast).map(({ id: _id, ...user }) => user),
  )
}

/** Fields of a user that no form may set. */
export const fieldsOfNoForm = {
  status: 2,
  created_by: 5,
  updated_by: 5,
  created_at: '1999-01-01T00:00:00.000Z',
  ref: 'EL-0001',
  password_hash: 'x',
  search: 'x',
  roles: { id: 1, role: 'System Administrator' },
}
