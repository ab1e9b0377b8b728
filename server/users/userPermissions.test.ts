import type { Transaction } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Tables } from '../database/tables.ts'
import { startTogether } from '../testing/database/startTogether.ts'
import { openSignedIn, openWithCast, type TestApp } from '../testing/testApp.ts'
import type { Answer, TestClient } from '../testing/testClient.ts'
import { addUser, cast, type TestUser } from '../testing/data/users.ts'

/** The roles that each role may give; it may also change the users of these roles. */
const reach = {
  administrator: [1, 2, 3, 4, 5],
  director: [2, 3, 4, 5],
  coordinator: [4, 5],
  liaison: [],
  supporter: [],
} as const

const ROLES = [1, 2, 3, 4, 5]
const actors = Object.keys(reach) as (keyof typeof reach)[]
const name = { first_name: 'Zawadi', last_name: 'Achieng' }
const form = { ...name, email: 'zawadi@elimu.test' }

/** The calls that are tried on a user of each role. */
const actions: [string, number, (client: TestClient, target: TestUser) => Promise<Answer>][] = [
  ['edit', 2, (client, { id, email, role_id }) => client.post('/api/edit', { ...name, id, email, role_id })],
  ['deactivate', 2, (client, { id }) => client.post('/api/statusUsr', { id, status: 1 })],
  ['activate', 1, (client, { id }) => client.post('/api/statusUsr', { id, status: 2 })],
  ['delete', 0, (client, { id }) => client.post(`/api/delete/${id}`)],
  ['send a link again to', 0, (client, { id }) => client.post(`/api/resend/${id}`)],
]

describe.for(actors)('a %s', (actor) => {
  it(`can add users of these roles only: ${reach[actor].join(', ') || 'none'}`, async () => {
    const test = await openWithCast()
    const client = await test.signIn(cast[actor])
    for (const role_id of ROLES) {
      const { status } = await client.post('/api/register', {
        ...form,
        email: `r${role_id}@elimu.test`,
        role_id,
      })
      expect({ role_id, status }).toEqual({ role_id, status: isIn(reach[actor], role_id) ? 200 : 403 })
    }
  })

  it(`can change users to these roles only: ${reach[actor].join(', ') || 'none'}`, async () => {
    const test = await openWithCast()
    const client = await test.signIn(cast[actor])
    for (const role_id of ROLES) {
      const { id } = await addUser(test.db, { email: `u${role_id}@elimu.test`, role_id: 5 })
      const edit = { ...form, email: `e${role_id}@elimu.test`, id, role_id }
      const { status } = await client.post('/api/edit', edit)
      expect({ role_id, status }).toEqual({ role_id, status: isIn(reach[actor], role_id) ? 200 : 403 })
    }
  })

  it.for(actions)('may %s only users within reach', async ([, status, act]) => {
    const test = await openWithCast()
    const client = await test.signIn(cast[actor])
    for (const role_id of ROLES) {
      const email = `target${role_id}@elimu.test`
      const target = await addUser(test.db, { email, role_id, status })
      const answer = await act(client, target)
      const isAllowed = isIn(reach[actor], role_id)
      expect({ role_id, status: answer.status }).toEqual({ role_id, status: isAllowed ? 200 : 403 })
      const now = await test.db.selectFrom('users').selectAll().where('id', '=', target.id).execute()
      expect(isAllowed ? [target] : now).toMatchObject([target])
    }
  })
})

describe('a user', () => {
  it.for(actors)('cannot change their own status or delete themselves: %s', async (actor) => {
    const test = await openWithCast()
    const { id } = cast[actor]
    const client = await test.signIn(cast[actor])
    expect(await client.post('/api/statusUsr', { id, status: 1 })).toMatchObject({
      status: 403,
      body: { message: 'This action is unauthorized.' },
    })
    expect(await client.post(`/api/delete/${id}`)).toMatchObject({ status: 403 })
  })

  it('cannot give themselves a more privileged role', async () => {
    const { client } = await openSignedIn('director')
    const { id, first_name, last_name, email } = cast.director
    expect(await client.post('/api/edit', { id, first_name, last_name, email, role_id: 1 })).toMatchObject({
      status: 403,
    })
  })
})

describe('at the same moment', () => {
  it('two administrators who deactivate each other leave one active', async () => {
    const test = await openWithCast()
    const rival = await addUser(test.db, { email: 'rival@elimu.test', role_id: 1 })
    const [one, other] = [await test.signIn(cast.administrator), await test.signIn(rival)]
    await startTogether(test, lockAdministrators, [
      () => one.post('/api/statusUsr', { id: rival.id, status: 1 }),
      () => other.post('/api/statusUsr', { id: cast.administrator.id, status: 1 }),
    ])
    expect(await activeAdministrators(test)).toHaveLength(1)
  })

  it('two administrators who both become directors leave one', async () => {
    const test = await openWithCast()
    const rival = await addUser(test.db, { email: 'rival@elimu.test', role_id: 1 })
    const [one, other] = [await test.signIn(cast.administrator), await test.signIn(rival)]
    const answers = await startTogether(test, lockAdministrators, [
      () => one.post('/api/edit', { ...form, id: cast.administrator.id, email: 'a@elimu.test', role_id: 2 }),
      () => other.post('/api/edit', { ...form, id: rival.id, email: 'b@elimu.test', role_id: 2 }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await activeAdministrators(test)).toHaveLength(1)
  })

  it('of two users added with one address, one is saved and the other refused', async () => {
    const test = await openWithCast()
    const [one, other] = [await test.signIn(cast.administrator), await test.signIn(cast.director)]
    const answers = await Promise.all([
      one.post('/api/register', { ...form, role_id: 4 }),
      other.post('/api/register', { ...form, email: form.email.toUpperCase(), role_id: 5 }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.body).toMatchObject({ errors: { email: ['The email has already been taken.'] } })
    expect(await test.db.selectFrom('letters').select('recipient').execute()).toHaveLength(1)
  })
})

const isIn = (roles: readonly number[], role_id: number) => roles.includes(role_id)

const activeAdministrators = ({ db }: TestApp) =>
  db.selectFrom('users').select('id').where('role_id', '=', 1).where('status', '=', 2).execute()

/** Locks the administrators' rows, which both calls need. */
const lockAdministrators = (trx: Transaction<Tables>) =>
  trx.updateTable('users').set({ updated_by: null }).where('role_id', '=', 1).execute()
