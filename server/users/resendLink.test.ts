import { expect } from 'vitest'
import { scenariosWith } from '../testing/scenarios.ts'
import { MINUTE } from '../testing/steppedClock.ts'
import { cast } from '../testing/data/users.ts'
import { historyOf, passwordLettersOf } from '../testing/database/storedRows.ts'

const { administrator, liaison, newcomer } = cast
const notFound = { message: 'Not found.' }

scenariosWith('POST /api/resend/{id}', { as: 'coordinator', call: `POST /api/resend/${newcomer.id}` }, [
  {
    name: 'writes a new user one letter with a fresh link in place of the older one',
    given: async (test) => {
      const client = await test.signIn(administrator)
      await client.post(`/api/resend/${newcomer.id}`)
      test.clock.step(MINUTE)
      await test.db.deleteFrom('history').execute()
    },
    contains: { success: true, message: 'The letter waits: no mail server is set.' },
    async after(test) {
      expect(await passwordLettersOf(test)).toEqual([
        { recipient: newcomer.email, link_kind: 'new', user_id: newcomer.id, state: 'waiting' },
      ])
      expect(await historyOf(test)).toMatchObject([
        { entity_id: newcomer.id, action: 'sent link again', user_id: 3, changes: {} },
      ])
    },
  },
  {
    name: 'refuses a second letter within a minute, also by another user',
    given: async (test) => {
      await test.client().post('/api/forgotpsw', { email: newcomer.email })
      test.clock.step(MINUTE / 4)
    },
    status: 429,
    contains: { message: 'A link was sent a moment ago. Please wait a minute.' },
    after: async (_test, { headers }) => expect(headers['retry-after']).toBe('45'),
  },
  {
    name: 'refuses a user who has a password',
    as: 'administrator',
    call: `POST /api/resend/${liaison.id}`,
    conflict: 'This User Has Already Created a Password',
  },
  {
    name: 'answers 404 for an unknown user',
    as: 'administrator',
    call: 'POST /api/resend/999',
    status: 404,
    contains: notFound,
  },
])
