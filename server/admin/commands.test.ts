import { describe, expect, it } from 'vitest'
import { findUserByEmail } from '../identity/signIn/authQueries.ts'
import { StartError } from '../base/StartError.ts'
import { setUpApp } from '../testing/data/secondSteps.ts'
import { addStudents } from '../testing/data/students.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'
import { listUsers, makeLink, promote, resetSecondStep } from './commands.ts'

const { administrator, liaison, supporter, newcomer, disabled } = cast

const historyOf = ({ db }: TestApp, entity_id: number) =>
  db
    .selectFrom('history')
    .select(['action', 'changes', 'user_id'])
    .where('entity', '=', 'user')
    .where('entity_id', '=', entity_id)
    .execute()

describe('a link from the shell', () => {
  it.for([
    { user: newcomer, verb: 'create' },
    { user: administrator, verb: 'change' },
  ])('lets $user.first_name $verb the password, and is in the history', async ({ user, verb }) => {
    const test = await openWithCast()
    const [said, link = ''] = (await makeLink(` ${user.email.toUpperCase()}`, test)).split('\n')
    const name = `${user.first_name} ${user.last_name} <${user.email}>`
    expect(said).toBe(`${name} can ${verb} the password here, once, within an hour:`)
    expect(await historyOf(test, user.id)).toEqual([
      { action: 'made a password link from the shell', changes: '{}', user_id: null },
    ])

    const password = 'Mbuyu~Tree!7'
    const used = await test.client().post(`/api${new URL(link).pathname}`, { password, c_password: password })
    expect(used).toMatchObject({ status: 200 })
    await test.signInByPassword({ email: user.email, password })
  })

  it('is refused for a Disabled and for an unknown user, with a hint', async () => {
    const test = await openWithCast()
    await expect(makeLink(disabled.email, test)).rejects.toThrow(
      new StartError(
        'dalmas@elimu.test is Disabled and gets no link. Activate them on the Users panel, or make them an administrator: npm run admin -- promote dalmas@elimu.test',
      ),
    )
    await expect(makeLink('nobody@elimu.test', test)).rejects.toThrow(
      new StartError(
        'No user has the address "nobody@elimu.test". List all users with: npm run admin -- users',
      ),
    )
    expect(await historyOf(test, disabled.id)).toEqual([])
  })
})

describe('a promotion from the shell', () => {
  it.for([
    { user: liaison, what: 'an active', next: 'For a new password', changes: { role_id: [4, 1] } },
    {
      user: disabled,
      what: 'an active',
      next: 'For a new password',
      changes: { role_id: [5, 1], status: [1, 2] },
    },
    { user: newcomer, what: 'a', next: 'They have no password yet', changes: { role_id: [5, 1] } },
  ])('makes $user.first_name $what System Administrator', async ({ user, what, next, changes }) => {
    const test = await openWithCast()
    const name = `${user.first_name} ${user.last_name} <${user.email}>`
    const hint = `${next}: npm run admin -- link ${user.email}`
    expect(await promote(user.email, test)).toBe(`${name} is ${what} System Administrator now. ${hint}`)
    expect(await findUserByEmail(test.db, user.email)).toMatchObject({
      role_id: 1,
      status: user === newcomer ? 0 : 2,
    })
    const [entry] = await historyOf(test, user.id)
    expect(entry).toMatchObject({ action: 'promoted from the shell', user_id: null })
    expect(JSON.parse(entry?.changes ?? '')).toEqual(changes)
    if (user !== newcomer) await test.signInByPassword(user)
    const chief = await test.signIn(administrator)
    const found = await chief.get('/api/getUsers?page=1&size=5&search=system%20administrator')
    expect(found.text).toContain(user.email)

    expect(await promote(user.email, test)).toBe(`${name} is a System Administrator already. ${hint}`)
    expect(await historyOf(test, user.id)).toHaveLength(1)
  })

  it('is refused for a supporter with students', async () => {
    const test = await openWithCast()
    await addStudents(test.db, [{ supporter_id: supporter.id }])
    await expect(promote(supporter.email, test)).rejects.toThrow(
      new StartError(
        'Samuel Kiptoo <samuel@elimu.test> supports students, who need another supporter before the role can change. Promote somebody else.',
      ),
    )
    expect(await findUserByEmail(test.db, supporter.email)).toMatchObject({ role_id: 5 })
    expect(await historyOf(test, supporter.id)).toEqual([])
  })
})

it('the shell resets the second step of a user who lost it, once', async () => {
  const test = await openWithCast()
  const owner = await test.signIn(administrator)
  await setUpApp(test, owner)
  expect(await resetSecondStep(administrator.email, test)).toContain('has no second step any more')
  expect((await owner.get('/api/session')).status).toBe(401)
  await test.signInByPassword(administrator)
  expect((await historyOf(test, administrator.id)).at(-1)).toMatchObject({
    action: 'reset the second step',
    user_id: null,
  })
  await expect(resetSecondStep(administrator.email, test)).rejects.toThrow(StartError)
})

it('the shell lists all users, and when signed-in users were last seen', async () => {
  const test = await openWithCast()
  for (let devices = 0; devices < 2; devices++) await test.signIn(liaison)
  await test.db.updateTable('sessions').set({ seen_at: '2026-03-02T22:15:00.000Z' }).execute()
  const rows = (await listUsers(test.db)).split('\n').map((row) => row.split(/ {2,}/))
  expect(rows).toHaveLength(1 + Object.keys(cast).length)
  expect(rows[1]).toEqual(['amina@elimu.test', 'Amina Mwangi', 'System Administrator', 'Active'])
  expect(rows).toEqual(
    expect.arrayContaining([
      ['Email', 'Name', 'Role', 'Status', 'Last seen (Nairobi time)'],
      ['dalmas@elimu.test', 'Dalmas Oduya', 'Supporter', 'Disabled'],
      ['lydia@elimu.test', 'Lydia Chebet', 'Liaison Officer', 'Active', '2026-03-03 01:15'],
      ['nuru@elimu.test', 'Nuru Hassan', 'Supporter', 'New'],
    ]),
  )
})
