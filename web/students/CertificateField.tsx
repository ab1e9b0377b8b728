import type { UseFormReturnType } from '@mantine/form'
import { pdfFile } from '#contract/files.ts'
import { FileDrop } from '../ui/file/FileDrop.tsx'
import type { Upload } from '../ui/modal/useSaving.ts'

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
