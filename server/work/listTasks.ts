import { sql } from 'kysely'
import { canEditStudents } from '#contract/permissions.ts'
import { toShillings } from '#contract/records/receipts.ts'
import type { StudentTask } from '#contract/records/steps.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { type Placeholders, prepared } from '../database/prepared.ts'
import { paidWithoutReceipt } from '../payments/receiptLinks.ts'
import { consentUntil, soonAfter } from '../privacy/visibility/studentConsent.ts'
import { findNewestTerms } from '../lookups/newestTerms.ts'
import type { Services } from '../Services.ts'
import {
  lackColumns,
  lackPlaces,
  type LackStep,
  lackSteps,
  type LackValues,
  paidSince,
  timeValues,
} from './lacks.ts'
import { openRecords, type OpenRow, shownRecords } from './openRecords.ts'
import { rightsOf } from './stepRule.ts'

type Asked = LackValues & { student: number; today: string }

type Terms = Awaited<ReturnType<typeof findNewestTerms>>

/** Reads the steps for a student, in the order of the rule: the records that the user can correct or verify, and all that is lacking; none for supporters. */
export function tasksReader(services: Pick<Services, 'db' | 'config'>) {
  const { db } = services
  const read = prepared(db, (value: Placeholders<Asked>) => studentQuery(db, value))

  return async (student: number, viewer: Actor): Promise<StudentTask[]> => {
    if (!canEditStudents(viewer.role)) return []
    const { today } = viewer
    const terms = await findNewestTerms(db, today)
    const rows = await read({ student, today, soon: soonAfter(today), ...timeValues(terms) })
    const [row] = rows
    if (!row) return []
    const open = rows.filter((each): each is typeof each & OpenRow => each.id !== null)
    const rights = rightsOf(services, viewer, 'profile')
    const records = shownRecords(open, row.status, rights)
    const lacking = row.status === STUDENT_ACTIVE ? lackSteps.filter((step) => row[step] === 1) : []
    return [
      ...records.filter(({ is_mine }) => is_mine).map(({ is_own: _own, ...task }) => task),
      ...lacking.map((step) => lackTask(step, terms, row, rights.completes(row.liaison_id))),
    ]
  }
}

/** The student with what they lack, once for each open record. */
const studentQuery = (db: Db, value: Placeholders<Asked>) =>
  db
    .selectFrom('students')
    .leftJoin('consent_states as state', 'state.student_id', 'students.id')
    .leftJoin(openRecords(db, sql`(${value('student')})`).as('open'), (join) => join.onTrue())
    .select(lackColumns(db, ...lackPlaces(value)))
    .$castTo<Record<LackStep, number>>()
    .select([
      'students.status',
      'students.liaison_id',
      consentUntil.as('consent_until'),
      paidSince({}).as('paid_since'),
    ])
    .select(sql<number | null>`(select sum(line.amount) ${paidWithoutReceipt({})})`.as('paid'))
    .selectAll('open')
    .where('students.id', '=', value('student'))

type Lacking = { consent_until: string | null; paid_since: string | null; paid: number | null }

/** Something to add. */
function lackTask(step: LackStep, terms: Terms, row: Lacking, is_mine: boolean): StudentTask {
  const of = step === 'add_report' ? 'report' : step === 'add_receipt' ? 'receipt' : step
  const time = of === 'report' || of === 'receipt' ? terms[of] : null
  return {
    of,
    state: 'missing',
    id: null,
    time,
    total_cost: step === 'payment' ? toShillings(row.paid ?? 0) : null,
    by: null,
    at: null,
    remark: null,
    until: step === 'consent' ? row.consent_until : null,
    paid_since: step === 'payment' ? row.paid_since : null,
    is_mine,
  }
}
