import { expect } from 'vitest'
import { scenariosWith } from '../testing/scenarios.ts'
import { cast, fieldsOfNoForm } from '../testing/data/users.ts'
import { historyOf, passwordLettersOf, userRow } from '../testing/database/storedRows.ts'

const { administrator, newcomer } = cast
const form = { first_name: 'Zawadi', last_name: 'Achieng', email: 'zawadi@elimu.test', role_id: 4 }
const taken = { email: ['The email has already been taken.'] }

const withheld = {
  email: ['Only a System Administrator can give this email to a user: it may send notifications.'],
}

scenariosWith(
  'POST /api/register, with the address of NOTIFICATIONS_ADMIN',
  { call: 'POST /api/register' },
  [
    { name: 'lets the administrator give it to a user', as: 'administrator', input: form },
    ...(['director', 'coordinator'] as const).flatMap((as) =>
      [4, 5].map((role_id) => ({
        name: `lets no ${as} give it to a user of role ${role_id}`,
        as,
        input: { ...form, role_id, email: ' Zawadi@Elimu.test ' },
        errors: withheld,
      })),
    ),
  ],
  { NOTIFICATIONS_ADMIN: form.email },
)

scenariosWith('POST /api/register', { as: 'administrator', call: 'POST /api/register' }, [
  {
    name: 'adds a new user and writes them a letter with a link, and history of it',
    input: form,
    contains: {
      success: true,
      message: 'User added. The letter waits: no mail server is set.',
      data: {
        first_name: 'Zawadi',
        last_name: 'Achieng',
        email: 'zawadi@elimu.test',
        status: 0,
        roles: { id: 4, role: 'Liaison Officer' },
      },
    },
    async after(test) {
      const user = await userRow(test, form.email)
      expect(user).toMatchObject({ status: 0, created_by: 1, updated_by: 1, password_hash: null })
      expect(user.created_at).toBe(test.clock().toISOString())
      expect(await passwordLettersOf(test)).toEqual([
        { recipient: form.email, link_kind: 'new', user_id: user.id, state: 'waiting' },
      ])
      expect(await historyOf(test)).toMatchObject([
        {
          entity: 'user',
          entity_id: user.id,
          action: 'added',
          user_id: administrator.id,
          changes: { first_name: [null, 'Zawadi'], email: [null, form.email], role_id: [null, 4] },
        },
      ])
    },
  },
  {
    name: 'stores an optional phone and country, by which users are found',
    input: { ...form, phone: ' 0722 123 456 ', country: ' Kenya ' },
    contains: { data: { phone: '0722 123 456', country: 'Kenya' } },
    async after(test) {
      expect(await historyOf(test)).toMatchObject([
        { changes: { phone: [null, '0722 123 456'], country: [null, 'Kenya'] } },
      ])
      const client = await test.signIn(administrator)
      for (const found of ['254722123456', 'kenya'])
        expect((await client.get(`/api/getUsers?search=${found}`)).body).toMatchObject({
          data: [{ email: form.email }],
        })
    },
  },
  {
    name: 'ignores what a caller may not set',
    input: { ...form, ...fieldsOfNoForm, id: 77 },
    async after(test) {
      const user = await userRow(test, form.email)
      expect(user).toMatchObject({ status: 0, role_id: 4, created_by: 1, updated_by: 1, password_hash: null })
      expect(user.id).toBe(8)
      expect(user.created_at).toBe(test.clock().toISOString())
      expect(user.search).toContain('zawadi achieng')
    },
  },
  {
    name: 'trims names and keeps the address in lower case; a select box may send the role as text',
    input: { first_name: ' Zawadi ', last_name: ' O’Brien ', email: ' ZAWADI@Elimu.test ', role_id: '5' },
    contains: {
      data: {
        first_name: 'Zawadi',
        last_name: 'O’Brien',
        email: form.email,
        roles: { id: 5, role: 'Supporter' },
      },
    },
  },
  {
    name: 'refuses an address that is taken, regardless of case',
    input: { ...form, email: 'LYDIA@elimu.TEST' },
    errors: taken,
    lacks: ['Lydia', 'unique', 'constraint'],
  },
  {
    name: 'requires every field, each in its own words',
    input: {},
    errors: {
      first_name: ['First name is required'],
      last_name: ['Last name is required'],
      email: ['Email is required'],
      role_id: ['Please Select User Type'],
    },
  },
  {
    name: 'requires more than spaces, and a role that there is',
    input: { first_name: '  ', last_name: '', email: ' ', role_id: 6 },
    errors: {
      first_name: ['First name is required'],
      last_name: ['Last name is required'],
      email: ['Email is required'],
      role_id: ['Please Select User Type'],
    },
  },
  {
    name: 'refuses over-long texts, control characters and what is no address',
    input: {
      first_name: 'x'.repeat(201),
      last_name: 'two\nlines',
      email: 'zawadi@elimu.test\r\nBcc: all@elimu.test',
      phone: 'none',
      country: 'x'.repeat(61),
      role_id: 4,
    },
    errors: {
      phone: ['Phone must have at least 7 digits'],
      country: ['Country may not be longer than 60 characters'],
      first_name: ['First name may not be longer than 200 characters'],
      last_name: ['Last name may not contain control characters'],
      email: ['Value is not a valid email address'],
    },
  },
  {
    name: 'refuses invisible characters inside a name or an address',
    input: {
      first_name: 'Zawa\u202edi',
      last_name: 'Ach\u200bieng',
      email: 'zawadi\u200d@elimu.test',
      role_id: 4,
    },
    errors: {
      first_name: ['First name has an invisible character: please type it again'],
      last_name: ['Last name has an invisible character: please type it again'],
      email: ['Email has an invisible character: please type it again'],
    },
  },
  {
    name: 'removes invisible characters at the ends, which come with pasted text',
    input: {
      first_name: '\u200eZawadi\u200b',
      last_name: '\ufeffAchieng ',
      email: '\u200bzawadi@elimu.test\u202c',
      role_id: 4,
    },
    contains: { data: { first_name: 'Zawadi', last_name: 'Achieng', email: 'zawadi@elimu.test' } },
  },
])

scenariosWith(
  'POST /api/register with a mail server',
  { as: 'director' },
  [
    {
      name: 'says that the link is on its way',
      call: 'POST /api/register',
      input: form,
      contains: { message: 'User added. A link to create the password is on its way.' },
    },
    {
      name: 'and so does sending it again',
      call: `POST /api/resend/${newcomer.id}`,
      contains: { message: 'A new link to create the password is on its way.' },
    },
  ],
  { SMTP_URL: 'smtp://127.0.0.1:9' },
)
