import { useRef, useState } from 'react'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCopy, IconX } from '@tabler/icons-react'
import { mediaFile } from '#contract/base/files.ts'
import type { StudentRow } from '#contract/students.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { FilesDrop } from '../../ui/file/FilesDrop.tsx'
import { shrinkImage } from '../../ui/file/shrinkImage.ts'
import { StudentPicture } from '../../students/StudentPicture.tsx'
import { FileName, FilePreview } from '../../ui/file/FilePreview.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useRowKeys } from '../../ui/form/useRowKeys.ts'
import { useUploadQueue } from '../../uploads/uploadQueue.ts'
import { canUseForAll, type MediaRows, newRow, usedForAll, watchedRows, withFiles } from './mediaRows.ts'

/** The form for new pictures and films. The queue sends them, so that the user need not wait. */
export function AddMediaModal({ student, onClose }: { student: StudentRow; onClose: () => void }) {
  const queue = useUploadQueue()
  const [{ schema, tellPreparing }] = useState(watchedRows)
  const initialValues: MediaRows = { media: [newRow()] }
  return (
    <FormModal
      title="Add Gallery"
      image={<StudentPicture student={student} />}
      subtitle={`${student.name}, ${student.ref}`}
      width={720}
      initialValues={initialValues}
      schema={schema}
      verb="Add to Gallery"
      save={async ({ media }) => {
        await queue.add(media.map((row) => ({ ...row, student_id: student.id, student: student.name })))
        return { message: queuedMessage(media.length) }
      }}
      onSaved={() => undefined}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FilesDrop
            label="Media"
            what="photos and videos"
            hint="JPEG, PNG or TIFF up to 10 MB, MP4 up to 300 MB"
            kind={mediaFile}
            prepare={shrinkImage}
            error={form.errors['media'] ?? form.errors['media.0.file']}
            onProblem={(problem) => {
              form.setFieldError('media', problem || null)
              form.clearFieldError('media.0.file')
            }}
            onPreparing={tellPreparing}
            onFiles={(files) => form.setFieldValue('media', (rows) => withFiles(rows, files))}
          />
          <MediaFields form={form} />
        </>
      )}
    </FormModal>
  )
}

const queuedMessage = (count: number) =>
  count === 1 ? 'It is on its way to the gallery.' : `All ${count} are on their way to the gallery.`

/** Each chosen file with its title and description, which may be typed before the first file is chosen. */
function MediaFields({ form }: { form: UseFormReturnType<MediaRows> }) {
  const { media } = form.values
  const { keys, dropKey } = useRowKeys(media.length)
  const list = useRef<HTMLDivElement>(null)
  const remove = (index: number) => {
    if (media.length > 1) {
      dropKey(index)
      form.removeListItem('media', index)
    } else form.setFieldValue('media.0.file', undefined)
    // The focused button was removed with its row, so the focus moves to the file input.
    list.current?.closest('fieldset')?.querySelector<HTMLInputElement>('input[type="file"]')?.focus()
  }
  const copyToAll = () => {
    form.setFieldValue('media', usedForAll(media))
    form.clearErrors()
    // The focused button is removed, so the focus moves to the second row.
    list.current?.querySelector<HTMLInputElement>('li + li input')?.focus()
  }
  return (
    <Stack component="ul" ref={list} gap="s3">
      {media.map(({ file }, index) => (
        <li key={keys[index]} aria-label={file?.name}>
          <Stack gap="var(--el-s3)" p="12px 14px 14px" className="el-box" bdrs="md">
            {file && (
              <Group gap={11} wrap="nowrap" className="el-ui">
                <FilePreview file={file} />
                <span className="el-grow">
                  <FileName file={file} />
                </span>
                <IconButton icon={IconX} label={`Remove ${file.name}`} onClick={() => remove(index)} />
              </Group>
            )}
            <TextInput
              label="Media Title"
              autoComplete="off"
              {...form.getInputProps(`media.${index}.title`)}
            />
            <Textarea
              label="Media Description"
              rows={2}
              {...form.getInputProps(`media.${index}.description`)}
            />
            {index === 0 && canUseForAll(media) && (
              <Button
                mr="auto"
                variant="subtle"
                leftSection={<IconCopy size={18} aria-hidden />}
                onClick={copyToAll}
              >
                Use this title and description for all
              </Button>
            )}
          </Stack>
        </li>
      ))}
    </Stack>
  )
}
