import type { NotificationTime } from '#contract/notifications.ts'
import type { NewAdult } from '#contract/privacy/consents.ts'
import type { Missing, Step } from '#contract/records/steps.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { RecordForm } from '../records/RecordForm.tsx'
import type { RecordKind } from '../records/recordKinds.ts'
import type { RecordStudent, RecordToOpen } from '../records/RecordToOpen.ts'
import type { Queue, QueueRow, RecordKey } from '../records/verify/verifyApi.ts'
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
/** The dialog that a step opens, and its subject. */
export type Task =
  | { of: RecordKind; record: RecordToOpen }
  | Queued
  | { of: 'invitation'; student: NewAdult }
  | { of: 'picture' | 'facts' | 'consent'; student: RecordStudent }
  | { of: 'certificate'; student: RecordStudent & Pick<StudentRow, 'entry_exam'> }

/** Records to verify. */
export type Queued = { of: RecordKind } & Queue & {
    onward?: { word: string; go: () => void } | undefined
  }

/** The records of a student that the user can verify, as the queue shows them. */
export const queueOf = ({ student_id, name, ref, path, status, records }: Missing): QueueRow[] =>
  records
    .filter(({ state, is_mine }) => state === 'unverified' && is_mine)
    .map(({ of, id, time, by, at, is_own }) => ({
      of,
      id,
      student_id,
      student: name,
      ref,
      path,
      student_status: status,
      year: time.year_name,
      term: time.term_name,
      entered_by: by ?? '',
      updated_at: at,
      is_own,
    }))

type About = {
  /** The records to correct or verify. */
  records?: RecordKey[]
  /** The same as the queue shows them, if they are known. */
  start?: QueueRow[]
  /** The term of a record to add. */
  time?: NotificationTime | null
}

/** The task that a step of a student opens. */
export function taskOf(step: Step, student: RecordStudent, { records = [], start, time }: About = {}): Task {
  const [first = { of: 'report', id: 0 }] = records
  const adding = { record: { action: 'add' as const, student, ...(time && { time }) } }
  switch (step) {
    case 'correct':
      return { of: first.of, record: { action: 'edit', student, id: first.id } }
    case 'verify':
      return { of: first.of, only: records, start }
    case 'add_report':
      return { of: 'report', ...adding }
    case 'add_receipt':
      return { of: 'receipt', ...adding }
    // The form offers the payment, and its term.
    case 'payment':
      return { of: 'receipt', record: { action: 'add', student } }
    case 'certificate':
      return { of: step, student: { ...student, entry_exam: 'KCPE' } }
    default:
      return { of: step, student }
  }
}

/** The form, the PDF to verify or the file to choose, over the list that opened it. */
export function TaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  if ('record' in task) return <RecordForm kind={task.of} record={task.record} onClose={onClose} />
  if (task.of === 'invitation') return <InvitationModal student={task.student} onClose={onClose} />
  if (task.of === 'facts') return <StudentEditModal student={task.student} onClose={onClose} />
  if (task.of === 'consent') return <RecordConsentModal student={task.student} onClose={onClose} />
  if (task.of === 'picture') return <PictureModal student={task.student} onClose={onClose} />
  if (task.of === 'certificate') return <CertificateModal student={task.student} onClose={onClose} />
  const { of, ...queue } = task
  return <VerifyModal key={of} kind={of} {...queue} onClose={onClose} />
}
