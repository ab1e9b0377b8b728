import { type RawBuilder, sql } from 'kysely'
import { toShillings } from '#contract/records/receipts.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import type { OpenRecord } from '#contract/records/steps.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import type { RecordKind } from '../database/recordTables.ts'
import { unverifiedRecords } from '../records/unverifiedRecords.ts'
import { userNameIn } from '../users/userNameIn.ts'
import type { Rights } from './stepRule.ts'

export const recordKinds: RecordKind[] = ['report', 'receipt']

/** The records of some students that must be corrected or verified, of all terms or of one. */
export const openRecords = (db: Db, students: RawBuilder<unknown>, term?: NotificationTime) =>
  openOf(db, 'report', students, term).unionAll(openOf(db, 'receipt', students, term))

const openOf = (db: Db, kind: RecordKind, students: RawBuilder<unknown>, term?: NotificationTime) =>
  ofTerm(unverifiedRecords(db, kind), term)
    .innerJoin('years', 'years.id', 'record.year_id')
    .innerJoin('terms', 'terms.id', 'record.term_id')
    .innerJoin('users as author', 'author.id', 'record.entered_by')
    .where(sql<boolean>`record.student_id in ${students}`)
    .select(['record.id', 'record.student_id', 'record.year_id', 'year_name', 'record.term_id', 'term_name'])
    .select(['record.remark', 'record.updated_at'])
    .select([
      sql<RecordKind>`${sql.lit(kind)}`.as('of'),
      (kind === 'receipt' ? sql<number | null>`record.total` : sql<number | null>`null`).as('total'),
      sql<number>`record.entered_by`.as('entered_by'),
      'author.first_name as author',
      'author.status as author_status',
      sql<string>`${userNameIn('author')}`.as('saved_by'),
      sql<string | null>`case when record.remark is not null then ${returnerOf(db, kind)} end`.as(
        'returned_by',
      ),
    ])

export const ofTerm = (records: ReturnType<typeof unverifiedRecords>, term: NotificationTime | undefined) =>
  term
    ? records.where('record.year_id', '=', term.year_id).where('record.term_id', '=', term.term_id)
    : records

/** What must be done with a record. */
export const stepOfRecord = ({ state }: Pick<OpenRecord, 'state'>) =>
  state === 'returned' ? 'correct' : 'verify'

/** Who returned a record: only the history contains it. */
const returnerOf = (db: Db, kind: RecordKind) =>
  db
    .selectFrom('history')
    .innerJoin('users as returner', 'returner.id', 'history.user_id')
    .select(userNameIn('returner').as('name'))
    .where('entity', '=', sql.lit(kind))
    .where('entity_id', '=', sql.ref<number>('record.id'))
    .where('action', '=', sql.lit('returned'))
    .orderBy('history.id', 'desc')
    .limit(sql.lit(1))

export type OpenRow = Awaited<ReturnType<ReturnType<typeof openRecords>['executeTakeFirstOrThrow']>>

/**
 * The records of one student as the lists show them: first those to correct, then those to verify, each the newest first.
 * Records of a student who has left can only be verified.
 */
export const shownRecords = (rows: OpenRow[], status: number, rights: Rights): OpenRecord[] =>
  rows
    .filter(({ remark }) => remark === null || status === STUDENT_ACTIVE)
    .toSorted(
      (a, b) =>
        Number(a.remark === null) - Number(b.remark === null) ||
        Number(a.of === 'receipt') - Number(b.of === 'receipt') ||
        (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : b.id - a.id),
    )
    .map((row) => {
      const { of, id, year_id, term_id, year_name, term_name, total, remark, updated_at: at } = row
      return {
        of,
        state: remark === null ? 'unverified' : 'returned',
        id,
        time: { year_id, term_id, year_name, term_name },
        total_cost: total === null ? null : toShillings(total),
        by: remark === null ? row.saved_by : row.returned_by,
        at,
        remark,
        until: null,
        paid_since: null,
        is_mine: remark === null ? rights.verifies(row) : rights.corrects(row),
        is_own: row.entered_by === rights.viewer,
      }
    })
