import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'
import { imageFile, pdfFile } from '#contract/files.ts'
import {
  entryExams,
  type EntryExamName,
  entryExamNames,
  type StudentRow,
  studentMessages,
} from '#contract/students.ts'
import { FileDrop } from '../ui/file/FileDrop.tsx'
import { shrinkImage } from '../ui/file/shrinkImage.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { OptionalLabel } from '../ui/form/OptionalLabel.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import type { Upload } from '../ui/modal/useSaving.ts'
import { changeCertificate, changePicture, studentsList } from './studentApi.ts'
import { type OneStudentProps, StudentLine } from './StudentLine.tsx'

type PictureModalProps = { student: Pick<StudentRow, 'id' | 'name' | 'ref'>; onClose: () => void }

export function PictureModal({ student, onClose }: PictureModalProps) {
  const { put } = useListChanges(studentsList)
  return (
    <FormModal
      title="Edit Profile Picture"
      subtitle={<StudentLine student={student} />}
      width={480}
      initialValues={{ pic: null as File | null }}
      schema={pictureForm}
      save={(form, transfer) => changePicture(student.id, form, transfer)}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(form, upload) => <PictureField form={form} upload={upload} />}
    </FormModal>
  )
}

export function CertificateModal({ student, onClose }: OneStudentProps) {
  const { put } = useListChanges(studentsList)
  const exam = entryExams[student.entry_exam]
  return (
    <FormModal
      title={`Edit ${exam.paper}`}
      subtitle={<StudentLine student={student} />}
      width={480}
      initialValues={{ cert: null as File | null }}
      schema={paperForm(exam)}
      save={(form, transfer) => changeCertificate(student.id, form, transfer)}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(form, upload) => <ExamPaperField form={form} exam={student.entry_exam} upload={upload} />}
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
  /** A new student needs the paper of some exams only. */
  isNew?: boolean
}

/** The PDF that comes with the exam: a certificate or a result slip. */
export function ExamPaperField<Values extends { cert: File | null }>(props: ExamPaperFieldProps<Values>) {
  const { form, exam, isNew = false, upload } = props
  const { paper, fact, isScored } = entryExams[exam]
  return (
    <FileDrop
      label={isNew && !isScored ? <OptionalLabel>{paper}</OptionalLabel> : paper}
      what={`the ${fact}`}
      hint="PDF only, up to 20 MB"
      kind={pdfFile}
      {...form.getInputProps('cert')}
      onProblem={(problem) => form.setFieldError('cert', problem)}
      upload={upload}
    />
  )
}

export const pictureForm = z.object({ pic: z.file(studentMessages.pictureRequired) })
const paperForm = ({ required }: { required: string }) => z.object({ cert: z.file(required) })

/** With a new student, the exam decides whether its paper is required, and whether there is one. */
export const addedPaperForm = z
  .object({ entry_exam: z.enum(entryExamNames), cert: z.file().nullable() })
  .transform(({ entry_exam, cert }, context) => {
    const { isScored, hasPathway, required } = entryExams[entry_exam]
    if (isScored && !cert) context.addIssue({ code: 'custom', path: ['cert'], message: required })
    return { entry_exam, cert: isScored || hasPathway ? cert : null }
  })
