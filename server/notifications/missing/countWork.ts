import { type AliasableExpression, sql } from 'kysely'
import type { Work } from '#contract/notifications.ts'
import {
  canDecideRequests,
  canReviewRecords,
  canSeeRegisters,
  canVerifyRecords,
} from '#contract/permissions.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Actor } from '../../database/history.ts'
import { findNewestTerms } from '../../records/newestTerms.ts'
import type { RecordKind } from '../../database/recordTables.ts'
import { returnedRecords, waitingRecords } from '../../records/unverifiedRecords.ts'
import { countOpenBreaches } from '../../privacy/registers/readBreaches.ts'
import { newAdults } from '../../privacy/consents/newAdults.ts'
import { countReview } from '../../privacy/countReview.ts'
import { requestWork } from '../../privacy/requests/listRequests.ts'
import type { Services } from '../../Services.ts'
import { lacksRecord } from '../../records/lacksRecord.ts'
import { lacksCertificate } from './listMissing.ts'

type Count = AliasableExpression<number>
const ZERO: Count = sql<number>`0`

/** Counts a user's open tasks: to verify, to correct, and to add. */
export async function countWork(services: Pick<Services, 'db' | 'config'>, viewer: Actor): Promise<Work> {
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
  const returnedOf = (kind: RecordKind) => returnedRecords(db, kind, viewer)
  const countReturned = (kind: RecordKind): Count =>
    returnedOf(kind)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .$asScalar()

  const countStudents = (records: (kind: RecordKind) => ReturnType<typeof waitingRecords>) =>
    db
      .selectFrom(
        records('report')
          .select('record.student_id')
          .union(records('receipt').select('record.student_id'))
          .as('student'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .$asScalar()

  const ownStudents = db
    .selectFrom('students')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('students.liaison_id', '=', viewer.id)
    .where('students.status', '=', STUDENT_ACTIVE)
  const lacks = (kind: RecordKind) => lacksRecord(db, kind, terms[kind])

  const counted = await db
    .selectNoFrom([
      countWaiting('report').as('reports'),
      countWaiting('receipt').as('receipts'),
      countReturned('report').as('returned_reports'),
      countReturned('receipt').as('returned_receipts'),
      ownStudents.where(lacks('report')).$asScalar().as('missing_reports'),
      ownStudents.where(lacks('receipt')).$asScalar().as('missing_receipts'),
      ownStudents.where('picture_id', 'is', null).$asScalar().as('missing_pictures'),
      ownStudents.where(lacksCertificate).$asScalar().as('missing_certificates'),
      ownStudents
        .where((eb) =>
          eb.or([
            lacks('report')(eb),
            lacks('receipt')(eb),
            eb('picture_id', 'is', null),
            lacksCertificate(eb),
          ]),
        )
        .$asScalar()
        .as('lacking_students'),
      newAdults(db, viewer)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .as('adults'),
      (mayVerify ? countStudents(waiting) : ZERO).as('waiting_students'),
      countStudents(returnedOf).as('returned_students'),
    ])
    .executeTakeFirstOrThrow()

  const requests = canDecideRequests(viewer.role)
    ? await requestWork(db, viewer.today)
    : { due: 0, overdue: 0 }
  const breaches = canSeeRegisters(viewer.role) ? await countOpenBreaches(db) : 0
  const review = canReviewRecords(viewer.role)
    ? await countReview(db, viewer.today)
    : { retention: 0, refused: 0, restricted: 0 }
  const { reports, receipts, adults } = counted
  const returned = counted.returned_reports + counted.returned_receipts
  const records = counted.missing_reports + counted.missing_receipts
  const missing = records + counted.missing_pictures + counted.missing_certificates
  return {
    total: [
      reports,
      receipts,
      returned,
      missing,
      adults,
      breaches,
      ...Object.values({ ...requests, ...review }),
    ].reduce((sum, count) => sum + count),
    reports,
    receipts,
    returned,
    missing,
    requests,
    breaches,
    review,
    adults,
    students: {
      waiting: counted.waiting_students,
      returned: counted.returned_students,
      missing: counted.lacking_students,
    },
    terms: { report: namesOf(terms.report), receipt: namesOf(terms.receipt) },
  }
}

const namesOf = (time: Work['terms']['report']) =>
  time && { year_name: time.year_name, term_name: time.term_name }
