import { useQueryClient } from '@tanstack/react-query'
import { draftKey } from '#contract/drafts.ts'
import { EditConflictNotice } from '../shared/EditConflictNotice.tsx'
import { FormModal } from '../shared/FormModal.tsx'
import { Message } from '../shared/Message.tsx'
import { StudentPicture } from '../shared/StudentPicture.tsx'
import { useEditConflict } from '../shared/useEditConflict.ts'
import { editReport, reportToEditQuery } from './reportApi.ts'
import { editedReportForm } from './reportForm.ts'
import { REPORT_FORM_WIDTH } from './reportFormWidth.ts'
import { reportLabels } from '../shared/records/recordLabels.ts'
import { fieldTold } from './fieldTold.ts'
import type { OneStudentProps } from './ReportModal.tsx'
import { ReportToEdit } from './ReportToEdit.tsx'
import { emptyReport, valuesOf } from './reportValues.ts'
import { useNewSubject } from './useNewSubject.tsx'
import { useReportSaved } from './useReportSaved.ts'

type ReportEditModalProps = OneStudentProps & { id: number }

export function ReportEditModal({ student, id, onClose }: ReportEditModalProps) {
  const client = useQueryClient()
  const onSaved = useReportSaved()
  const newSubject = useNewSubject()
  const { conflict, answer, watched, settle } = useEditConflict()

  const theirValues = async (told: string[]) => {
    const theirs = valuesOf(await client.fetchQuery(reportToEditQuery(id)))
    const fields = told.flatMap((field) => fieldTold(field) ?? [])
    return Object.fromEntries(fields.map((field) => [field, theirs[field]]))
  }
  return (
    <>
      <FormModal
        title="Edit Academic Report"
        image={<StudentPicture student={student} />}
        subtitle={`${student.name}, ${student.ref}`}
        width={REPORT_FORM_WIDTH}
        initialValues={{ ...emptyReport(student.id), version: 0 }}
        loads
        schema={editedReportForm}
        verb="Save Report"
        draft={draftKey('report', 'edit', id)}
        save={(report, transfer) => watched(editReport(id, report, transfer))}
        onSaved={onSaved}
        onClose={onClose}
      >
        {(form, upload) => (
          <>
            {conflict && (
              <EditConflictNotice
                key={conflict.version}
                conflict={conflict}
                labels={reportLabels}
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
            <ReportToEdit id={id} form={form} upload={upload} onAddSubject={() => newSubject.askFor(form)} />
          </>
        )}
      </FormModal>
      {newSubject.modal}
    </>
  )
}
