import { expect, it } from 'vitest'
import { otherActivities } from '#contract/privacy/processing.ts'
import { shapesIn } from '../../database/engines/snapshot.ts'
import { openSharedDatabase } from '../../testing/database/testDatabase.ts'
import { openWithCast } from '../../testing/testApp.ts'
import { addStudents } from '../../testing/data/students.ts'
import { addUser, cast } from '../../testing/data/users.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { finishErasures } from '../erasure/finishErasures.ts'
import { tableActivities } from './tableActivities.ts'

scenariosWith(
  'GET /api/processing',
  {
    as: 'director',
    call: 'GET /api/processing',
    async given(test) {
      const { db } = test
      const abroad = await addUser(db, { email: 'abroad@example.org', country: 'Norway' })
      await addUser(db, { email: 'without.students@example.org', country: 'Sweden' })
      await addStudents(db, [{ supporter_id: abroad.id }, { supporter_id: cast.supporter.id }, { status: 2 }])
      await (await test.signIn(cast.administrator)).post('/api/students/3/anonymise', { ref: 'EL-0003' })
      test.clock.step(7 * 24 * HOUR)
      await finishErasures(test.services)
      await db.updateTable('consent_gate').set({ contact: 'P.O. Box 412, Kisumu' }).execute()
      await db.updateTable('retention').set({ years: 7 }).execute()
    },
  },
  [
    {
      name: 'says what depends on this installation',
      contains: {
        data: {
          contact: 'P.O. Box 412, Kisumu',
          retention_years: 7,
          students: 2,
          staff: 4,
          countries: expect.arrayContaining([
            { country: null, supporters: 1 },
            { country: 'Norway', supporters: 1 },
          ]),
          are_files_online: false,
          is_https: false,
          second_step: 'roles_1_to_3',
          backups: { is_online: true, is_encrypted: false, keep: { days: 7, weeks: 5, months: 12 } },
        },
      },
    },
    { name: 'refuses coordinators', as: 'coordinator', status: 403 },
  ],
  { BACKUP_TO: 's3://copies?region=eu-west-1' },
)

it('every table with rows about students belongs to an activity of the register', async () => {
  const { db, engine } = await openWithCast({ database: await openSharedDatabase() })
  const shapes = await db.transaction().execute((trx) => shapesIn({ trx, engine }))
  const about = shapes.flatMap(({ name, columns }) => (columns.includes('student_id') ? name : []))
  expect(Object.keys(tableActivities).toSorted()).toEqual(about.toSorted())
  expect(new Set(Object.values(tableActivities))).toEqual(
    new Set(['register', 'pictures', ...otherActivities]),
  )
})
