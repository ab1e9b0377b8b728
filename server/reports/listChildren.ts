import { compareNames } from '#contract/lookups.ts'
import { toShillings } from '#contract/records/receipts.ts'
import { countedMean, markOf } from '#contract/records/reportCards.ts'
import { type Child, CHILDREN_MAX, NEWS_DAYS, type NewestLetter, type TermResult } from '#contract/reports.ts'
import { sql } from 'kysely'
import { dayOf, daysFrom } from '#contract/base/days.ts'
import { VERIFIED } from '#contract/records/records.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { countLevels } from '../records/readAnnual.ts'
import { inTermOrder } from '../students/recordYears.ts'
import { readStatusDays } from '../students/statusDays.ts'
import { recordTable } from '../database/recordTables.ts'
import { reportCardRows } from '../records/reportCards/reportCardQueries.ts'
import { onlyShared } from '../privacy/visibility/onlyShared.ts'
import { hiddenIn, hiddenOf } from '../privacy/visibility/sharedWithSupporter.ts'
import {
  ifShared,
  isOfVisibleStudent,
  isVisibleMedia,
  isVisibleState,
  visibleStudents,
} from '../privacy/visibility/visibleStudents.ts'

/**
 * The news of a supporter's students: active ones first, then by name. Each part has one query, which starts at
 * `visibleStudents` and leaves out what is not shared.
 */
export async function listChildren(
  db: Db,
  viewer: Actor,
): Promise<{ data: Child[]; total: number; letter: NewestLetter }> {
  const own = visibleStudents(db, viewer)
  const children = await own
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .leftJoin('classes', 'classes.id', 'students.class_id')
    .select(['students.id', 'ref', 'name', 'status', 'schools.school', 'class_name as class'])
    .select('students.created_at')
    .select([ifShared(fileUrlIn('picture_id'), 'pictures', viewer).as('path'), hiddenIn(viewer).as('hidden')])
    .orderBy((eb) => eb('students.status', '!=', STUDENT_ACTIVE))
    .orderBy('students.search_all')
    .orderBy('students.id')
    .limit(CHILDREN_MAX)
    .execute()
  const letter = await findNewestLetter(db, viewer)
  if (children.length === 0) return { data: [], total: 0, letter }
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const shown: Shown = { viewer, ids: children.map(({ id }) => id) }
  const results = await readResults(db, shown)
  const pictures = await readPictures(db, shown)
  const paid = await readPaid(db, shown)
  const left = await readStatusDays(
    db,
    children.filter(({ status }) => status !== STUDENT_ACTIVE),
  )
  const term = await newestVerifiedTerm(db)
  const data = children.map(({ hidden, created_at: _created, ...child }) => {
    const newest = results.get(child.id)
    const not_shared = hiddenOf(hidden)
    const left_in = left.get(child.id)?.status_on?.slice(0, MONTH) ?? null
    const isAwaited = child.status === STUDENT_ACTIVE && !not_shared.includes('progress')
    return Object.assign(onlyShared({ ...child, left_in }, not_shared), {
      not_shared,
      awaited: isAwaited && term && isNewer(term, newest?.result) ? term : null,
      class: newest?.class ?? child.class,
      result: newest?.result ?? null,
      picture: pictures.get(child.id)?.picture ?? null,
      media: pictures.get(child.id)?.media ?? 0,
      paid: paid.get(child.id) ?? null,
    })
  })
  return { data, total, letter }
}

/** The length of `2026-05`. */
const MONTH = 7

type Term = { year: string; term: string }

const compareTerms = (a: Term, b: Term) => compareNames(a.year, b.year) || compareNames(a.term, b.term)
const isNewer = (term: Term, result: Term | null | undefined) => !result || compareTerms(term, result) > 0

/** The newest term with a verified report card of any student. Unverified ones would reveal that they exist. */
async function newestVerifiedTerm(db: Db): Promise<Term | null> {
  const terms = await db
    .selectFrom('years')
    .innerJoin('terms', (join) => join.onTrue())
    .select(['year_name as year', 'term_name as term'])
    // Selected, because as a condition PostgreSQL would read all report cards.
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('reports')
            .select('reports.id')
            .whereRef('year_id', '=', 'years.id')
            .whereRef('term_id', '=', 'terms.id')
            .where('status', '>=', VERIFIED),
        )
        .as('has_reports'),
    )
    .execute()
  const [newest] = terms.filter(({ has_reports }) => has_reports).toSorted((a, b) => compareTerms(b, a))
  return newest ? { year: newest.year, term: newest.term } : null
}

/** The ids of the listed children, and their supporter. */
type Shown = { viewer: Actor; ids: number[] }

