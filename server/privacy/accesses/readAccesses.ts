import { daysFrom } from '#contract/base/days.ts'
import { downloadNames } from '#contract/downloads.ts'
import type { Accesses } from '#contract/privacy/accesses.ts'
import type { Db } from '../../database/connect.ts'
import { OWN_DEVICE } from './departures.ts'
import { userNameIn } from '../../users/userNameIn.ts'

type Asked = {
  days: number
  user?: number | undefined
  /** Leaves out what was noted at this instant or later. */
  before?: Date
}

/** Who looked at a student's record in the last days, and what left Elimu; with `user`, only this user's. */
export async function readAccesses(
  db: Db,
  student_id: number,
  { days, user, before }: Asked,
  today: string,
): Promise<Accesses> {
  const from = daysFrom(today, -days)
  const rows = await db
    .selectFrom('views')
    .innerJoin('users', 'users.id', 'views.user_id')
    .select(['day', 'user_id', 'role_id', 'kind', 'count', userNameIn('users').$castTo<string>().as('name')])
    .where('student_id', '=', student_id)
    .where('day', '>', from)
    .$if(before !== undefined, (query) => query.where('day', '<=', today))
    .orderBy('day', 'desc')
    .orderBy('users.search')
    .orderBy('user_id')
    .execute()
  const departures = await db
    .selectFrom('departures')
    .innerJoin('users', 'users.id', 'departures.user_id')
    .select(['departures.id', 'at', 'user_id', 'role_id', 'how', 'what', 'went_to'])
    .select(userNameIn('users').$castTo<string>().as('name'))
    .where('student_id', '=', student_id)
    .where('at', '>', from)
    .$if(before !== undefined, (query) => query.where('at', '<', before?.toISOString() ?? ''))
    .orderBy('departures.at', 'desc')
    .orderBy('departures.id', 'desc')
    .execute()
  const lists = await readLists(db, student_id, from, before)
  const left = [...departures, ...lists].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  const people = new Map<number, Accesses['people'][number]>()
  for (const { user_id, name, role_id } of [...rows, ...left]) people.set(user_id, { user_id, name, role_id })
  const isAsked = (row: { user_id: number }) => user === undefined || row.user_id === user
  const views = new Map<string, Accesses['views'][number]>()
  let total = 0
  for (const { kind, count, ...of } of rows.filter(isAsked)) {
    const key = `${of.day} ${of.user_id}`
    const known = views.get(key) ?? { ...of, counts: {} }
    known.counts[kind] = count
    views.set(key, known)
    total += count
  }
  return {
    views: [...views.values()],
    left: left.filter(isAsked),
    people: [...people.values()],
    total,
  }
}

/** Downloads of lists with this student. Their ids are negative, so that they differ from those of other departures. */
async function readLists(db: Db, student_id: number, from: string, before: Date | undefined) {
  const { created_at } = await db
    .selectFrom('students')
    .select('created_at')
    .where('id', '=', student_id)
    .executeTakeFirstOrThrow()
  const lists = await db
    .selectFrom('list_departures')
    .innerJoin('users', 'users.id', 'list_departures.user_id')
    .select(['list_departures.id', 'at', 'user_id', 'role_id', 'what', 'rows'])
    .select(userNameIn('users').$castTo<string>().as('name'))
    .where('what', 'not in', ['users', 'schools'])
    .where('at', '>', from)
    .where('at', '>=', created_at)
    .$if(before !== undefined, (query) => query.where('at', '<', before?.toISOString() ?? ''))
    .orderBy('list_departures.id', 'desc')
    .execute()
  return lists.map(({ id, what, rows, ...list }) =>
    Object.assign(list, {
      id: -id,
      how: 'download' as const,
      what: `${downloadNames[what]}, ${rows} ${what === 'everything' ? 'students' : 'rows'}`,
      went_to: OWN_DEVICE,
    }),
  )
}
