import { dayOf, daysFrom } from '#contract/base/days.ts'
import type { BreachForm } from '#contract/privacy/breaches.ts'
import type { DemoStudent } from './addStudents.ts'
import type { Visitor } from './createVisitor.ts'
import type { DemoClock } from './demoTime.ts'

const CLOSED_DAYS_AGO = 36
const DAY_MS = 24 * 60 * 60_000

/** Two breaches: one was closed last month, of the other the commissioner must still be told. */
export async function addBreaches(
  visitor: Visitor,
  students: DemoStudent[],
  clock: DemoClock,
): Promise<void> {
  const now = clock()
  const before = (days: number) => daysFrom(dayOf(now), -days)
  const ids = students.map(({ id }) => id)
  const note = (breach: Partial<BreachForm>) => visitor.post('/api/breaches', breach)
  await clock.setBack(new Date(now.getTime() - CLOSED_DAYS_AGO * DAY_MS))
  try {
    await note({
      what: 'A liaison officer lost a phone that was still signed in. It was found at the school the next day.',
      data: 'Names, classes and report cards of students of one school',
      noticed_by: 'Brian Kiprotich',
      happened_on: before(41),
      known_on: before(40),
      known_time: '16:30',
      done: 'The session was ended within the hour and the password changed. Phones now lock after a minute.',
      commissioner_on: before(39),
      families_on: before(38),
      student_ids: ids.slice(2, 5),
      is_closed: true,
    })
  } finally {
    await clock.goOn()
  }
  await note({
    what: 'A list of students was sent by email to the wrong school.',
    data: 'Names, refs and guardians’ telephone numbers',
    noticed_by: 'Grace Wafula',
    happened_on: before(1),
    known_on: before(1),
    known_time: '10:15',
    done: 'The school confirmed by telephone that it deleted the email.',
    student_ids: ids.slice(8, 10),
  })
}