/** The newest report card of each child, and the one before it in its year. */
async function readResults(db: Db, { viewer, ids }: Shown) {
  const placed = await db
    .selectFrom(recordTable(db, 'report'))
    .innerJoin('years', 'years.id', 'record.year_id')
    .innerJoin('terms', 'terms.id', 'record.term_id')
    .select(['record.id', 'student_id', 'term_id', 'year_name as year', 'term_name as term'])
    .where(isOfVisibleStudent(db, viewer, 'progress'))
    .where('record.student_id', 'in', ids)
    .where(isVisibleState(viewer))
    .execute()
  const newest = [...Map.groupBy(inTermOrder(placed), ({ student_id }) => student_id)].map(
    ([student, own]) => {
      const [before, last] = [own.at(-2), own.at(-1)]
      return { student, last: last?.id ?? 0, before: before?.year === last?.year ? before?.id : undefined }
    },
  )
  const wanted = newest.flatMap(({ last, before }) => (before === undefined ? [last] : [last, before]))
  if (wanted.length === 0) return new Map<number, { class: string; result: Child['result'] }>()
  const grades = sql<
    string | null
  >`(select string_agg(marks.grade, ' ') from marks where report_id = reports.id)`
  const cards = await reportCardRows(db, viewer)
    .select(grades.as('grades'))
    .where('record.id', 'in', wanted)
    .execute()
  const byId = new Map(cards.map((card) => [card.id, card]))
  const lasts = newest.map(({ last }) => last)
  const days = await readDaysOf(db, lasts)
  const oldest = daysFrom(viewer.today, -NEWS_DAYS)
  return new Map(
    newest.flatMap(({ student, last, before }) => {
      const card = byId.get(last)
      if (!card) return []
      const { pathReport, teacher_comment } = card
      const earlier = byId.get(before ?? 0)
      const on = days.get(last)
      const result = {
        ...resultOf(card),
        pathReport,
        teacher_comment,
        came_on: on && on >= oldest ? on : null,
        before: earlier ? resultOf(earlier) : null,
      }
      return [[student, { class: card.class, result }] as const]
    }),
  )
}

/** The days on which report cards were last sent, or verified if they are not sent yet. Imported ones have none. */
async function readDaysOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('history')
    .select(['entity_id', 'at'])
    .where('entity', '=', 'report')
    .where('entity_id', 'in', ids)
    .where('action', 'in', ['verified', 'sent'])
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ entity_id, at }) => [entity_id, dayOf(new Date(at))]))
}

type Found = Pick<TermResult, 'year' | 'term' | 'curriculum' | 'grade' | 'mark'> & {
  overall_level: string | null
  grades: string | null
}

function resultOf({ year, term, curriculum, grade, mark, overall_level, grades }: Found): TermResult {
  const whole = grade ?? overall_level
  return {
    year,
    term,
    curriculum,
    mark: countedMean({ grade, mark: markOf(mark) }),
    grade: whole,
    levels: whole === null ? countLevels(curriculum, grades ?? '') : null,
  }
}

/** The newest picture of each gallery, and how many pictures and videos it has. */
async function readPictures(db: Db, { viewer, ids }: Shown) {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('media as record')
        .innerJoin('files', 'files.id', 'record.file_id')
        .select((eb) => [
          'record.student_id',
          eb.fn.countAll<number>().as('media'),
          sql<number | null>`max(case when files.medium_key is not null then record.id end)`.as('newest'),
        ])
        .where(isVisibleMedia(db, viewer, 'record'))
        .where('record.student_id', 'in', ids)
        .groupBy('record.student_id')
        .as('gallery'),
    )
    .leftJoin('media', 'media.id', 'gallery.newest')
    .select(['gallery.student_id', 'gallery.media', 'media.title', 'media.created_at'])
    .select(fileUrlIn('media.file_id').as('path'))
    .execute()
  return new Map(
    rows.map(({ student_id, media, title, created_at, path }) => {
      const picture = title && created_at && path ? { title, created_at, path } : null
      return [student_id, { media, picture }]
    }),
  )
}

/** By child: the costs of the newest year with receipts. */
async function readPaid(db: Db, { viewer, ids }: Shown): Promise<Map<number, Child['paid']>> {
  const rows = await db
    .selectFrom('receipts as record')
    .innerJoin('years', 'years.id', 'record.year_id')
    .innerJoin('terms', 'terms.id', 'record.term_id')
    .select((eb) => ['record.student_id', 'year_name', 'term_name', eb.fn.sum<number>('total').as('total')])
    .select((eb) => eb.fn.countAll<number>().as('receipts'))
    .where(isOfVisibleStudent(db, viewer, 'progress'))
    .where('record.student_id', 'in', ids)
    .where(isVisibleState(viewer))
    .groupBy(['record.student_id', 'years.id', 'year_name', 'terms.id', 'term_name'])
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ student_id }) => student_id)].map(([student, own]) => {
      const year =
        own
          .map(({ year_name }) => year_name)
          .toSorted(compareNames)
          .at(-1) ?? ''
      const terms = own.filter(({ year_name }) => year_name === year)
      const cents = terms.reduce((sum, { total }) => sum + total, 0)
      const names = terms.map(({ term_name }) => term_name).toSorted(compareNames)
      const count = terms.reduce((sum, { receipts }) => sum + receipts, 0)
      return [student, { year, terms: names, total: toShillings(cents), receipts: count }]
    }),
  )
}

/** The newest letter with news that was sent to the supporter. */
async function findNewestLetter(db: Db, { id }: Actor): Promise<NewestLetter> {
  const letter = await db
    .selectFrom('notices')
    .innerJoin('letters', 'letters.id', 'notices.letter_id')
    .innerJoin('years', 'years.id', 'notices.year_id')
    .innerJoin('terms', 'terms.id', 'notices.term_id')
    .select(['year_name', 'term_name', 'letters.sent_at'])
    .$narrowType<{ sent_at: string }>()
    .where('notices.supporter_id', '=', id)
    .where('letters.sent_at', 'is not', null)
    .orderBy('letters.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return letter ?? null
}
