import { daysFrom, instantOf } from '#contract/base/days.ts'
import { downloadNames } from '#contract/downloads.ts'
import { breachMessages, type Concerned } from '#contract/privacy/breaches.ts'
import { invalid } from '../../base/ApiError.ts'
import type { Db } from '../../database/connect.ts'

type Asked = { user: number; from: string; to: string }

/** The students whose records a user opened, downloaded or printed from one day to another, those with most of it first. */
export async function findConcerned(db: Db, { user, from, to }: Asked): Promise<Concerned> {
  if (to < from) throw invalid({ to: [breachMessages.toBeforeFrom] })
  const start = instantOf(from, '00:00').toISOString()
  const end = instantOf(daysFrom(to, 1), '00:00').toISOString()
  const views = db
    .selectFrom('views')
    .select('student_id')
    .where('user_id', '=', user)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('student_id')
  const departures = db
    .selectFrom('departures')
    .select('student_id')
    .where('user_id', '=', user)
    .where('at', '>=', start)
    .where('at', '<', end)
    .groupBy('student_id')
  const viewed = await views.select((eb) => eb.fn.count<number>('day').distinct().as('count')).execute()
  const taken = await departures.select((eb) => eb.fn.countAll<number>().as('count')).execute()
  const days = new Map(viewed.map(({ student_id, count }) => [student_id, count]))
  const left = new Map(taken.map(({ student_id, count }) => [student_id, count]))
  const students = await db
    .selectFrom('students')
    .select(['id', 'name', 'ref'])
    .where((eb) => eb('id', 'in', views).or('id', 'in', departures))
    .orderBy('name')
    .orderBy('id')
    .execute()
  const lists = await db
    .selectFrom('list_departures')
    .select(['at', 'what', 'rows'])
    .where('user_id', '=', user)
    .where('what', 'not in', ['users', 'schools'])
    .where('at', '>=', start)
    .where('at', '<', end)
    .orderBy('id')
    .execute()
  return {
    students: students
      .map((student) =>
        Object.assign(student, { days: days.get(student.id) ?? 0, left: left.get(student.id) ?? 0 }),
      )
      .toSorted((a, b) => b.left - a.left || b.days - a.days),
    lists: lists.map(({ at, what, rows }) => ({ at, what: `${downloadNames[what]}, ${rows} rows` })),
  }
}
