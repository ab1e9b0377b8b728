import { useQueryClient } from '@tanstack/react-query'
import { draftKey } from '#contract/drafts.ts'
import { EditConflictNotice } from '../shared/EditConflictNotice.tsx'
import { FormModal } from '../shared/FormModal.tsx'
import { Message } from '../shared/Message.tsx'
import { StudentPicture } from '../shared/StudentPicture.tsx'
import { useEditConflict } from '../shared/useEditConflict.ts'
import { editReceipt, findSimilar, receiptToEditQuery } from './receiptApi.ts'
import { editedReceiptForm } from './receiptForm.ts'
import { RECEIPT_FORM_WIDTH } from './receiptFormWidth.ts'
import { receiptLabels } from '../shared/records/recordLabels.ts'
import type { OneStudentProps } from './ReceiptModal.tsx'
import { ReceiptToEdit } from './ReceiptToEdit.tsx'
import { emptyReceipt, fieldTold, valuesOf } from './receiptValues.ts'
import { useReceiptSaved } from './useReceiptSaved.ts'

type ReceiptEditModalProps = OneStudentProps & { id: number }

export function ReceiptEditModal({ student, id, onClose }: ReceiptEditModalProps) {
  const client = useQueryClient()
  const onSaved = useReceiptSaved()
  const { conflict, answer, watched, settle } = useEditConflict()

  const theirValues = async (told: string[]) => {
    const theirs = valuesOf(await client.fetchQuery(receiptToEditQuery(id)))
    const fields = told.flatMap((field) => fieldTold(field) ?? [])
    return Object.fromEntries(fields.map((field) => [field, theirs[field]]))
  }
  return (
    <FormModal
      title="Edit Finance Report"
      image={<StudentPicture student={student} />}
      subtitle={`${student.name}, ${student.ref}`}
      width={RECEIPT_FORM_WIDTH}
      initialValues={{ ...emptyReceipt(student.id), version: 0 }}
      loads
      schema={editedReceiptForm}
      verb="Save Receipt"
      draft={draftKey('receipt', 'edit', id)}
      warn={(receipt) => findSimilar(receipt, id)}
      save={(receipt, transfer) => watched(editReceipt(id, receipt, transfer))}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form, upload) => (
        <>
          {conflict && (
            <EditConflictNotice
              key={conflict.version}
              conflict={conflict}
              labels={receiptLabels}
              onTakeOver={async () => {
                const told = conflict.history.flatMap(({ changes }) => changes.map(({ field }) => field))
                form.setValues(await theirValues(told))
                form.setFieldValue('version', conflict.version)
                settle('Their changes are in your form now. Save it to go on.')
              }}
              onKeepMine={() => {
                form.setFieldValue('version', conflict.version)
                settle('Your form stays as it is. Save it to go on.')
              }}
            />
          )}
          {answer && <Message tone="note">{answer}</Message>}
          <ReceiptToEdit id={id} form={form} upload={upload} />
        </>
      )}
    </FormModal>
  )
}
