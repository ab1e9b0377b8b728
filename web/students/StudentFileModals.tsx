import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'
import { imageFile, pdfFile } from '#contract/files.ts'
import { type StudentRow, studentMessages } from '#contract/students.ts'
import { FileDrop } from '../ui/file/FileDrop.tsx'
import { shrinkImage } from '../ui/file/shrinkImage.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
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
  return (
    <FormModal
      title="Edit KCPE Certificate"
      subtitle={<StudentLine student={student} />}
      width={480}
      initialValues={{ cert: null as File | null }}
      schema={certificateForm}
      save={(form, transfer) => changeCertificate(student.id, form, transfer)}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(form, upload) => <CertificateField form={form} upload={upload} />}
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

type CertificateFieldProps<Values> = { form: UseFormReturnType<Values>; upload: Upload | undefined }

export const CertificateField = <Values extends { cert: File | null }>({
  form,
  upload,
}: CertificateFieldProps<Values>) => (
  <FileDrop
    label="KCPE Certificate"
    what="the certificate"
    hint="PDF only, up to 20 MB"
    kind={pdfFile}
    {...form.getInputProps('cert')}
    onProblem={(problem) => form.setFieldError('cert', problem)}
    upload={upload}
  />
)

export const pictureForm = z.object({ pic: z.file(studentMessages.pictureRequired) })
export const certificateForm = z.object({ cert: z.file(studentMessages.certificateRequired) })
