import { expect, it } from 'vitest'
import type { LinkKind } from '#contract/identity/auth.ts'
import { linkFor } from '../../testing/mail/links.ts'
import { type Scenario, scenariosWith } from '../../testing/scenarios.ts'
import { HOUR, SECOND } from '../../testing/steppedClock.ts'
import { openTestApp, openWithCast, type TestApp } from '../../testing/testApp.ts'
import { addUser, cast, type CastName, PASSWORD } from '../../testing/data/users.ts'

const NEW_PASSWORD = 'Mbuyu~Tree!7'
const both = (password: string) => ({ password, c_password: password })

const withLink =
  (call: 'getuser' | 'changepsw', of: CastName, kind: LinkKind, age = 0) =>
  async (test: TestApp) => {
    const link = await linkFor(test, cast[of].id, kind)
    test.clock.step(age)
    return `POST /api/${call}/${link}`
  }

/** The answer of both calls to a link that cannot be used. */
const refusals = (call: 'getuser' | 'changepsw'): Scenario[] => {
  const row = {
    as: 'signed out',
    input: both(NEW_PASSWORD),
    lacks: ['@elimu.test'],
  } satisfies Partial<Scenario>
  return [
    {
      ...row,
      name: 'refuses a disabled user',
      call: withLink(call, 'disabled', 'change'),
      status: 403,
      contains: { message: 'You Have Been Disabled. Contact Tech Support' },
    },
    {
      ...row,
      name: 'refuses a new-type link whose user is already active',
      call: withLink(call, 'supporter', 'new'),
      conflict: 'You Have Already Used This Link to Create Password',
    },
    {
      ...row,
      name: 'refuses a link after an hour',
      call: withLink(call, 'newcomer', 'new', HOUR + SECOND),
      conflict: 'Change Password Link has Expired',
    },
    {
      ...row,
      name: 'refuses an unreadable link',
      call: `POST /api/${call}/not-a-link`,
      status: 404,
      contains: { message: 'This link cannot be read.' },
    },
    {
      ...row,
      name: 'refuses a link whose user is gone',
      call: async (test) => {
        const link = await linkFor(test, cast.newcomer.id, 'new')
        await test.db.deleteFrom('users').where('id', '=', cast.newcomer.id).execute()
        return `POST /api/${call}/${link}`
      },
      status: 404,
      contains: { message: 'This link cannot be read.' },
    },
  ]
}

scenariosWith('POST /api/getuser/{id}', { as: 'signed out' }, [
  {
    name: 'greets the user of a link that creates a password',
    call: withLink('getuser', 'newcomer', 'new'),
    contains: {
      success: true,
      user: [{ id: 6, status: 0, first_name: 'Nuru', last_name: 'Hassan' }],
      email: 'nuru@elimu.test',
    },
    lacks: ['password'],
  },
  {
    name: 'greets the user of a link that changes a password, to the last second of its hour',
    call: withLink('getuser', 'liaison', 'change', HOUR),
    contains: { user: [{ id: 4, status: 2, first_name: 'Lydia', last_name: 'Chebet' }] },
  },
  ...refusals('getuser'),
])

scenariosWith(
  'POST /api/changepsw/{id}',
  { as: 'signed out', call: withLink('changepsw', 'newcomer', 'new') },
  [
    {
      name: 'creates the first password, activates the user and keeps only a hash',
      input: both(NEW_PASSWORD),
      contains: { success: true, message: 'Your password is saved. You can sign in now.' },
      async after(test) {
        const { status, password_hash } = await test.db
          .selectFrom('users')
          .selectAll()
          .where('id', '=', cast.newcomer.id)
          .executeTakeFirstOrThrow()
        expect(status).toBe(2)
        expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
        expect(await test.db.selectFrom('history').selectAll().execute()).toMatchObject([
          { entity: 'user', entity_id: 6, action: 'created password', user_id: 6, changes: '{}' },
        ])
        expect(await test.db.selectFrom('letters').selectAll().execute()).toEqual([])
        await test.signInByPassword({ email: cast.newcomer.email, password: NEW_PASSWORD })
      },
    },
    { name: 'counts the capital and small letters of any script', input: both('Ωκεανός#742') },
    {
      name: 'ends all sessions of this user only',
      as: 'director',
      given: (test) => test.signIn(cast.liaison),
      call: withLink('changepsw', 'liaison', 'change'),
      input: both(NEW_PASSWORD),
      async after({ db }) {
        const sessions = await db.selectFrom('sessions').select('user_id').execute()
        expect(sessions).toEqual([{ user_id: cast.director.id }])
      },
    },
    {
      name: 'takes back letters with a link that have not left, and writes one about the change',
      given: (test) => test.client().post('/api/forgotpsw', { email: cast.liaison.email }),
      call: withLink('changepsw', 'liaison', 'change'),
      input: both(NEW_PASSWORD),
      async after({ db }) {
        expect(await db.selectFrom('letters').selectAll().execute()).toMatchObject([
          {
            recipient: cast.liaison.email,
            link_kind: null,
            subject: 'Your password was changed - Elimu',
            text: expect.stringContaining('was changed with a password link. All sessions have ended.'),
          },
        ])
      },
    },
    ...refusals('changepsw'),
  ],
)

