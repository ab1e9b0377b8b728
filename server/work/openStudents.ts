import { type RawBuilder, sql } from 'kysely'
import { namesOf } from '#contract/base/fields.ts'
import type { LongListQuery } from '#contract/base/lists.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import { canVerifyRecords } from '#contract/permissions.ts'
import { type Lack, lacks } from '#contract/records/steps.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { yieldToRequests } from '../base/yieldToRequests.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { inBatches, pagesOf } from '../database/inBatches.ts'
import { finds, hasIdIn, idsFor, isAnyOf, lineContains, type Search, searchOf } from '../database/lists.ts'
import { isPostgres } from '../database/lockRow.ts'
import { type Placeholders, prepared } from '../database/prepared.ts'
import type { RecordKind } from '../database/recordTables.ts'
import { soonAfter } from '../privacy/visibility/studentConsent.ts'
import { returnedRecords, waitingRecords } from '../records/unverifiedRecords.ts'
import type { Services } from '../Services.ts'
import type { LackTimes } from './lacks.ts'
import { anyOpen, hasToVerify, isActive, openIn } from './openIn.ts'
import { ofTerm, recordKinds } from './openRecords.ts'

/**
 * Students per query, read and counted: few enough not to block the event loop on SQLite. On PostgreSQL more, because each
 * query may read all records of a term.
 */
const sizes = {
  sqlite: { slice: 1_000, counted: 1_000 },
  postgres: { slice: 5_000, counted: 100_000 },
}
const sizesFor = (db: Db) => sizes[isPostgres(db) ? 'postgres' : 'sqlite']

export type Reading = Pick<Services, 'db' | 'config'>

export type Asked = LongListQuery & {
  /** The students of My work, and the viewer's own who wait for others; otherwise all. */
  isMine: boolean
  /** The terms whose records are missing. */
  times: LackTimes
  /** The term of the open records; all terms by default. */
  term?: NotificationTime | undefined
  /** The day since which report cards of that term are due; null before it, or if it has no dates. */
  due_since: string | null
  /** The last day of the payments whose receipts are missing; all by default. */
  paid_until?: string | undefined
  /** Only students for whom such a step is open. */
  lack?: Lack | undefined
}

type Shown = { open: ReturnType<typeof openIn>; eb: Parameters<typeof anyOpen>[1]; asked: Asked }
export type IsSo = (shown: Shown) => RawBuilder<boolean>

/** Whether the list shows a student. */
export const isListed: IsSo = ({ open, eb, asked }) => {
  const some = anyOpen(open, eb, asked.lack && lacks[asked.lack])
  const search = searchOf(asked.search ?? '')
  return search ? sql<boolean>`(${isFound(search)} and ${some})` : some
}

/** Students with columns that are 1 where a condition is true, else 0. */
function studentsQuery<Name extends string>(
  { db }: Reading,
  { today }: Actor,
  asked: Asked,
  conditions: Record<Name, IsSo>,
) {
  const open = openIn(db, asked.term, asked.times, {
    today,
    soon: soonAfter(today),
    paid_until: asked.paid_until,
  })
  return db
    .selectFrom('students')
    .leftJoin('consent_states as state', 'state.student_id', 'students.id')
    .select(['students.id', 'students.liaison_order', 'students.search_all'])
    .select((eb) =>
      namesOf(conditions).map((name) =>
        sql<number>`case when ${conditions[name]({ open, eb, asked })} then 1 else 0 end`.as(name),
      ),
    )
    .$castTo<After & Record<Name, number>>()
}

/** The students whom the list is about: the active ones, and those with a record to verify, which is possible also after they left. */
const isConcerned = (db: Db, { term }: Asked) => sql<boolean>`(${isActive} or ${hasToVerify(db, term)})`

/** The students whom the list is about, in slices; `isListed` is 1 if the list shows a student, else 0. */
export async function* slicesOf(
  services: Reading,
  viewer: Actor,
  asked: Asked,
): AsyncGenerator<(After & { isListed: number })[]> {
  const { db } = services
  const { slice } = sizesFor(db)
  const students = studentsQuery(services, viewer, asked, { isListed }).orderBy(orderOf(asked))
  if (asked.isMine) {
    const read = prepared(db, (value: Placeholders<{ ids: unknown }>) =>
      students.where(hasIdIn(db, sql`students.id`, value('ids'))),
    )
    for await (const ids of inBatches(await findOwn(services, viewer, asked), slice))
      yield read({ ids: idsFor(db, ids) })
    return
  }
  const some = students.where(isConcerned(db, asked)).limit(sql.lit(slice))
  const read = prepared(db, (after: Placeholders<After>) =>
    asked.sort === 'liaison'
      ? some.where(
          sql<boolean>`(liaison_order, search_all) > (${after('liaison_order')}, ${after('search_all')})`,
        )
      : some.where('students.id', '>', after('id')),
  )
  yield* pagesOf(slice, { id: 0, liaison_order: '', search_all: '' }, ({ id, liaison_order, search_all }) =>
    read({ id, liaison_order, search_all }),
  )
}

