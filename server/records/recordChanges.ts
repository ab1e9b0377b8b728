import type { Selectable } from 'kysely'
import type { FieldErrors } from '#contract/base/call.ts'
import { recordMessages, SENT, UNVERIFIED, UNVERIFY_MS, VERIFIED } from '#contract/records/records.ts'
import { STUDENT_ACTIVE, studentMessages } from '#contract/students/students.ts'
import { changeVersioned, type RowChange } from '../database/changeVersioned.ts'
import { type Change, listHistory, type Trx } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { isWithin } from '../database/instants.ts'
import type { Tables } from '../database/tables.ts'
import { addFileRow, type StoredBytes } from '../files/storeUpload.ts'
import { refuseWaiting } from '../privacy/erasure/erasures.ts'
import { conflict, invalid } from '../base/ApiError.ts'
import type { Services } from '../Services.ts'
import { type RecordKind, shownStatus } from '../database/recordTables.ts'

/** The year, term and class of a record. */
type Time = { year_id: number; term_id: number; class_id: number }
type Form = Time & { student_id: number; liaison_comment: string }
/** A form with the version that its user has loaded. */
export type Edited<Of> = Of & { version?: number | undefined }
/** The fields that both forms have. Fields of one kind are in its own columns. */
export type SharedField = keyof Form
type Facts = Record<string, unknown>

type Row<Table extends 'reports' | 'receipts'> = Selectable<Tables[Table]>
type AnyRecord = Row<'reports'> | Row<'receipts'>
/** The columns that every record has. */
type SharedColumns = Omit<Row<'receipts'>, 'total' | 'receipt_no'>
/** A change of the columns that only one kind has. */
type OwnChange = RowChange<
  Omit<Row<'reports'>, keyof SharedColumns> | Omit<Row<'receipts'>, keyof SharedColumns>
>

const studentUnknown = { student_id: [recordMessages.studentUnknown] }

/** The columns of a new record, with the student's present school, and its facts for the history. */
export async function newRecord(
  { trx, actor, at }: Change,
  form: Form,
  pdf: StoredBytes,
): Promise<{ columns: Omit<SharedColumns, 'id'>; facts: Facts }> {
  const { student_id, year_id, term_id, class_id, liaison_comment } = form
  const student = await lockRow(trx, 'students', student_id)
  const names = await findChosen(trx, form, student ? {} : studentUnknown)
  if (!student) throw invalid(studentUnknown)
  if (student.status !== STUDENT_ACTIVE) throw conflict(studentMessages.notActive)
  const file_id = await addFileRow(trx, pdf, { student_id, created_by: actor.id, created_at: at })
  return {
    columns: {
      student_id,
      year_id,
      term_id,
      class_id,
      school_id: student.school_id,
      file_id,
      liaison_comment,
      status: UNVERIFIED,
      remark: null,
      version: 1,
      created_at: at,
      created_by: actor.id,
      updated_at: at,
      entered_by: actor.id,
      verified_by: null,
    },
    facts: { student: student.ref, ...names, liaison_comment, file: file_id },
  }
}

/**
 * Edits a record, which becomes Unverified. It keeps its student and their school of that time. `saveOwn` saves the
 * marks or items, and returns the columns that only this kind has.
 */
export function editRecord(
  change: Change,
  kind: RecordKind,
  id: number,
  { version: known, ...form }: Edited<Form>,
  pdf: StoredBytes | undefined,
  saveOwn: (before: AnyRecord) => Promise<OwnChange>,
): Promise<void> {
  const { trx, actor, at } = change
  return changeRecord(change, kind, id, { known, action: 'edited' }, async (before) => {
    const { student_id, status, remark } = before
    const names = await findChosen(trx, form, form.student_id === student_id ? {} : studentUnknown)
    const namesBefore = await namesOf(trx, before)
    const { columns, from, to } = await saveOwn(before)
    const owner = { student_id, created_by: actor.id, created_at: at }
    const file_id = pdf ? await addFileRow(trx, pdf, owner) : before.file_id
    const { year_id, term_id, class_id, liaison_comment } = form
    return {
      columns: {
        ...columns,
        year_id,
        term_id,
        class_id,
        liaison_comment,
        file_id,
        status: UNVERIFIED,
        remark: null,
        entered_by: actor.id,
        verified_by: null,
      },
      from: {
        ...namesBefore,
        ...from,
        liaison_comment: before.liaison_comment,
        file: before.file_id,
        status: shownStatus(status),
        remark,
      },
      to: { ...names, ...to, liaison_comment, file: file_id, status: shownStatus(UNVERIFIED), remark: null },
    }
  })
}

type Known = { known?: number | undefined }

