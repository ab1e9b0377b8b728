import type { Selectable } from 'kysely'
import { canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import type { StatusForm } from '#contract/students/studentForms.ts'
import { STUDENT_ACTIVE, studentMessages, studentStatuses } from '#contract/students/students.ts'
import { changeVersioned, type RowChange } from '../database/changeVersioned.ts'
import type { Change } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
import { addFileRow, type StoredBytes } from '../files/storeUpload.ts'
import { conflict, invalid } from '../base/ApiError.ts'
import { erasureMessages } from '#contract/privacy/erasure.ts'
import { refuseWaiting } from '../privacy/erasure/erasures.ts'
import { leftAfter } from '../funding/leaving.ts'
import { findPresentTerm } from '../funding/terms.ts'
import { type Followed, followStudents } from '../payments/followStudents.ts'
import { withNames } from './findStudent.ts'

export type StudentColumns = Selectable<Tables['students']>

/** A student before the change, who is not anonymised. */
export type StudentBefore = StudentColumns & { liaison_id: number } & Awaited<
    ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>
  >

export type Part = RowChange<StudentColumns>

type Circumstances = {
  action: string
  known?: number | undefined
  /** Whether the change is allowed if the student is not active: only a change of the status is. */
  isForAll?: boolean
}

/** Changes a student, if their status allows it. */
export async function changeStudent(
  change: Change,
  id: number,
  { isForAll = false, ...circumstances }: Circumstances,
  work: (before: StudentBefore) => Promise<Part>,
): Promise<void> {
  const { trx, actor } = change
  let changed: Followed[] = []
  const of = {
    ...circumstances,
    changedMeanwhile: studentMessages.changedMeanwhile,
    hiddenFields: canSeeLiaisonAndSupporter(actor.role) ? [] : ['liaison', 'supporter'],
    stamp: { updated_by: actor.id },
  }
  await changeVersioned(change, 'student', id, of, async (row) => {
    if (!isForAll && row.status !== STUDENT_ACTIVE) throw conflict(studentMessages.notActive)
    await refuseWaiting(trx, id)
    const { liaison_id } = row
    if (liaison_id === null) throw conflict(erasureMessages.isDone)
    const named = withNames(trx.selectFrom('students')).where('students.id', '=', id)
    const part = await work({ ...row, ...(await named.executeTakeFirstOrThrow()), liaison_id })
    changed = [{ before: row, after: { ...row, ...part.columns } }]
    return part
  })
  await followStudents(change, changed)
}

export const statusWord = (status: number) => studentStatuses[status as keyof typeof studentStatuses]

export async function statusChange(
  { trx, actor }: Change,
  before: StudentBefore,
  { status, reason }: StatusForm,
): Promise<Part> {
  if (before.status === status) throw invalid({ status: [studentMessages.hasStatus] })
  return {
    columns: { status, left_after: leftAfter(before, status, await findPresentTerm(trx, actor.today)) },
    from: { status: statusWord(before.status), ...(reason && { reason: null }) },
    to: { status: statusWord(status), ...(reason && { reason }) },
  }
}

/** A new picture or document; the older file stays in the history under its own kind. */
export async function fileChange(
  { trx, actor, at }: Change,
  before: StudentBefore,
  file: StoredBytes,
): Promise<Part> {
  const column = file.purpose === 'picture' ? 'picture_id' : 'certificate_id'
  const older = file.purpose === 'picture' ? file.purpose : before.paper
  const file_id = await addFileRow(trx, file, { student_id: before.id, created_by: actor.id, created_at: at })
  return {
    columns: { [column]: file_id },
    from: { [file.purpose]: null, ...(older && { [older]: before[column] }) },
    to: { ...(older && { [older]: null }), [file.purpose]: file_id },
  }
}

/** Combines several changes. */
export const joined = (parts: Part[]): Part =>
  parts.reduce((all, { columns, from, to }) => ({
    columns: { ...all.columns, ...columns },
    from: { ...all.from, ...from },
    to: { ...all.to, ...to },
  }))
