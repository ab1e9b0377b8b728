import { sql } from 'kysely'
import { namesOf } from '#contract/base/fields.ts'
import { DEFAULT_PAGE_SIZE, type ListMeta } from '#contract/base/lists.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import { canVerifyRecords } from '#contract/permissions.ts'
import { type Lack, lacks, type Missing } from '#contract/records/steps.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { LongAnswer, wholeOrLong } from '../base/LongAnswer.ts'
import { inBatches } from '../database/inBatches.ts'
import { asksForAll } from '../database/lists.ts'
import { isPostgres } from '../database/lockRow.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { consentUntil, soonAfter } from '../privacy/visibility/studentConsent.ts'
import { waitingRecords } from '../records/unverifiedRecords.ts'
import { countUnknownFacts } from '../students/unknownFacts.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { lackColumns, lackSteps, type LackStep, type LackTimes, paidSince } from './lacks.ts'
import { anyOpen } from './openIn.ts'
import { type Asked, countStudents, isListed, type IsSo, type Reading, slicesOf } from './openStudents.ts'
import { ofTerm, openRecords, type OpenRow, recordKinds, shownRecords, stepOfRecord } from './openRecords.ts'
import { findVerifiers, firstStep, inOrder, type Rights, rightsOf } from './stepRule.ts'

/** Students per query with all columns: few enough not to block the event loop on SQLite. */
const batchFor = (db: Db) => (isPostgres(db) ? 1_000 : 200)

type Found = { data: Missing[]; students: number; meta: ListMeta }

/** The students for whom something is open, and the number of all. */
export async function listOpen(services: Reading, viewer: Actor, asked: Asked) {
  const readRows = await rowReader(services, viewer, asked)
  const { page, size, search, sort, whole, lack, all } = asked
  let students = 0
  const wholeRest = (total: number) => ({ students, meta: { total, whole: true } })
  if (all) return new LongAnswer<Found>(batches(), wholeRest)
  if (!asksForAll({ page, size, search, sort, whole, lack })) {
    const { ids, isWhole, total, ...found } = await findPage(services, viewer, asked)
    const data: Missing[] = []
    for await (const some of inBatches(ids, batchFor(services.db))) data.push(...(await readRows(some)))
    return { data, students: found.students, meta: { total, whole: isWhole } }
  }
  return wholeOrLong(batches(), wholeRest)

  async function* batches(): AsyncGenerator<Missing[]> {
    for await (const slice of slicesOf(services, viewer, asked)) {
      students += slice.length
      const open = slice.flatMap((each) => (each.isListed === 1 ? each.id : []))
      for await (const ids of inBatches(open, batchFor(services.db))) yield readRows(ids)
    }
  }
}

/** The ids of a page, or of all if there are few enough. */
async function findPage(services: Reading, viewer: Actor, { sort, ...asked }: Asked) {
  const { page = 1, size = DEFAULT_PAGE_SIZE, whole } = asked
  const { students, total } = await countStudents(services, viewer, asked, { isListed })
  const isWhole = whole !== undefined && total <= whole
  const ids = isWhole
    ? await findWindow(services, viewer, asked, { from: 0, to: total })
    : await findWindow(services, viewer, { ...asked, sort }, { from: (page - 1) * size, to: page * size })
  return { ids, isWhole, students, total }
}

/** Some of the ids in the requested order. Reads no further than their end. */
async function findWindow(
  services: Reading,
  viewer: Actor,
  asked: Asked,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const ids: number[] = []
  if (from === to) return ids
  let place = 0
  for await (const slice of slicesOf(services, viewer, asked))
    for (const { id, isListed: shown } of slice) {
      if (shown !== 1) continue
      if (place >= from) ids.push(id)
      place += 1
      if (place === to) return ids
    }
  return ids
}

/** How many students each filter of What Is Missing finds. */
export async function countOpen(services: Reading, viewer: Actor, asked: Asked) {
  const conditions = Object.fromEntries(
    namesOf(lacks).map((name): [Lack, IsSo] => [name, ({ open, eb }) => anyOpen(open, eb, lacks[name])]),
  ) as Record<Lack, IsSo>
  const { students, total, ...counts } = await countStudents(services, viewer, asked, conditions)
  return { students, total, lacks: counts.each, to_verify: await countToVerify(services, viewer, asked) }
}

