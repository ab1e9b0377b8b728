import { expect } from 'vitest'
import { type ScenarioRow, scenariosWith } from '../testing/scenarios.ts'
import { cast } from '../testing/data/users.ts'
import { historyOf, passwordLettersOf } from '../testing/database/storedRows.ts'

const { administrator, liaison, newcomer, disabled } = cast
const notFound = { message: 'Not found.' }

scenariosWith('POST /api/delete/{id}', { as: 'administrator' }, [
  {
    name: 'removes a new user completely, with the letters, and writes history of it',
    given: async (test) => {
      const client = await test.signIn(administrator)
      await client.post(`/api/resend/${newcomer.id}`)
      await test.db.deleteFrom('history').execute()
    },
    call: `POST /api/delete/${newcomer.id}`,
    contains: { success: true, message: 'User deleted.' },
    async after(test) {
      const { db } = test
      expect(await db.selectFrom('users').select('id').where('id', '=', newcomer.id).execute()).toEqual([])
      expect(await passwordLettersOf(test)).toEqual([])
      expect(await historyOf(test)).toMatchObject([
        {
          entity: 'user',
          entity_id: newcomer.id,
          action: 'deleted',
          user_id: 1,
          changes: {
            first_name: ['Nuru', null],
            last_name: ['Hassan', null],
            email: [newcomer.email, null],
            role_id: [newcomer.role_id, null],
          },
        },
      ])
    },
  },
  ...[liaison, disabled].map(({ id, status }): ScenarioRow => ({
    name: `refuses a user of status ${status}`,
    call: `POST /api/delete/${id}`,
    conflict: 'Only New Users can be Deleted',
  })),
  { name: 'answers 404 for an unknown user', call: 'POST /api/delete/999', status: 404, contains: notFound },
])
