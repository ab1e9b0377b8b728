import type { UseFormReturnType } from '@mantine/form'
import { imageFile } from '#contract/files.ts'
import { shrinkImage } from '../ui/file/shrinkImage.ts'
import { FileDrop } from '../ui/file/FileDrop.tsx'
import type { Upload } from '../ui/modal/useSaving.ts'

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
