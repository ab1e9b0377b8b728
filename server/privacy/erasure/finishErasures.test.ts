import { expect, it } from 'vitest'
import { afterReading } from '../../testing/database/afterReading.ts'
import { addStudents } from '../../testing/data/students.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { openSignedIn } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'
import { finishErasures } from './finishErasures.ts'

const WEEK = 7 * 24 * HOUR

it('leaves a record whose anonymising is cancelled after it was found, and does the others', async () => {
  const names = ['Halima Abdi Noor', 'Kevin Otieno']
  const { test, client } = await openSignedIn('administrator', {
    given: ({ db }) =>
      addStudents(
        db,
        names.map((name) => ({ name, status: 2 })),
      ),
  })
  for (const id of [1, 2]) await client.post(`/api/students/${id}/anonymise`, { ref: `EL-000${id}` })
  test.clock.step(WEEK)
  const administrator = await test.signIn(cast.administrator)
  const db = afterReading(test.db, async () => {
    expect(await administrator.change('DELETE', '/api/students/1/anonymise')).toMatchObject({ status: 200 })
  })
  expect(await finishErasures({ ...test.services, db })).toBe(1)
  const students = await test.db.selectFrom('students').select('name').orderBy('id').execute()
  expect(students).toEqual([{ name: 'Halima Abdi Noor' }, { name: 'Anonymised student' }])
})
