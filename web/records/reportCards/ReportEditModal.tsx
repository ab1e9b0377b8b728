import { useQueryClient } from '@tanstack/react-query'
import { draftKey } from '#contract/drafts.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { SavedMeanwhile, useEditConflict } from '../../ui/form/SavedMeanwhile.tsx'
import { RECORD_FORM_WIDTH } from '../form/recordFormWidth.ts'
import { StudentPicture } from '../../students/StudentPicture.tsx'
import { editReport, reportToEditQuery } from './reportApi.ts'
import { editedReportForm } from './reportForm.ts'
import { reportLabels } from '../form/recordLabels.ts'
import type { OneStudentProps } from './ReportModal.tsx'
import { ReportToEdit } from './ReportToEdit.tsx'
import { emptyReport } from './reportValues.ts'
import { takeTold } from './takeTold.ts'
import { useNewSubject } from './useNewSubject.tsx'
import { useReportSaved } from './useReportSaved.ts'

type ReportEditModalProps = OneStudentProps & { id: number }

export function ReportEditModal({ student, id, onClose }: ReportEditModalProps) {
  const client = useQueryClient()
  const onSaved = useReportSaved()
  const newSubject = useNewSubject()
  const watch = useEditConflict()
  return (
    <>
      <FormModal
        title="Edit Academic Report"
        image={<StudentPicture student={student} />}
        subtitle={`${student.name}, ${student.ref}`}
        width={RECORD_FORM_WIDTH}
        initialValues={{ ...emptyReport(student.id), version: 0 }}
        loads
        schema={editedReportForm}
        verb="Save Report"
        draft={draftKey('report', 'edit', id)}
        save={(report, transfer) => watch.watched(editReport(id, report, transfer))}
        onSaved={onSaved}
        onClose={onClose}
      >
        {(form, upload) => (
          <>
            <SavedMeanwhile
              form={form}
              labels={reportLabels}
              watch={watch}
              load={() => client.fetchQuery(reportToEditQuery(id))}
              take={takeTold}
            />
            <ReportToEdit id={id} form={form} upload={upload} onAddSubject={() => newSubject.askFor(form)} />
          </>
        )}
      </FormModal>
      {newSubject.modal}
    </>
  )
}
