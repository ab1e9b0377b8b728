import { draftKey } from '#contract/drafts.ts'
import type { NoticeTime } from '#contract/notifications.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { RECORD_FORM_WIDTH } from '../form/recordFormWidth.ts'
import { useOtherTerm } from '../form/useOtherTerm.ts'
import { StudentPicture } from '../../students/StudentPicture.tsx'
import { addReceipt, findSimilar } from './receiptApi.ts'
import { ReceiptFields } from './ReceiptFields.tsx'
import { newReceiptForm } from './receiptForm.ts'
import type { OneStudentProps } from './ReceiptModal.tsx'
import { emptyReceipt } from './receiptValues.ts'
import { useReceiptSaved } from './useReceiptSaved.ts'

type ReceiptAddModalProps = OneStudentProps & { time?: NoticeTime | undefined }

export function ReceiptAddModal({ student, time, onClose }: ReceiptAddModalProps) {
  const onSaved = useReceiptSaved()
  const draftNote = useOtherTerm(time)
  return (
    <FormModal
      title="Add Finance Report"
      image={<StudentPicture student={student} />}
      subtitle={`${student.name}, ${student.ref}`}
      width={RECORD_FORM_WIDTH}
      initialValues={emptyReceipt(student.id, time)}
      schema={newReceiptForm}
      verb="Save Receipt"
      draft={draftKey('receipt', 'add', student.id)}
      draftNote={draftNote}
      warn={findSimilar}
      save={addReceipt}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form, upload) => <ReceiptFields form={form} upload={upload} />}
    </FormModal>
  )
}