/** How many students What Is Missing lists for a term. */
export async function countOfTerm(services: Reading, viewer: Actor, time: NotificationTime): Promise<number> {
  const times = { report: time, receipt: time }
  const asked = { term: time, times, due_since: null, isMine: false }
  return (await countStudents(services, viewer, asked, { isListed })).total
}

async function countToVerify(services: Reading, viewer: Actor, { term }: Asked): Promise<number> {
  if (!canVerifyRecords(viewer.role)) return 0
  const [reports, receipts] = recordKinds.map((kind) =>
    ofTerm(waitingRecords(services, kind, viewer), term).select('record.student_id'),
  )
  if (!reports || !receipts) return 0
  const { count } = await services.db
    .selectFrom(reports.union(receipts).as('student'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Reads rows by the students' ids, in their order. */
async function rowReader(services: Reading, viewer: Actor, { isMine, times, term, ...asked }: Asked) {
  const { db } = services
  const rights = rightsOf(services, viewer, isMine ? 'mine' : 'all')
  const verifierOf = await findVerifiers(services)
  const { today } = viewer
  const { paid_until } = asked
  return async (ids: number[]): Promise<Missing[]> => {
    if (ids.length === 0) return []
    const students = await readStudents(db, ids, { times: { ...times, payment: term }, today, paid_until })
    const records = await openRecords(db, sql`(${sql.join(ids)})`, term).execute()
    const recordsOf = Map.groupBy(records, ({ student_id }) => student_id)
    const places = new Map(ids.map((id, place) => [id, place]))
    const placeOf = ({ student_id }: Missing) => places.get(student_id) ?? 0
    return (
      students
        .map((student) => {
          const row = asMissing(student, recordsOf.get(student.student_id) ?? [], rights, verifierOf)
          const due_since = row.open.includes('add_report') ? asked.due_since : null
          return Object.assign(row, { due_since })
        })
        // A step may have been taken since the ids were read.
        .filter(({ open }) => open.length > 0)
        .sort((one, other) => placeOf(one) - placeOf(other))
    )
  }
}

type Student = Awaited<ReturnType<typeof readStudents>>[number]

function asMissing(
  found: Student,
  rows: OpenRow[],
  rights: Rights,
  verifierOf: (author: number) => string,
): Omit<Missing, 'due_since'> {
  const { student_id, ref, name, path, status, school, liaison_id, liaison, unknown_facts, consent_until } =
    found
  const { paid_since } = found
  const records = shownRecords(rows, status, rights)
  const lacking = status === STUDENT_ACTIVE ? lackSteps.filter((step) => found[step] === 1) : []
  const open = inOrder(new Set([...records.map(stepOfRecord), ...lacking]))
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
    paid_since: open.includes('payment') ? paid_since : null,
    step,
    waits_for: step ? null : waitsFor(),
  }

  function waitsFor(): string {
    const first = rows.find(({ id }) => id === records[0]?.id)
    if (!first) return found.liaison_first_name
    return first.remark === null ? verifierOf(first.entered_by) : first.author
  }
}

type Lacking = { times: LackTimes; today: string; paid_until: string | undefined }

const readStudents = (db: Db, ids: number[], { times, today, paid_until }: Lacking) =>
  db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .innerJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .leftJoin('consent_states as state', 'state.student_id', 'students.id')
    .select(lackColumns(db, times, { today, soon: soonAfter(today), paid_until }))
    .$castTo<Record<LackStep, number>>()
    .select(['students.id as student_id', 'ref', 'name', 'students.status', 'schools.school'])
    .select([fileUrlIn('students.picture_id').as('path'), countUnknownFacts.as('unknown_facts')])
    .select([consentUntil.as('consent_until'), sql<number>`students.liaison_id`.as('liaison_id')])
    .select(paidSince({ time: times.payment, until: paid_until }).as('paid_since'))
    .select(['liaison.first_name as liaison_first_name'])
    .select(userNameIn('liaison').$castTo<string>().as('liaison'))
    .where('students.id', 'in', ids)
    .orderBy('students.id')
    .execute()
