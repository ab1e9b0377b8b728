import { useQueryClient } from '@tanstack/react-query'
import { draftKey } from '#contract/drafts.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { SavedMeanwhile, useEditConflict } from '../../ui/form/SavedMeanwhile.tsx'
import { RECORD_FORM_WIDTH } from '../form/recordFormWidth.ts'
import { StudentPicture } from '../../students/StudentPicture.tsx'
import { editReceipt, findSimilar, receiptToEditQuery } from './receiptApi.ts'
import { editedReceiptForm } from './receiptForm.ts'
import { receiptLabels } from '../form/recordLabels.ts'
import type { OneStudentProps } from './ReceiptModal.tsx'
import { ReceiptToEdit } from './ReceiptToEdit.tsx'
import { emptyReceipt } from './receiptValues.ts'
import { takeTold } from './takeTold.ts'
import { useReceiptSaved } from './useReceiptSaved.ts'

type ReceiptEditModalProps = OneStudentProps & { id: number }

export function ReceiptEditModal({ student, id, onClose }: ReceiptEditModalProps) {
  const client = useQueryClient()
  const onSaved = useReceiptSaved()
  const watch = useEditConflict()
  return (
    <FormModal
      title="Edit Finance Report"
      image={<StudentPicture student={student} />}
      subtitle={`${student.name}, ${student.ref}`}
      width={RECORD_FORM_WIDTH}
      initialValues={{ ...emptyReceipt(student.id), version: 0 }}
      loads
      schema={editedReceiptForm}
      verb="Save Receipt"
      draft={draftKey('receipt', 'edit', id)}
      warn={(receipt) => findSimilar(receipt, id)}
      save={(receipt, transfer) => watch.watched(editReceipt(id, receipt, transfer))}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form, upload) => (
        <>
          <SavedMeanwhile
            form={form}
            labels={receiptLabels}
            watch={watch}
            load={() => client.fetchQuery(receiptToEditQuery(id))}
            take={takeTold}
          />
          <ReceiptToEdit id={id} form={form} upload={upload} />
        </>
      )}
    </FormModal>
  )
}
