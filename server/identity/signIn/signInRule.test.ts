import { describe, expect, it } from 'vitest'
import { accountMessages, WITHOUT_STEP_MAX } from '#contract/identity/account.ts'
import { codeOf, dataOf, setUpApp } from '../../testing/data/secondSteps.ts'
import { historyOf } from '../../testing/database/storedRows.ts'
import { HOUR, MINUTE, SECOND } from '../../testing/steppedClock.ts'
import { openSignedIn, openWithCast } from '../../testing/testApp.ts'
import { addUsers, cast, PASSWORD } from '../../testing/data/users.ts'

const { administrator, director, liaison } = cast
type SignInSettings = { roles: object[]; without: { role_id: number }[] }
const DAY = 24 * HOUR
const setUpFirst = { status: 403, body: { code: 'set_up', message: accountMessages.setUpFirst } }

async function openWithRule(required: 'nobody' | 'roles_1_to_3' | 'staff') {
  const test = await openWithCast()
  const since = test.clock().toISOString()
  await test.db.updateTable('sign_in_rule').set({ required, since }).execute()
  const login = (email: string) => test.client().post('/api/login', { email, password: PASSWORD })
  return { test, login }
}

describe('a required second step', () => {
  it('is due 14 days after the first sign-in, or after the rule changed', async () => {
    const { test, login } = await openWithRule('roles_1_to_3')
    const due = (days: number) => new Date(test.clock().getTime() + days * DAY).toISOString()
    expect((await login(director.email)).body).toMatchObject({ due: due(14) })
    expect((await login(liaison.email)).body).not.toHaveProperty('due')
    test.clock.step(10 * DAY)
    expect((await login(director.email)).body).toMatchObject({ due: due(4) })
    expect((await login(administrator.email)).body).toMatchObject({ due: due(14) })
    await test.db.updateTable('sign_in_rule').set({ since: test.clock().toISOString() }).execute()
    expect((await login(director.email)).body).toMatchObject({ due: due(14) })
  })

  it.for([
    ['nobody', []],
    ['roles_1_to_3', [1, 2, 3]],
    ['staff', [1, 2, 3, 4]],
  ] as const)('of %s is asked of the roles %j', async ([required, expected]) => {
    const { login } = await openWithRule(required)
    const asked: number[] = []
    for (const { email, role_id, status } of Object.values(cast))
      if (status === 2 && 'due' in ((await login(email)).body as object)) asked.push(role_id)
    expect(asked).toEqual(expected)
  })

  it('leads to the set-up and nowhere else once the days are over, and then signs in', async () => {
    const { test } = await openWithRule('roles_1_to_3')
    await test.signInByPassword(director)
    test.clock.step(14 * DAY + SECOND)
    const client = test.client()
    const credentials = { email: director.email, password: PASSWORD }
    expect((await client.post('/api/login', credentials)).body).toMatchObject({
      next: 'set_up',
      data: { id: director.id },
    })
    expect((await client.get('/api/session')).body).toMatchObject({ next: 'set_up' })
    expect(await client.get('/api/students')).toMatchObject(setUpFirst)
    expect(await client.post('/api/account/recovery-codes')).toMatchObject(setUpFirst)

    // Another browser with the same password cannot add a step once the owner has one.
    const thief = test.client()
    await thief.post('/api/login', credentials)
    const begun = dataOf(await thief.post('/api/account/second-steps', { kind: 'totp', name: 'Mine' }))
    await setUpApp(test, client)
    const code = codeOf(begun.secret, test)
    expect((await thief.post(`/api/account/second-steps/${begun.id}/confirm`, { code })).status).toBe(401)
    expect((await client.get('/api/students')).status).toBe(200)
    expect((await client.get('/api/session')).body).not.toHaveProperty('next')
  })

  it('lets a user log out who has not set one up', async () => {
    const { test } = await openWithRule('staff')
    await test.signInByPassword(liaison)
    test.clock.step(15 * DAY)
    const client = await test.signInByPassword(liaison)
    expect((await client.post('/api/logout')).status).toBe(200)
  })
})

describe('the settings of sign-in', () => {
  it('count who has a second step, and list who has none', async () => {
    const { test, client } = await openSignedIn('administrator')
    await setUpApp(test, client)
    await test.signInByPassword(director)
    const read = async () => dataOf(await client.get('/api/settings/sign-in'))
    expect(await read()).toMatchObject({
      required: 'roles_1_to_3',
      roles: [
        { role_id: 1, users: 1, with_step: 1 },
        { role_id: 2, users: 1, with_step: 0 },
        { role_id: 3, users: 1, with_step: 0 },
        { role_id: 4, users: 1, with_step: 0 },
        { role_id: 5, users: 1, with_step: 0 },
      ],
      without: [
        { id: 2, required: true, due: new Date(test.clock().getTime() + 14 * DAY).toISOString() },
        { id: 3, required: true, due: null, signed_in_at: null },
        { id: 4, required: false, due: null },
        { id: 5, required: false, due: null },
      ],
    })
    expect((await client.change('PUT', '/api/settings/sign-in', { required: 'staff' })).status).toBe(200)
    expect(await read()).toMatchObject({ required: 'staff', since: test.clock().toISOString() })
    expect((await historyOf(test)).at(-1)).toMatchObject({
      entity: 'sign_in',
      changes: { required: ['roles_1_to_3', 'staff'] },
    })
    test.clock.step(11 * MINUTE)
    expect(await client.change('PUT', '/api/settings/sign-in', { required: 'nobody' })).toMatchObject({
      status: 403,
      body: { code: 'confirm_again' },
    })
  })

  it('list no more users than a page can show, and count all', async () => {
    const { test, client } = await openSignedIn('administrator')
    await addUsers(
      test.db,
      Array.from({ length: WITHOUT_STEP_MAX }, (_, n) => ({ email: `rose${n}@elimu.test` })),
    )
    const { roles, without } = dataOf(await client.get('/api/settings/sign-in')) as unknown as SignInSettings
    expect(roles.at(-1)).toEqual({ role_id: 5, users: WITHOUT_STEP_MAX + 1, with_step: 0 })
    expect(without).toHaveLength(WITHOUT_STEP_MAX)
    expect(without.slice(0, 4).map(({ role_id }) => role_id)).toEqual([1, 2, 3, 4])
  })
})