/** Verifying is also possible after the student has left. */
export function verifyRecord(
  change: Change,
  kind: RecordKind,
  id: number,
  { known }: Known,
  { mayVerifyOwnEntries }: Services['config'],
): Promise<void> {
  const { actor } = change
  const circumstances = { known, action: 'verified', isForAll: true }
  return changeRecord(change, kind, id, circumstances, async (before) => {
    const { status, remark, entered_by } = before
    if (status !== UNVERIFIED) throw conflict(recordMessages.notUnverified)
    if (!mayVerifyOwnEntries && entered_by === actor.id) throw conflict(recordMessages.ownEntry)
    const verified = statusVerified(before)
    return {
      columns: { status: verified, remark: null, verified_by: actor.id },
      from: { status: shownStatus(status), remark },
      to: { status: shownStatus(verified), remark: null },
    }
  })
}

/** An imported record without its PDF counts as sent: no letter is written about it. */
const statusVerified = ({ file_id }: AnyRecord) => (file_id === null ? SENT : VERIFIED)

/** Undoes a verification. No version is compared: the state says whether the verification is still the last change. */
export function unverifyRecord(change: Change, kind: RecordKind, id: number): Promise<void> {
  const { trx, actor, at } = change
  return changeRecord(change, kind, id, { action: 'unverified', isForAll: true }, async (before) => {
    const { status, verified_by, updated_at } = before
    const verified = statusVerified(before)
    if (status === SENT && verified !== SENT) throw conflict(recordMessages.alreadySent)
    if (status !== verified) throw conflict(recordMessages.notVerified)
    if (verified_by !== actor.id) throw conflict(recordMessages.notVerifier)
    if (!isWithin(updated_at, UNVERIFY_MS, new Date(at))) throw conflict(recordMessages.undoTooLate)
    const history = await listHistory(trx, { entity: kind, entity_id: id })
    const remark = history[0]?.changes.find(({ field }) => field === 'remark')?.from ?? null
    // The queue is sorted by it, and shows it beside the user who entered the record.
    const waitingSince =
      history.find(({ action }) => ['added', 'edited', 'returned'].includes(action))?.at ?? at
    return {
      columns: { status: UNVERIFIED, remark, verified_by: null, updated_at: waitingSince },
      from: { status: shownStatus(status), remark: before.remark },
      to: { status: shownStatus(UNVERIFIED), remark },
    }
  })
}

/** Returns a record to the user who saved it last, with a remark that says what to correct. */
export function returnRecord(
  change: Change,
  kind: RecordKind,
  id: number,
  { remark, known }: Known & { remark: string },
): Promise<void> {
  return changeRecord(change, kind, id, { known, action: 'returned' }, async (before) => {
    if (before.status !== UNVERIFIED) throw conflict(recordMessages.notUnverified)
    return { columns: { remark }, from: { remark: before.remark }, to: { remark } }
  })
}

type Circumstances = Known & {
  action: string
  /** Whether the change is allowed if the student is not active. */
  isForAll?: boolean
}

/** Locks the student as well as the record: the student's status decides whether the record may change. */
function changeRecord(
  change: Change,
  kind: RecordKind,
  id: number,
  { isForAll = false, ...circumstances }: Circumstances,
  work: (before: AnyRecord) => Promise<RowChange<AnyRecord>>,
): Promise<void> {
  const { changedMeanwhile } = recordMessages
  return changeVersioned(change, kind, id, { ...circumstances, changedMeanwhile }, async (before) => {
    const student = await lockRow(change.trx, 'students', before.student_id)
    if (!isForAll && student?.status !== STUDENT_ACTIVE) throw conflict(studentMessages.notActive)
    await refuseWaiting(change.trx, before.student_id)
    return work(before)
  })
}

/**
 * The names of the year, term and class that a form chose by id. Unknown ids are reported under their fields, with the
 * other errors.
 */
async function findChosen(trx: Trx, time: Time, otherErrors: FieldErrors) {
  const names = await namesOf(trx, time)
  const errors: FieldErrors = {
    ...otherErrors,
    ...(names.year === null && { year_id: [recordMessages.yearUnknown] }),
    ...(names.term === null && { term_id: [recordMessages.termUnknown] }),
    ...(names.class === null && { class_id: [recordMessages.classUnknown] }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return names
}

/** The names of a year, term and class, as far as they exist. */
const namesOf = (trx: Trx, { year_id, term_id, class_id }: Time) =>
  trx
    .selectNoFrom((eb) => [
      eb.selectFrom('years').select('year_name').where('id', '=', year_id).as('year'),
      eb.selectFrom('terms').select('term_name').where('id', '=', term_id).as('term'),
      eb.selectFrom('classes').select('class_name').where('id', '=', class_id).as('class'),
    ])
    .executeTakeFirstOrThrow()

/**
 * The order of a record's rows before and after, for the history. Empty if rows were added or removed, because the
 * history then shows those.
 */
export function orderFacts(
  name: string,
  before: string[],
  after: string[],
): { from: Record<string, string>; to: Record<string, string> } {
  const [from, to] = [before, after].map((names) => names.join(', '))
  const areTheSame = before.toSorted().join('\n') === after.toSorted().join('\n')
  if (!areTheSame || from === undefined || to === undefined) return { from: {}, to: {} }
  return { from: { [name]: from }, to: { [name]: to } }
}
