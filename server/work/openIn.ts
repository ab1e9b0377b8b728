import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { NotificationTime } from '#contract/notifications.ts'
import type { Step } from '#contract/records/steps.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'
import { unverifiedRecords } from '../records/unverifiedRecords.ts'
import { lacksIn, type LackStep, type LackTimes } from './lacks.ts'
import { ofTerm, recordKinds } from './openRecords.ts'

type Condition = (eb: ExpressionBuilder<Tables, 'students'>) => RawBuilder<boolean>

/** Those first that read the fewest rows. */
const cheapestFirst: LackStep[] = [
  'picture',
  'facts',
  'certificate',
  'consent',
  'payment',
  'add_report',
  'add_receipt',
]

export const isActive = sql<boolean>`students.status = ${sql.lit(STUDENT_ACTIVE)}`

/** Whether a student has a record to verify, which is possible also after a student has left; of all terms or of one. */
export const hasToVerify = (db: Db, term: NotificationTime | undefined) =>
  hasUnverified(db, term, sql`record.remark is null`)

/** Whether each step is open for a student, in queries that join `consent_states` as `state`. */
export function openIn(
  db: Db,
  term: NotificationTime | undefined,
  times: LackTimes,
  days: Parameters<typeof lacksIn>[2],
): Record<Step, Condition> {
  const lacks = lacksIn(db, { ...times, payment: term }, days)
  const ifActive =
    (condition: Condition): Condition =>
    (eb) =>
      sql`(${isActive} and ${condition(eb)})`
  return {
    correct: ifActive(() => hasUnverified(db, term, sql`record.remark is not null`)),
    verify: () => hasToVerify(db, term),
    add_report: ifActive(lacks.add_report),
    add_receipt: ifActive(lacks.add_receipt),
    picture: ifActive(lacks.picture),
    certificate: ifActive(lacks.certificate),
    facts: ifActive(lacks.facts),
    consent: ifActive(lacks.consent),
    payment: ifActive(lacks.payment),
  }
}

/** Whether any of these steps is open. */
export const anyOpen = (
  open: Record<Step, Condition>,
  eb: ExpressionBuilder<Tables, 'students'>,
  some: readonly Step[] = [...cheapestFirst, 'verify', 'correct'],
) =>
  sql<boolean>`(${sql.join(
    some.map((step) => open[step](eb)),
    sql` or `,
  )})`

const hasUnverified = (db: Db, term: NotificationTime | undefined, isSo: RawBuilder<unknown>) =>
  sql<boolean>`(${sql.join(
    recordKinds.map(
      (kind) =>
        sql`exists ${ofTerm(unverifiedRecords(db, kind), term)
          .where(sql<boolean>`record.student_id = students.id and ${isSo}`)
          .select('record.id')}`,
    ),
    sql` or `,
  )})`
