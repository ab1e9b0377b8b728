import type { Kysely } from 'kysely'
import { recordMessages, UNVERIFIED } from '#contract/records.ts'
import type { SessionUser } from '#contract/auth.ts'
import { STUDENT_ACTIVE, studentMessages } from '#contract/students.ts'
import { changesFromNothing, writeHistory } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
import { ownFile, type StoredBytes } from '../files/storeUpload.ts'
import { conflict, invalid } from '../http/ApiError.ts'
import type { Services } from '../Services.ts'
import { changeRecord, type Changing, type RecordChange } from './changeRecord.ts'
import { findChosen, holdStudent, namesOf, type Time } from './findChosen.ts'
import { type KeptRecord, type RecordKind, shownStatus } from './recordTables.ts'

type Trx = Kysely<Tables>
type Form = Time & { student_id: number; liaison_comment: string }
type Facts = Record<string, unknown>
type Added = { columns: Omit<KeptRecord, 'id'>; facts: Facts }

const studentUnknown = { student_id: [recordMessages.studentUnknown] }

/** What every new record holds, at the school where the student is now, and how the history tells it. */
export async function newRecord(
  trx: Trx,
  form: Form,
  pdf: StoredBytes,
  actor: SessionUser,
  at: string,
): Promise<Added> {
  const { student_id, year_id, term_id, class_id, liaison_comment } = form
  const student = await holdStudent(trx, student_id)
  const names = await findChosen(trx, form, student ? {} : studentUnknown)
  if (!student) throw invalid(studentUnknown)
  if (student.status !== STUDENT_ACTIVE) throw conflict(studentMessages.notActive)
  const file_id = await ownFile(trx, pdf, { student_id, created_by: actor.id, created_at: at })
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

export async function writeAdded(
  trx: Trx,
  { kind, id, facts }: { kind: RecordKind; id: number; facts: Facts },
  actor: SessionUser,
  at: string,
): Promise<void> {
  const changes = changesFromNothing(facts)
  await writeHistory(trx, { entity: kind, entity_id: id, action: 'added', changes, user_id: actor.id, at })
}

/**
 * Saves a record anew: whatever it was before, it is to be verified again. It stays with its student and their school
 * of that time. `work` saves what only this kind has.
 */
export function editRecord(
  kind: RecordKind,
  id: number,
  form: Form,
  pdf: StoredBytes | undefined,
  changing: Changing,
  services: Pick<Services, 'db' | 'clock'>,
  work: (trx: Trx, before: KeptRecord) => Promise<RecordChange>,
): Promise<void> {
  const { actor } = changing
  return changeRecord(kind, id, { ...changing, action: 'edited' }, services, async (trx, before, at) => {
    const { student_id, status, remark } = before
    const names = await findChosen(trx, form, form.student_id === student_id ? {} : studentUnknown)
    const namesBefore = await namesOf(trx, before)
    const { columns, from, to } = await work(trx, before)
    const owner = { student_id, created_by: actor.id, created_at: at }
    const file_id = pdf ? await ownFile(trx, pdf, owner) : before.file_id
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
