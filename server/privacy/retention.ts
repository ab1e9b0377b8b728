import { sql } from 'kysely'
import { dayOf, yearsBefore } from '#contract/base/days.ts'
import { fold, type ListQuery, searchText } from '#contract/base/lists.ts'
import type { RetentionRow } from '#contract/privacy/erasure.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import { type Change, writeChange } from '../database/history.ts'
import { pagesOf } from '../database/inBatches.ts'
import { pageInMemory } from '../database/lists.ts'
import { isStatusChange } from '../database/statusHistory.ts'
import { fileUrlIn } from '../files/fileUrl.ts'

/** Students per query. */
const AT_ONCE = 200

export async function readPeriod(db: Db): Promise<number | null> {
  const row = await db.selectFrom('retention').select('years').executeTakeFirst()
  return row?.years ?? null
}

export async function setPeriod(change: Change, years: number | null): Promise<void> {
  const before = await readPeriod(change.trx)
  if (before === years) return
  await change.trx.updateTable('retention').set({ years }).execute()
  await writeChange(change, {
    entity: 'retention',
    entity_id: 1,
    action: 'edited',
    changes: { years: [before, years] },
  })
}

/** The students who left longer ago than the period. */
export async function listRetention(db: Db, query: ListQuery, today: string) {
  const years = await readPeriod(db)
  const rows: RetentionRow[] = []
  if (years !== null) {
    const last = yearsBefore(today, years)
    for await (const some of pagesOf(AT_ONCE, { id: 0 }, ({ id }) => retentionRows(db, id).execute()))
      rows.push(...some.flatMap((row) => overdue(row, last) ?? []))
  }
  const page = pageInMemory(rows, query, {
    searchText: ({ name, ref, school }) => searchText([name], [ref, school]),
    sortRows: (all, sort) =>
      sort?.endsWith('name')
        ? all.toSorted((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1) * (sort.startsWith('-') ? -1 : 1))
        : all.toSorted((a, b) => (a.left < b.left ? -1 : 1) * (sort?.startsWith('-') ? -1 : 1)),
  })
  return { ...page, years }
}

/** How many of them do not wait to be anonymised. */
export async function countRetention(db: Db, today: string): Promise<number> {
  const years = await readPeriod(db)
  if (years === null) return 0
  const last = yearsBefore(today, years)
  let count = 0
  for await (const some of pagesOf(AT_ONCE, { id: 0 }, ({ id }) => leftStudents(db, id).execute()))
    count += some.filter((row) => row.anonymise_on === null && leftOn(row, last) !== undefined).length
  return count
}

type Left = Awaited<ReturnType<ReturnType<typeof retentionRows>['executeTakeFirstOrThrow']>>

function overdue({ left_at, left_year, ...row }: Left, last: string): RetentionRow | undefined {
  const left = leftOn({ left_at, left_year }, last)
  return left === undefined ? undefined : { ...row, left, is_year: left_at === null }
}

/** When a student left who left on or before this day, or in an earlier year. */
function leftOn({ left_at, left_year }: Pick<Left, 'left_at' | 'left_year'>, last: string) {
  const left = left_at ? dayOf(new Date(left_at)) : left_year
  return !left || (left_at ? left > last : left >= last.slice(0, 4)) ? undefined : left
}

function retentionRows(db: Db, after: number) {
  const count = (table: 'reports' | 'receipts' | 'media') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(sql<boolean>`${sql.ref(`${table}.student_id`)} = students.id`)
      .$asScalar()
      .$castTo<number>()
  return leftStudents(db, after)
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .select(['ref', 'name', 'students.status', 'schools.school'])
    .select([
      fileUrlIn('picture_id').as('path'),
      count('reports').as('reports'),
      count('receipts').as('receipts'),
      count('media').as('media'),
    ])
}

/** Students who are not active and not anonymised. When they left is in the history, which a later status replaces. */
const leftStudents = (db: Db, after: number) =>
  db
    .selectFrom('students')
    .leftJoin('anonymisations as erasure', 'erasure.student_id', 'students.id')
    .select(['students.id', 'erasure.due_on as anonymise_on'])
    .select((eb) => [
      eb
        .selectFrom('history')
        .select((left) => left.fn.max('at').as('at'))
        .where('entity', '=', 'student')
        .whereRef('entity_id', '=', 'students.id')
        .where(isStatusChange)
        .as('left_at'),
      eb
        .selectFrom('reports')
        .innerJoin('years', 'years.id', 'reports.year_id')
        .select((year) => year.fn.max('year_name').as('year'))
        .whereRef('reports.student_id', '=', 'students.id')
        .as('left_year'),
    ])
    .where('students.status', '!=', STUDENT_ACTIVE)
    .where('erasure.done_at', 'is', null)
    .where('students.id', '>', after)
    .orderBy('students.id')
    .limit(AT_ONCE)
