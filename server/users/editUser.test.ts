import { expect } from 'vitest'
import { scenariosWith } from '../testing/scenarios.ts'
import { linkFor } from '../testing/mail/links.ts'
import { lettersOf } from '../testing/mail/postman.ts'
import type { TestApp } from '../testing/testApp.ts'
import { addStudents } from '../testing/data/students.ts'
import { addUser, cast, fieldsOfNoForm } from '../testing/data/users.ts'
import { historyOf, passwordLettersOf, userRow } from '../testing/database/storedRows.ts'

const { administrator, liaison, supporter, newcomer, disabled } = cast
const SENDER = 'post@elimu.test'
const giveSender = ({ db }: TestApp) =>
  db.updateTable('users').set({ email: SENDER }).where('id', '=', supporter.id).execute()
const editOf = (user: (typeof cast)[keyof typeof cast], changes: object = {}) => {
  const { id, first_name, last_name, email, role_id } = user
  return { id, first_name, last_name, email, role_id, ...changes }
}
const taken = { email: ['The email has already been taken.'] }
const notFound = { message: 'Not found.' }

const withheld = {
  email: ['Only a System Administrator can give this email to a user: it may send notifications.'],
}

scenariosWith(
  'POST /api/edit, with the address of NOTIFICATIONS_ADMIN',
  { as: 'coordinator', call: 'POST /api/edit' },
  [
    {
      name: 'lets the administrator give it to a user',
      as: 'administrator',
      input: editOf(supporter, { email: SENDER }),
    },
    ...(['director', 'coordinator'] as const).map((as) => ({
      name: `lets no ${as} give it to a user`,
      as,
      input: editOf(supporter, { email: SENDER }),
      errors: withheld,
    })),
    {
      name: 'lets others change the name of its user',
      given: giveSender,
      input: editOf(supporter, { email: SENDER, last_name: 'Otieno Okello' }),
    },
    {
      name: 'lets others give its user no other role, because it does not count for a supporter',
      given: giveSender,
      input: editOf(supporter, { email: SENDER, role_id: 4 }),
      errors: withheld,
    },
  ],
  { NOTIFICATIONS_ADMIN: SENDER },
)

