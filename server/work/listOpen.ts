import { sql } from 'kysely'
import type { NotificationTime } from '#contract/notifications.ts'
import { canVerifyRecords } from '#contract/permissions.ts'
import type { Missing } from '#contract/records/steps.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { inBatches } from '../database/inBatches.ts'
import type { RecordKind } from '../database/recordTables.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { consentUntil, soonAfter } from '../privacy/visibility/studentConsent.ts'
import { returnedRecords, unverifiedRecords, waitingRecords } from '../records/unverifiedRecords.ts'
import type { Services } from '../Services.ts'
import { countUnknownFacts } from '../students/unknownFacts.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { lackColumns, lackSteps, type LackStep, type LackTimes } from './lacks.ts'
import { ofTerm, openRecords, type OpenRow, recordKinds, shownRecords, stepOfRecord } from './openRecords.ts'
import { findVerifiers, firstStep, inOrder, type Rights, rightsOf } from './stepRule.ts'

/** Students per query: few enough not to block the event loop, and to keep the list of ids short. */
const BATCH = 200

type Reading = Pick<Services, 'db' | 'config'>

type Asked = {
  /** The students of My work, and the viewer's own who wait for others; otherwise all. */
  isMine: boolean
  /** The terms whose records are missing. */
  times: LackTimes
  /** The term of the open records; all terms by default. */
  term?: NotificationTime | undefined
}

/** The students for whom something is open, and the number of all. */
export async function listOpen(services: Reading, viewer: Actor, asked: Asked) {
  const { db } = services
  const rights = rightsOf(services, viewer, asked.isMine ? 'mine' : 'all')
  const verifierOf = await findVerifiers(services)
  const ids = await findStudents(services, viewer, asked)
  const data: Missing[] = []
  for await (const some of inBatches(ids, BATCH)) {
    const students = await readStudents(db, some, asked.times, viewer.today)
    const records = await openRecords(db, sql`(${sql.join(some)})`, asked.term).execute()
    const recordsOf = Map.groupBy(records, ({ student_id }) => student_id)
    for (const student of students) {
      const row = asMissing(student, recordsOf.get(student.student_id) ?? [], rights, verifierOf)
      if (row.open.length > 0) data.push(row)
    }
  }
  return { data, students: ids.length }
}

type Found = Awaited<ReturnType<typeof readStudents>>[number]

function asMissing(
  found: Found,
  rows: OpenRow[],
  rights: Rights,
  verifierOf: (author: number) => string,
): Missing {
  const { student_id, ref, name, path, status, school, liaison_id, liaison, unknown_facts, consent_until } =
    found
  const records = shownRecords(rows, status, rights)
  const lacks = status === STUDENT_ACTIVE ? lackSteps.filter((step) => found[step] === 1) : []
  const open = inOrder(new Set([...records.map(stepOfRecord), ...lacks]))
  const step = firstStep({ open, records, liaison_id }, rights)
  return {
    student_id,
    ref,
    name,
    path,
    status,
    school,
    liaison_id,
    liaison,
    open,
    records,
    unknown_facts,
    consent_until,
    step,
    waits_for: step ? null : waitsFor(),
  }

  function waitsFor(): string {
    const first = rows.find(({ id }) => id === records[0]?.id)
    if (!first) return found.liaison_first_name
    return first.remark === null ? verifierOf(first.entered_by) : first.author
  }
}

/** The active students, and those with a record to verify, which is possible also after a student has left. */
async function findStudents(services: Reading, viewer: Actor, { isMine, term }: Asked): Promise<number[]> {
  const { db } = services
  const active = db.selectFrom('students').select('id').where('status', '=', STUDENT_ACTIVE)
  const records = (kind: RecordKind) => {
    if (!isMine) return [unverifiedRecords(db, kind).where('record.remark', 'is', null)]
    const returned = returnedRecords(db, kind, viewer)
    return canVerifyRecords(viewer.role) ? [returned, waitingRecords(services, kind, viewer)] : [returned]
  }
  const open = recordKinds
    .flatMap(records)
    .map((some) => ofTerm(some, term).select('record.student_id as id'))
  const all = open.reduce<typeof active>(
    (found, some) => found.union(some),
    isMine ? active.where('liaison_id', '=', viewer.id) : active,
  )
  const ids = await all.orderBy('id').execute()
  return ids.map(({ id }) => id)
}

const readStudents = (db: Db, ids: number[], times: LackTimes, today: string) =>
  db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .innerJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .leftJoin('consent_states as state', 'state.student_id', 'students.id')
    .select(lackColumns(db, times, { today, soon: soonAfter(today) }))
    .$castTo<Record<LackStep, number>>()
    .select(['students.id as student_id', 'ref', 'name', 'students.status', 'schools.school'])
    .select([fileUrlIn('students.picture_id').as('path'), countUnknownFacts.as('unknown_facts')])
    .select([consentUntil.as('consent_until'), sql<number>`students.liaison_id`.as('liaison_id')])
    .select(['liaison.first_name as liaison_first_name'])
    .select(userNameIn('liaison').$castTo<string>().as('liaison'))
    .where('students.id', 'in', ids)
    .orderBy('students.id')
    .execute()