/** How many students the list is about, for how many of them any of the conditions is true, and for how many each. */
export async function countStudents<Name extends string>(
  services: Reading,
  viewer: Actor,
  asked: Asked,
  conditions: Record<Name, IsSo>,
) {
  const { db } = services
  const { counted: size } = sizesFor(db)
  const names = namesOf(conditions)
  type Counts = { students: number; total: number; last: number | null } & Record<Name, number>
  // In the order of the ids, which reads the table from its beginning to its end.
  const students = studentsQuery(services, viewer, asked, conditions).orderBy('students.id')
  const countsOf = (some: typeof students) =>
    db
      .selectFrom(some.as('student'))
      .select((eb) => [eb.fn.countAll<number>().as('students'), eb.fn.max<number | null>('id').as('last')])
      .select(
        sql<number>`coalesce(sum(case when ${sql.join(
          names.map((name) => sql.ref(name)),
          sql` + `,
        )} > 0 then 1 else 0 end), 0)`.as('total'),
      )
      .select(names.map((name) => sql<number>`coalesce(sum(${sql.ref(name)}), 0)`.as(name)))
      .$castTo<Counts>()
  const each = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  const all = { students: 0, total: 0, each }
  const add = (found: Counts[]) => {
    for (const counts of found) {
      all.students += counts.students
      all.total += counts.total
      for (const name of names) each[name] += counts[name]
    }
    return found[0]
  }
  if (asked.isMine) {
    const read = prepared(db, (value: Placeholders<{ ids: unknown }>) =>
      countsOf(students.where(hasIdIn(db, sql`students.id`, value('ids')))),
    )
    for await (const ids of inBatches(await findOwn(services, viewer, asked), size))
      add(await read({ ids: idsFor(db, ids) }))
    return all
  }
  const read = prepared(db, (value: Placeholders<{ after: number }>) =>
    countsOf(
      students.where(isConcerned(db, asked)).where('students.id', '>', value('after')).limit(sql.lit(size)),
    ),
  )
  for (let after: number | null = 0; after !== null;) {
    const counts = add(await read({ after }))
    after = counts?.students === size ? counts.last : null
    await yieldToRequests()
  }
  return all
}

type After = { id: number; liaison_order: string; search_all: string }

const orderOf = ({ sort }: Pick<Asked, 'sort'>) =>
  sql.raw(sort === 'liaison' ? 'students.liaison_order, students.search_all' : 'students.id')

/** By the names of student or liaison officer, the ref or the school. */
const isFound = (search: Search) =>
  sql<boolean>`(${finds('students.search', search)} or ${finds('students.liaison_order', search)}
    or students.school_id in (select id from schools where ${lineContains('schools.search', 1, search)}))`

/** The students of My work: the viewer's own, and those of the records that the viewer corrects or verifies. */
async function findOwn(services: Reading, viewer: Actor, { term, ...asked }: Asked): Promise<number[]> {
  const { db } = services
  const own = db
    .selectFrom('students')
    .select('id')
    .where('status', '=', STUDENT_ACTIVE)
    .where('liaison_id', '=', viewer.id)
  const records = (kind: RecordKind) => {
    const returned = returnedRecords(db, kind, viewer)
    return canVerifyRecords(viewer.role) ? [returned, waitingRecords(services, kind, viewer)] : [returned]
  }
  // A statement for each: on SQLite all of them at once would block the event loop.
  const found = new Set<number>()
  for (const some of recordKinds.flatMap(records)) {
    for (const { id } of await ofTerm(some, term).select('record.student_id as id').execute()) found.add(id)
    await yieldToRequests()
  }
  for (const { id } of await own.execute()) found.add(id)
  const ids = await db
    .selectFrom('students')
    .select('students.id')
    .where(isAnyOf(db, sql`students.id`, [...found]))
    .orderBy(orderOf(asked))
    .execute()
  await yieldToRequests()
  return ids.map(({ id }) => id)
}