const rule = (name: string, password: string, message: string): Scenario => ({
  name,
  as: 'signed out',
  call: withLink('changepsw', 'newcomer', 'new'),
  input: both(password),
  errors: { password: [message] },
})

const tooSimple = 'The password requires an uppercase, lowercase, number and special character'
const isYou = 'The password may not be your name or email, even with digits or signs added'

scenariosWith('a new password', { as: 'signed out', call: withLink('changepsw', 'newcomer', 'new') }, [
  rule('has 8 characters or more', 'Mbu#1ab', 'This field should be at least 8 characters long'),
  rule('has an uppercase character', 'mbuyu#tree1', tooSimple),
  rule('has a lowercase character', 'MBUYU#TREE1', tooSimple),
  rule('has a digit', 'Mbuyu#Tree', tooSimple),
  rule('has one of !@#$%^&*', 'Mbuyu-Tree1', tooSimple),
  rule('is bounded', `Mb#1${'x'.repeat(197)}`, 'Password may not be longer than 200 characters'),
  rule(
    'is bounded, also in emoji',
    `Mb#1${'😀'.repeat(197)}`,
    'Password may not be longer than 200 characters',
  ),
  rule('is not one of the most common ones', 'P@ssw0rd1', 'This password is too common'),
  rule('is not a common one of Kenya', 'Nairobi2026!', 'This password is too common'),
  rule('is not the one of the demo, which is published', 'Karibu#2026', 'This password is too common'),
  rule('is common however long its sign is pressed', 'Password1!!!!!!!!!!!!', 'This password is too common'),
  rule('is common however often its signs recur', 'Password1!1!1!1!1!1!1!', 'This password is too common'),
  rule('counts an emoji as one character', 'Mb#1😀😀', 'This field should be at least 8 characters long'),
  ...['😀'.repeat(124), '😀'.repeat(196), '80417326951'].map((rest) => ({
    name: `is its own where a common word is the least of it: Aa1!${rest.slice(0, 12)}…`,
    input: both(`Aa1!${rest}`),
  })),
  {
    name: 'is required, and so is its confirmation',
    input: {},
    errors: { password: ['Value is required'], c_password: ['Value is required'] },
  },
  {
    name: 'is equal to its confirmation',
    input: { password: NEW_PASSWORD, c_password: `${NEW_PASSWORD}x` },
    errors: { c_password: ['The value must be equal to the password value'] },
  },
  {
    name: 'is checked only after its link, so that strangers learn nothing',
    call: 'POST /api/changepsw/not-a-link',
    input: both('Nairobi2026!'),
    status: 404,
  },
])

it.for([
  'Wanjiku#2026x@elimu.test',
  'Zawadi#2026',
  '2026!Zawadi',
  'Achieng.Zawadi1!',
  'Zawadi@Achieng2026',
  'Wanjiku#2026x',
])('is not the name or email: %s', async (password) => {
  const test = await openTestApp()
  const name = { first_name: 'Zawadi', last_name: 'Achieng' }
  const user = await addUser(test.db, { ...name, email: 'wanjiku#2026x@elimu.test', status: 0 })
  const link = await linkFor(test, user.id, 'new')
  const answer = await test.client().post(`/api/changepsw/${link}`, both(password))
  expect(answer).toMatchObject({ status: 422, body: { errors: { password: [isYou] } } })
})

it('may be set again and again, each time by a new link', async () => {
  const test = await openWithCast()
  for (const password of [NEW_PASSWORD, PASSWORD, 'Acacia#Shade9']) {
    const link = await linkFor(test, cast.liaison.id, 'change')
    expect(await test.client().post(`/api/changepsw/${link}`, both(password))).toMatchObject({ status: 200 })
    await test.signInByPassword({ email: cast.liaison.email, password })
  }
})
