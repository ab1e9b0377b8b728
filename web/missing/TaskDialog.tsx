import type { NotificationTime } from '#contract/notifications.ts'
import type { NewAdult } from '#contract/privacy/consents.ts'
import type { Missing } from '#contract/records/records.ts'
import { STUDENT_ACTIVE, type StudentRow } from '#contract/students/students.ts'
import { RecordForm } from '../records/RecordForm.tsx'
import { type RecordKind, recordKinds } from '../records/recordKinds.ts'
import type { RecordStudent, RecordToOpen } from '../records/RecordToOpen.ts'
import type { Queue } from '../records/verify/verifyApi.ts'
import { isRecordStep, type Step } from './steps.ts'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'

const VerifyModal = lazyDialog(async () => (await import('../records/verify/VerifyModal.tsx')).VerifyModal)

const PictureModal = lazyDialog(
  async () => (await import('../students/files/StudentFileModals.tsx')).PictureModal,
)
const CertificateModal = lazyDialog(
  async () => (await import('../students/files/StudentFileModals.tsx')).CertificateModal,
)
const StudentEditModal = lazyDialog(
  async () => (await import('../students/form/StudentFormModals.tsx')).StudentEditModal,
)

const RecordConsentModal = lazyDialog(
  async () => (await import('../privacy/consents/record/RecordConsentModal.tsx')).RecordConsentModal,
)
const InvitationModal = lazyDialog(
  async () => (await import('../privacy/adults/InvitationModal.tsx')).InvitationModal,
)
const PrintedFormOf = lazyDialog(
  async () => (await import('../privacy/consents/paper/PrintedForms.tsx')).PrintedFormOf,
)

/** The dialog that a step opens, and its subject. */
export type Task =
  | { of: RecordKind; record: RecordToOpen }
  | ({ of: RecordKind } & Queue & { onward?: { word: string; go: () => void } | undefined })
  | { of: 'consent'; action: 'record' | 'print'; student: RecordStudent }
  | { of: 'invitation'; student: NewAdult }
  | { of: 'picture' | 'facts'; student: RecordStudent }
  | { of: 'certificate'; student: RecordStudent & Pick<StudentRow, 'entry_exam'> }

type RowStudent = Pick<Missing, 'student_id' | 'ref' | 'name' | 'path'>

/** Only active students are listed. */
export const studentOf = ({ student_id: id, ref, name, path }: RowStudent): RecordStudent => ({
  id,
  ref,
  name,
  path,
  status: STUDENT_ACTIVE,
})

/** The task that a step opens for a student of a list, in the selected term. */
export const taskOf = (step: Step, row: Missing, time: NotificationTime | undefined): Task =>
  taskFor(step, studentOf(row), isRecordStep(step) ? row[recordKinds[step.of].id] : null, time)

/** The task that a step opens: for the record with this id, or for a new one of the term. */
export function taskFor(
  step: Step,
  student: RecordStudent,
  id: number | null,
  time: NotificationTime | undefined,
): Task {
  if (step.of === 'consent') return { ...step, student }
  if (!isRecordStep(step))
    return step.of === 'certificate'
      ? { of: 'certificate', student: { ...student, entry_exam: 'KCPE' } }
      : { of: step.of, student }
  if (id === null) return { of: step.of, record: { action: 'add', student, ...(time && { time }) } }
  return step.action === 'verify'
    ? { of: step.of, only: [{ of: step.of, id }] }
    : { of: step.of, record: { action: 'edit', student, id } }
}

/** The form, the PDF to verify or the file to choose, over the list that opened it. */
export function TaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  if ('record' in task) return <RecordForm kind={task.of} record={task.record} onClose={onClose} />
  if (task.of === 'invitation') return <InvitationModal student={task.student} onClose={onClose} />
  if (task.of === 'facts') return <StudentEditModal student={task.student} onClose={onClose} />
  if (task.of === 'consent')
    return task.action === 'record' ? (
      <RecordConsentModal student={task.student} onClose={onClose} />
    ) : (
      <PrintedFormOf student={task.student.id} onPrinted={onClose} />
    )
  if (task.of === 'picture') return <PictureModal student={task.student} onClose={onClose} />
  if (task.of === 'certificate') return <CertificateModal student={task.student} onClose={onClose} />
  const { of, ...queue } = task
  return <VerifyModal key={of} kind={of} {...queue} onClose={onClose} />
}
