import { expect } from 'vitest'
import { cast, PASSWORD } from '../../testing/data/users.ts'
import { scenariosWith } from '../../testing/scenarios.ts'

const { administrator, newcomer, disabled } = cast
const login = 'POST /api/login'
const wrong = { status: 422, contains: { message: 'The email or the password is not right.' } }

scenariosWith(
  'POST /api/login',
  { as: 'signed out', call: login, input: { email: administrator.email, password: PASSWORD } },
  [
    {
      name: 'signs an active user in and says who they are',
      contains: {
        success: true,
        message: 'Welcome to Elimu.',
        data: { id: 1, name: 'Amina Mwangi', role: 1, notifications_admin: false },
      },
      lacks: ['password', 'argon2', administrator.email],
    },
    {
      name: 'knows an address in any spelling',
      input: { email: '  AMINA@Elimu.TEST ', password: PASSWORD },
    },
    {
      name: 'ends the session that the browser had before',
      as: 'director',
      async after({ db }) {
        const sessions = await db.selectFrom('sessions').select('user_id').execute()
        expect(sessions).toEqual([{ user_id: administrator.id }])
      },
    },
    {
      name: 'refuses a wrong password',
      input: { email: administrator.email, password: `${PASSWORD}x` },
      ...wrong,
    },
    {
      name: 'minds case and spaces in a password',
      input: { email: administrator.email, password: ` ${PASSWORD}` },
      ...wrong,
    },
    {
      name: 'refuses an unknown address in the same words',
      input: { email: 'nobody@elimu.test', password: PASSWORD },
      ...wrong,
    },
    {
      name: 'refuses a new user, who has no password yet, in the same words',
      input: { email: newcomer.email, password: PASSWORD },
      ...wrong,
    },
    {
      name: 'reports that the account is disabled to a user who knows the password',
      input: { email: disabled.email, password: PASSWORD },
      status: 403,
      contains: { message: 'You Have Been Disabled. Contact Tech Support' },
    },
    {
      name: 'does not reveal to strangers that an account is disabled',
      input: { email: disabled.email, password: 'Guess#2026' },
      ...wrong,
    },
    {
      name: 'requires both values',
      input: {},
      errors: { email: ['Value is required'], password: ['Value is required'] },
    },
    {
      name: 'requires values that are not empty',
      input: { email: ' ', password: '' },
      errors: { email: ['Value is required'], password: ['Value is required'] },
    },
    {
      name: 'requires a valid address',
      input: { email: 'amina@', password: PASSWORD },
      errors: { email: ['Value is not a valid email address'] },
    },
    {
      name: 'does not hash a password of any length',
      input: { email: administrator.email, password: 'x'.repeat(201) },
      errors: { password: ['Password may not be longer than 200 characters'] },
    },
  ],
)

scenariosWith(
  'the one administrator account that may also send notifications',
  { call: 'GET /api/session' },
  [
    {
      name: 'learns so at sign-in',
      as: 'signed out',
      call: login,
      input: { email: cast.liaison.email, password: PASSWORD },
      contains: { data: { id: 4, name: 'Lydia Chebet', role: 4, notifications_admin: true } },
    },
    {
      name: 'is not another member of staff',
      as: 'director',
      contains: { data: { id: 2, name: 'Daniel Otieno', role: 2, notifications_admin: false } },
    },
    {
      name: 'is not a supporter',
      as: 'liaison',
      given: ({ db }) => db.updateTable('users').set({ role_id: 5 }).where('id', '=', 4).execute(),
      contains: { data: { id: 4, role: 5, notifications_admin: false } },
    },
  ],
  { NOTIFICATIONS_ADMIN: 'Lydia@elimu.test' },
)

scenariosWith('the other calls of signing in and out', { as: 'signed out', call: 'POST /api/logout' }, [
  {
    name: 'GET /sanctum/csrf-cookie sets the token and answers nothing',
    call: 'GET /sanctum/csrf-cookie',
    status: 204,
    async after(_test, { text, headers }) {
      expect(text).toBe('')
      expect(headers['set-cookie']).toMatch(/^XSRF-TOKEN=[\w.%-]+; Path=\/; SameSite=Lax$/)
    },
  },
  {
    name: 'POST /api/logout ends the session',
    as: 'supporter',
    contains: { success: true, message: 'You are signed out.' },
    async after({ db }, { headers }) {
      expect(headers).toMatchObject({ 'clear-site-data': '"cache"', 'cache-control': 'no-store' })
      expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
    },
  },
  { name: 'POST /api/logout is for the signed-in', status: 401, contains: { message: 'Unauthenticated.' } },
  {
    name: 'GET /api/session says who is signed in',
    as: 'coordinator',
    call: 'GET /api/session',
    contains: {
      success: true,
      data: { id: 3, name: 'Catherine Njeri', role: 3, notifications_admin: false },
    },
    lacks: ['email', 'argon2'],
  },
  {
    name: 'GET /api/session is for the signed-in',
    call: 'GET /api/session',
    status: 401,
    contains: { message: 'Unauthenticated.' },
  },
  {
    name: "GET /api/CurrentDate/ answers the server's date and time",
    call: 'GET /api/CurrentDate/',
    contains: { success: true, date: '2026-03-02 08:00:00' },
  },
])