const seenSupporter = {
  first_name: supporter.first_name,
  last_name: supporter.last_name,
  email: supporter.email,
  phone: null,
  country: null,
  role_id: supporter.role_id,
}
const overtakenBy = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name} changed this user while you were typing. Close this form and open it again.`

scenariosWith(
  'POST /api/edit, from a form that another user has overtaken',
  { as: 'director', call: 'POST /api/edit' },
  [
    {
      name: 'is refused with the name of that user, and changes nothing',
      async given(test) {
        const coordinator = await test.signIn(cast.coordinator)
        await coordinator.post('/api/edit', editOf(supporter, { last_name: 'Otieno' }))
      },
      input: editOf(supporter, {
        email: 'new@elimu.test',
        seen: seenSupporter,
      }),
      conflict: overtakenBy(cast.coordinator),
      async after(test) {
        expect(await userRow(test, supporter.email)).toMatchObject({ last_name: 'Otieno' })
      },
    },
    {
      name: 'names the user who changed what differs, and not one who changed something else later',
      async given(test) {
        const coordinator = await test.signIn(cast.coordinator)
        await coordinator.post('/api/edit', editOf(supporter, { last_name: 'Otieno' }))
        const link = await linkFor(test, supporter.id, 'change')
        await test
          .client()
          .post(`/api/changepsw/${link}`, { password: 'Mbuyu~Tree!7', c_password: 'Mbuyu~Tree!7' })
        expect((await historyOf(test)).at(-1)).toMatchObject({
          user_id: supporter.id,
          entity_id: supporter.id,
        })
      },
      input: editOf(supporter, { email: 'new@elimu.test', seen: seenSupporter }),
      conflict: overtakenBy(cast.coordinator),
    },
  ],
)

scenariosWith('POST /api/edit', { as: 'administrator', call: 'POST /api/edit' }, [
  {
    name: 'changes the sent fields, and records old and new values in the history',
    as: 'director',
    input: editOf(liaison, { last_name: 'Chebet Rono', email: 'Rono@elimu.test', role_id: 3 }),
    contains: {
      success: true,
      message: 'User updated.',
      data: {
        id: 4,
        first_name: 'Lydia',
        last_name: 'Chebet Rono',
        email: 'rono@elimu.test',
        status: 2,
        roles: { id: 3, role: 'Programme Coordinator' },
      },
    },
    async after(test) {
      expect(await userRow(test, 'rono@elimu.test')).toMatchObject({
        updated_by: 2,
        updated_at: test.clock().toISOString(),
        created_by: null,
        search: 'lydia chebet rono\nrono@elimu.test\nprogramme coordinator',
      })
      expect(await historyOf(test)).toMatchObject([
        {
          entity: 'user',
          entity_id: 4,
          action: 'edited',
          user_id: 2,
          changes: {
            last_name: ['Chebet', 'Chebet Rono'],
            email: ['lydia@elimu.test', 'rono@elimu.test'],
            role_id: [4, 3],
          },
        },
      ])
    },
  },
  {
    name: 'ignores what a caller may not set',
    input: { ...editOf(disabled), ...fieldsOfNoForm },
    contains: { data: { id: disabled.id, status: 1 } },
    async after(test) {
      expect(await userRow(test, disabled.email)).toMatchObject({
        status: 1,
        role_id: 5,
        created_by: null,
        created_at: '2026-01-05T06:00:00.000Z',
        password_hash: expect.stringMatching(/^\$argon2id/),
      })
    },
  },
  {
    name: 'lets somebody keep their own address in another case',
    input: editOf(liaison, { email: 'LYDIA@ELIMU.TEST' }),
    contains: { data: { email: 'lydia@elimu.test' } },
  },
  {
    name: 'refuses an address that another user has, regardless of case',
    input: editOf(liaison, { email: 'Samuel@elimu.test' }),
    errors: taken,
  },
  {
    name: 'sends a new user’s letter to the new address, and takes the older one back',
    given: async (test) => {
      const client = await test.signIn(administrator)
      await client.post(`/api/resend/${newcomer.id}`)
    },
    input: editOf(newcomer, { email: 'nuru.hassan@elimu.test' }),
    async after(test) {
      expect(await passwordLettersOf(test)).toEqual([
        { recipient: 'nuru.hassan@elimu.test', link_kind: 'new', user_id: newcomer.id, state: 'waiting' },
      ])
    },
  },
  {
    name: 'takes back the link that an active user asked for at the older address',
    given: (test) => test.client().post('/api/forgotpsw', { email: liaison.email }),
    input: editOf(liaison, { email: 'other@elimu.test' }),
    async after(test) {
      expect(await passwordLettersOf(test)).toMatchObject([{ recipient: liaison.email, link_kind: null }])
    },
  },
  {
    name: 'writes to the older address of a user who has a password, and to no other',
    as: 'coordinator',
    given: ({ db }) => addUser(db, { first_name: 'Otto', email: 'second@elimu.test', role_id: 1, status: 1 }),
    input: editOf(liaison, { email: 'other@elimu.test' }),
    async after(test) {
      const letters = await lettersOf(test)
      expect(letters).toMatchObject([
        // Without its user: tried again by hand, it would go to the new address.
        {
          recipient: liaison.email,
          subject: 'Your email was changed - Elimu',
          link_kind: null,
          user_id: null,
        },
      ])
      expect(letters[0]?.text).toBe(
        [
          'Dear Lydia,',
          'Catherine Njeri changed the email of your account at Elimu. You now sign in with the new address, and letters go there.',
          'If you did not expect this, tell a System Administrator at once: Amina Mwangi (amina@elimu.test).',
          'Elimu',
        ].join('\n\n'),
      )
      expect(letters[0]?.html).toContain('Catherine Njeri changed')
    },
  },
  {
    name: 'keeps the only active System Administrator one',
    input: editOf(administrator, { role_id: 2 }),
    status: 409,
    contains: {
      message: 'The last active System Administrator cannot be deactivated or given another role',
    },
  },
  {
    name: 'lets a System Administrator step back while another is active',
    given: ({ db }) => addUser(db, { email: 'second@elimu.test', role_id: 1 }),
    input: editOf(administrator, { role_id: 2 }),
  },
  {
    name: 'does not count a disabled System Administrator as one who remains',
    given: ({ db }) => addUser(db, { email: 'second@elimu.test', role_id: 1, status: 1 }),
    input: editOf(administrator, { role_id: 2 }),
    status: 409,
  },
  {
    name: 'keeps a liaison officer of students from becoming a supporter',
    given: ({ db }) => addStudents(db, [{ liaison_id: liaison.id }]),
    input: editOf(liaison, { role_id: 5 }),
    conflict: 'This User Has Students, Who Need Another One Before the Role Can Change',
  },
  {
    name: 'lets a liaison officer of students become a coordinator',
    given: ({ db }) => addStudents(db, [{ liaison_id: liaison.id }]),
    input: editOf(liaison, { role_id: 3 }),
  },
  {
    name: 'answers 404 for an unknown user',
    input: editOf(liaison, { id: 999 }),
    status: 404,
    contains: notFound,
  },
  {
    name: 'requires every field',
    input: {},
    errors: {
      id: ['User is required'],
      first_name: ['First name is required'],
      last_name: ['Last name is required'],
      email: ['Email is required'],
      role_id: ['Please Select User Type'],
    },
  },
])
