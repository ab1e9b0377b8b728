import { expect } from 'vitest'
import { scenariosWith } from '../../testing/scenarios.ts'
import { MINUTE } from '../../testing/steppedClock.ts'
import { cast } from '../../testing/data/users.ts'

const forgot = 'POST /api/forgotpsw'
const mailed = {
  success: true,
  message: 'If this address belongs to a user, a link to change the password is on its way.',
}

scenariosWith('POST /api/forgotpsw', { as: 'signed out', call: forgot }, [
  {
    name: 'writes a letter with a link to change the password',
    input: { email: cast.liaison.email.toUpperCase() },
    contains: mailed,
    async after({ db }) {
      expect(await db.selectFrom('letters').selectAll().execute()).toMatchObject([
        { recipient: cast.liaison.email, link_kind: 'change', user_id: 4, state: 'waiting', attempts: 0 },
      ])
    },
  },
  {
    name: 'writes a new user a letter with a link to create the password',
    input: { email: cast.newcomer.email },
    contains: mailed,
    async after({ db }) {
      expect(await db.selectFrom('letters').select('link_kind').execute()).toEqual([{ link_kind: 'new' }])
    },
  },
  {
    name: 'answers the same for an unknown address, and writes nothing',
    input: { email: 'nobody@elimu.test' },
    contains: mailed,
    async after({ db }) {
      expect(await db.selectFrom('letters').selectAll().execute()).toEqual([])
    },
  },
  {
    name: 'answers the same for a disabled user, and writes nothing',
    input: { email: cast.disabled.email },
    contains: mailed,
    async after({ db }) {
      expect(await db.selectFrom('letters').selectAll().execute()).toEqual([])
    },
  },
  {
    name: 'keeps one letter of somebody who asks twice',
    given: async (test) => {
      await test.client().post('/api/forgotpsw', { email: cast.liaison.email })
      test.clock.step(MINUTE)
    },
    input: { email: cast.liaison.email },
    async after({ db }) {
      expect(await db.selectFrom('letters').select('recipient').execute()).toEqual([
        { recipient: cast.liaison.email },
      ])
    },
  },
  {
    name: 'requires an address',
    input: {},
    errors: { email: ['Value is required'] },
  },
  {
    name: 'requires a valid address',
    input: { email: 'amina at elimu' },
    errors: { email: ['Value is not a valid email address'] },
  },
])
