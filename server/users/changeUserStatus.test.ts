import { expect } from 'vitest'
import { type ScenarioRow, scenariosWith } from '../testing/scenarios.ts'
import { cast } from '../testing/data/users.ts'
import { historyOf, passwordLettersOf } from '../testing/database/storedRows.ts'

const { liaison, supporter, newcomer, disabled } = cast
const notFound = { message: 'Not found.' }

scenariosWith('POST /api/statusUsr', { as: 'administrator', call: 'POST /api/statusUsr' }, [
  {
    name: 'deactivates an active user, ends their sessions and takes back their links',
    given: async (test) => {
      await test.signIn(supporter)
      await test.client().post('/api/forgotpsw', { email: supporter.email })
    },
    input: { id: supporter.id, status: 1 },
    contains: { success: true, message: 'User deactivated.', data: { id: supporter.id, status: 1 } },
    async after(test) {
      expect(await test.db.selectFrom('sessions').select('user_id').execute()).toEqual([{ user_id: 1 }])
      expect(await passwordLettersOf(test)).toEqual([])
      expect(await historyOf(test)).toMatchObject([
        { entity_id: supporter.id, action: 'changed status', user_id: 1, changes: { status: [2, 1] } },
      ])
    },
  },
  {
    name: 'activates a disabled user',
    as: 'coordinator',
    input: { id: disabled.id, status: 2 },
    contains: { message: 'User activated.', data: { id: disabled.id, status: 2 } },
    history: { user_id: 3, changes: { status: [1, 2] } },
    async after(test) {
      await test.signIn(disabled)
    },
  },
  {
    name: 'writes no history of what was so already',
    input: { id: disabled.id, status: 1 },
    async after(test) {
      expect(await historyOf(test)).toEqual([])
    },
  },
  ...[1, 2].map((status): ScenarioRow => ({
    name: `refuses to change a new user's status to ${status}`,
    input: { id: newcomer.id, status },
    conflict: 'You Cannot Change New User Status',
  })),
  {
    name: 'cannot set the status back to New',
    input: { id: liaison.id, status: 0 },
    errors: { status: ['Status is not valid'] },
  },
  {
    name: 'requires user and status',
    input: {},
    errors: { id: ['User is required'], status: ['Status is required'] },
  },
  { name: 'answers 404 for an unknown user', input: { id: 999, status: 1 }, status: 404, contains: notFound },
])
