import { describe, expect, it } from 'vitest'
import { ADMINISTRATOR } from '#contract/permissions.ts'
import { USER_DISABLED, USER_NEW } from '#contract/users.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { addUser } from '../testing/data/users.ts'
import { inviteAdministrator } from './inviteAdministrator.ts'

const PASSWORD = 'Mbuyu~Tree!7'

/** Starts the server again, with or without ADMIN_EMAIL, on the database of an earlier start. */
async function startAgain(beside: TestApp, email = '') {
  const { services } = await openTestApp({ beside, settings: { ADMIN_EMAIL: email } })
  return inviteAdministrator(services)
}

const emails = async ({ db }: TestApp) =>
  (await db.selectFrom('users').select('email').orderBy('id').execute()).map(({ email }) => email)

const use = (test: TestApp, link = '') =>
  test.client().post(`/api${new URL(link).pathname}`, { password: PASSWORD, c_password: PASSWORD })

describe('while no user can sign in', () => {
  it('each start invites the same administrator by a fresh link', async () => {
    const test = await openTestApp()
    const first = await startAgain(test)
    test.clock.step(1000)
    const second = await startAgain(test)
    expect(second).toEqual({ invitation: { email: 'admin@example.org', link: expect.any(String) } })
    expect(second.invitation?.link).not.toBe(first.invitation?.link)
    expect(await emails(test)).toEqual(['admin@example.org'])
  })

  it('a changed ADMIN_EMAIL is the address from the next start on', async () => {
    const test = await openTestApp()
    const first = await startAgain(test, 'old@elimu.test')
    await test.client().post('/api/forgotpsw', { email: 'old@elimu.test' })
    const second = await startAgain(test, 'New@Elimu.test')

    expect(second).toEqual({ invitation: { email: 'new@elimu.test', link: expect.any(String) } })
    expect(await test.db.selectFrom('letters').select('recipient').execute()).toEqual([])
    expect(await test.db.selectFrom('users').select(['email', 'search']).execute()).toEqual([
      { email: 'new@elimu.test', search: expect.stringContaining('new@elimu.test') },
    ])
    const history = await test.db.selectFrom('history').selectAll().orderBy('id').execute()
    expect(history).toMatchObject([
      { action: 'added' },
      { action: 'edited', user_id: null, changes: '{"email":["old@elimu.test","new@elimu.test"]}' },
    ])
    expect(await use(test, first.invitation?.link)).toMatchObject({ status: 409 })
    expect(await use(test, second.invitation?.link)).toMatchObject({ status: 200 })
    await test.signInByPassword({ email: 'new@elimu.test', password: PASSWORD })
  })

  it('a waiting administrator whom a person added keeps their address; ADMIN_EMAIL is another one’s', async () => {
    const test = await openTestApp()
    const { id } = await addUser(test.db, { email: 'old@elimu.test', status: USER_DISABLED })
    const added = await addUser(test.db, {
      email: 'baraka@elimu.test',
      role_id: ADMINISTRATOR,
      status: USER_NEW,
    })
    await test.db.updateTable('users').set({ created_by: id }).where('id', '=', added.id).execute()
    expect(await startAgain(test)).toMatchObject({ invitation: { email: 'baraka@elimu.test' } })
    for (const email of ['chief@elimu.test', 'head@elimu.test', 'baraka@elimu.test'])
      expect(await startAgain(test, email)).toEqual({ invitation: { email, link: expect.any(String) } })
    expect(await emails(test)).toEqual(['old@elimu.test', 'baraka@elimu.test', 'head@elimu.test'])
  })

  it('an ADMIN_EMAIL that is no longer set changes nothing', async () => {
    const test = await openTestApp()
    await startAgain(test, 'chief@elimu.test')
    expect(await startAgain(test)).toMatchObject({ invitation: { email: 'chief@elimu.test' } })
  })

  it('an ADMIN_EMAIL that another user has is refused in one line, and the link is as before', async () => {
    const test = await openTestApp()
    await startAgain(test)
    await addUser(test.db, { email: 'lydia@elimu.test', status: USER_DISABLED })
    expect(await startAgain(test, 'lydia@elimu.test')).toEqual({
      invitation: { email: 'admin@example.org', link: expect.any(String) },
      note: 'The administrator cannot be lydia@elimu.test, as another user has that address: set ADMIN_EMAIL to one that is free.',
    })
    expect(await emails(test)).toEqual(['admin@example.org', 'lydia@elimu.test'])
  })

  it('an administrator is added when those who were are disabled', async () => {
    const test = await openTestApp()
    const disabled = { email: 'admin@example.org', role_id: ADMINISTRATOR, status: USER_DISABLED }
    await addUser(test.db, disabled)
    expect(await startAgain(test)).toEqual({
      note: 'The administrator cannot be admin@example.org, as another user has that address: set ADMIN_EMAIL to one that is free.',
    })
    expect(await startAgain(test, 'chief@elimu.test')).toMatchObject({
      invitation: { email: 'chief@elimu.test' },
    })
  })

  it('several processes that start at once invite one administrator', async () => {
    const test = await openTestApp()
    const starts = await Promise.all([1, 2, 3].map(() => startAgain(test, 'chief@elimu.test')))
    expect(starts.map(({ invitation }) => invitation?.email)).toEqual(Array(3).fill('chief@elimu.test'))
    expect(await emails(test)).toEqual(['chief@elimu.test'])
  })
})

describe('once somebody can sign in', () => {
  it.for([
    ['is said to be ignored when no administrator has it', 'other@elimu.test', true],
    ['is said to be ignored when only another user has it', 'lydia@elimu.test', true],
    ['is silently kept when an administrator has it', 'Amina@elimu.test', false],
    ['need not be set', '', false],
  ] as const)('ADMIN_EMAIL %s', async ([, email, isIgnored]) => {
    const test = await openTestApp()
    await addUser(test.db, { email: 'amina@elimu.test', role_id: ADMINISTRATOR })
    await addUser(test.db, { email: 'lydia@elimu.test', status: USER_NEW })
    const note = `ADMIN_EMAIL is ${email}, but is ignored: somebody can sign in already, and others are added on the Users panel.`
    expect(await startAgain(test, email)).toEqual(isIgnored ? { note } : {})
    expect(await emails(test)).toEqual(['amina@elimu.test', 'lydia@elimu.test'])
  })
})
