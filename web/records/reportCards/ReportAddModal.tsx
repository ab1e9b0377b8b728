import { draftKey } from '#contract/drafts.ts'
import type { NoticeTime } from '#contract/notifications.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { RECORD_FORM_WIDTH } from '../form/recordFormWidth.ts'
import { useOtherTerm } from '../form/useOtherTerm.ts'
import { StudentPicture } from '../../students/StudentPicture.tsx'
import { addReport } from './reportApi.ts'
import { ReportFields } from './ReportFields.tsx'
import { newReportForm } from './reportForm.ts'
import type { OneStudentProps } from './ReportModal.tsx'
import { emptyReport } from './reportValues.ts'
import { useNewSubject } from './useNewSubject.tsx'
import { useReportSaved } from './useReportSaved.ts'

type ReportAddModalProps = OneStudentProps & { time?: NoticeTime | undefined }

export function ReportAddModal({ student, time, onClose }: ReportAddModalProps) {
  const onSaved = useReportSaved()
  const draftNote = useOtherTerm(time)
  const newSubject = useNewSubject()
  return (
    <>
      <FormModal
        title="Add Academic Report"
        image={<StudentPicture student={student} />}
        subtitle={`${student.name}, ${student.ref}`}
        width={RECORD_FORM_WIDTH}
        initialValues={emptyReport(student.id, time)}
        schema={newReportForm}
        verb="Save Report"
        draft={draftKey('report', 'add', student.id)}
        draftNote={draftNote}
        save={addReport}
        onSaved={onSaved}
        onClose={onClose}
      >
        {(form, upload) => (
          <ReportFields form={form} upload={upload} onAddSubject={() => newSubject.askFor(form)} />
        )}
      </FormModal>
      {newSubject.modal}
    </>
  )
}
