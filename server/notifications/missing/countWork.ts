import { type AliasableExpression, sql } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import type { Work } from '#contract/notifications.ts'
import { canVerifyRecords } from '#contract/permissions.ts'
import { STUDENT_ACTIVE } from '#contract/students.ts'
import { type RecordKind, recordTable } from '../../records/recordTables.ts'
import { returnedRecords, waitingRecords } from '../../records/unverifiedRecords.ts'
import type { Services } from '../../Services.ts'
import { findNewestTerms, lacksCertificate } from './listMissing.ts'

type Count = AliasableExpression<number>
const ZERO: Count = sql<number>`0`
const NO_DATE = sql<string | null>`null`

/** Counts a user's open tasks: to verify, to correct, and to add. */
export async function countWork(
  services: Pick<Services, 'db' | 'config'>,
  viewer: SessionUser,
): Promise<Work> {
  const { db } = services
  const terms = await findNewestTerms(db)
  const mayVerify = canVerifyRecords(viewer.role)

  const waiting = (kind: RecordKind) => waitingRecords(services, kind, viewer)
  const countWaiting = (kind: RecordKind): Count =>
    mayVerify
      ? waiting(kind)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .$asScalar()
      : ZERO
  const oldest = (kind: RecordKind): AliasableExpression<string | null> =>
    mayVerify
      ? waiting(kind)
          .select((eb) => eb.fn.min('record.updated_at').as('oldest'))
          .$asScalar()
      : NO_DATE
  const countReturned = (kind: RecordKind): Count =>
    returnedRecords(db, kind, viewer)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .$asScalar()

  const ownStudents = db
    .selectFrom('students')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('students.liaison_id', '=', viewer.id)
    .where('students.status', '=', STUDENT_ACTIVE)
  const countLacking = (kind: RecordKind): Count => {
    const time = terms[kind]
    if (!time) return ZERO
    return ownStudents
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom(recordTable(db, kind))
              .select('record.id')
              .whereRef('record.student_id', '=', 'students.id')
              .where('record.year_id', '=', time.year_id)
              .where('record.term_id', '=', time.term_id),
          ),
        ),
      )
      .$asScalar()
  }

  const counted = await db
    .selectNoFrom([
      countWaiting('report').as('reports'),
      countWaiting('receipt').as('receipts'),
      oldest('report').as('oldest_report'),
      oldest('receipt').as('oldest_receipt'),
      countReturned('report').as('returned_reports'),
      countReturned('receipt').as('returned_receipts'),
      countLacking('report').as('missing_reports'),
      countLacking('receipt').as('missing_receipts'),
      ownStudents.where('picture_id', 'is', null).$asScalar().as('missing_pictures'),
      ownStudents.where(lacksCertificate).$asScalar().as('missing_certificates'),
    ])
    .executeTakeFirstOrThrow()

  const { reports, receipts } = counted
  const returned = counted.returned_reports + counted.returned_receipts
  const records = counted.missing_reports + counted.missing_receipts
  const missing = records + counted.missing_pictures + counted.missing_certificates
  const [since = null] = [counted.oldest_report, counted.oldest_receipt]
    .filter((at) => at !== null)
    .toSorted()
  return {
    total: reports + receipts + returned + missing,
    reports,
    receipts,
    since,
    returned,
    missing,
    terms: { report: namesOf(terms.report), receipt: namesOf(terms.receipt) },
  }
}

const namesOf = (time: Work['terms']['report']) =>
  time && { year_name: time.year_name, term_name: time.term_name }
