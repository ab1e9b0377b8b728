import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { imageFile } from '#contract/base/files.ts'
import {
  entryExams,
  type EntryExamName,
  entryExamNames,
  type ExamPaper,
  examPapers,
} from '#contract/students/entryExams.ts'
import { type ExamBefore, needsPaper } from '#contract/students/studentForms.ts'
import { type StudentRow, studentMessages } from '#contract/students/students.ts'
import { FileDrop, PresentPdf } from '../../ui/file/FileDrop.tsx'
import { shrinkImage } from '../../ui/file/shrinkImage.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { OptionalLabel } from '../../ui/form/OptionalLabel.tsx'
import type { Upload } from '../../ui/modal/useSaving.ts'
import { paperFileName } from '../../ui/paper/Paper.ts'
import { PdfDrop } from '../../ui/paper/PdfDrop.tsx'
import { CurrentValue } from '../CurrentValue.tsx'
import { changeCertificate, changePicture, studentToEditQuery, useStudentChanges } from '../studentApi.ts'
import { StudentLine } from '../StudentLine.tsx'

type FileModalProps<Field extends keyof StudentRow = never> = {
  student: Pick<StudentRow, 'id' | 'name' | 'ref' | 'path' | Field>
  onClose: () => void
}

export function PictureModal({ student, onClose }: FileModalProps) {
  const put = useStudentChanges()
  return (
    <FormModal
      title="Edit Profile Picture"
      subtitle={<StudentLine student={student} />}
      initialValues={{ pic: null as File | null }}
      schema={pictureForm}
      save={(form, transfer) => changePicture(student.id, form, transfer)}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(form, upload) => (
        <>
          <CurrentValue what="picture">{student.path && <img src={student.path} alt="" />}</CurrentValue>
          <PictureField form={form} upload={upload} />
        </>
      )}
    </FormModal>
  )
}

export function CertificateModal({ student, onClose }: FileModalProps<'entry_exam'>) {
  const put = useStudentChanges()
  const exam = entryExams[student.entry_exam]
  const { data: before } = useQuery(studentToEditQuery(student.id))
  return (
    <FormModal
      title={`Edit ${exam.paper}`}
      subtitle={<StudentLine student={student} />}
      initialValues={{ cert: null as File | null }}
      schema={paperForm(exam)}
      save={(form, transfer) => changeCertificate(student.id, form, transfer)}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(form, upload) => (
        <>
          {before && (
            <CurrentValue what={examPapers[before.paper ?? exam.fact].noun}>
              {before.cert && before.paper && (
                <PresentPdf href={before.cert}>{examPapers[before.paper].view}</PresentPdf>
              )}
            </CurrentValue>
          )}
          <ExamPaperField
            form={form}
            exam={student.entry_exam}
            draft={`certificate-edit-${student.id}`}
            student={student}
            upload={upload}
          />
        </>
      )}
    </FormModal>
  )
}

type PictureFieldProps<Values> = { form: UseFormReturnType<Values>; upload: Upload | undefined }

export const PictureField = <Values extends { pic: File | null }>({
  form,
  upload,
}: PictureFieldProps<Values>) => (
  <FileDrop
    label="Profile Picture"
    what="the picture"
    hint="JPEG, PNG or TIFF, up to 10 MB"
    kind={imageFile}
    {...form.getInputProps('pic')}
    onProblem={(problem) => form.setFieldError('pic', problem)}
    prepare={shrinkImage}
    upload={upload}
  />
)

type ExamPaperFieldProps<Values> = PictureFieldProps<Values> & {
  exam: EntryExamName
  isOptional?: boolean
  /** The key of the form's draft, beside which this device stores photographed pages. */
  draft: string
  /** A new student has a name once it is typed. */
  student: { name: string; ref?: string }
  /** The current file, which is kept if no other is chosen. */
  present?: ExamPaper | null | undefined
}

/** The PDF that comes with the exam: a certificate or a result slip. */
export function ExamPaperField<Values extends { cert: File | null }>(props: ExamPaperFieldProps<Values>) {
  const { form, exam, isOptional = false, draft, student, present, upload } = props
  const { paper } = entryExams[exam]
  return (
    <PdfDrop
      label={isOptional ? <OptionalLabel>{paper}</OptionalLabel> : paper}
      hint={present ? `Without it, the ${examPapers[present].noun} stays.` : undefined}
      {...form.getInputProps('cert')}
      onProblem={(problem) => form.setFieldError('cert', problem)}
      upload={upload}
      target={{
        key: `${draft}-cert`,
        what: paper,
        about: [student.name, student.ref].filter(Boolean).join(', '),
        fileName: paperFileName(student.name, paper),
      }}
    />
  )
}

export const pictureForm = z.object({ pic: z.file(studentMessages.pictureRequired) })
const paperForm = ({ required }: { required: string }) => z.object({ cert: z.file(required) })

/** Whether the form has a field for the exam's file: for a new student, or for a changed exam. */
export const takesPaper = (exam: EntryExamName, before?: ExamBefore) =>
  exam !== before?.entry_exam && (entryExams[exam].isScored || entryExams[exam].hasPathway)

/** The exam determines whether it has a file, and whether that is required. */
export const examPaperForm = (before?: ExamBefore) =>
  z
    .object({ entry_exam: z.enum(entryExamNames), cert: z.file().nullable() })
    .transform(({ entry_exam, cert }, context) => {
      if (needsPaper(entry_exam, before) && !cert)
        context.addIssue({ code: 'custom', path: ['cert'], message: entryExams[entry_exam].required })
      return { entry_exam, cert: takesPaper(entry_exam, before) ? cert : null }
    })
