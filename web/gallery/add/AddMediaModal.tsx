import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { mediaFile } from '#contract/base/files.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { OthersField } from '../../students/form/OthersField.tsx'
import { FileName, FilePreview } from '../../ui/file/FilePreview.tsx'
import { FilesDrop } from '../../ui/file/FilesDrop.tsx'
import { shrinkImage } from '../../ui/file/shrinkImage.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { useUploadQueue } from '../../uploads/uploadQueue.ts'
import classes from './AddMediaModal.module.css'
import { MediaGrid } from './MediaGrid.tsx'
import { emptyMedia, hasOwnWords, type MediaValues, rowsOf, createMediaSchema } from './mediaForm.ts'
import { StudentLine } from '../../students/StudentLine.tsx'

/** The form for new pictures and films. The queue sends them, so that the user need not wait. */
export function AddMediaModal({
  student,
  onClose,
}: {
  student: Omit<StudentRow, 'numbers' | 'restricted_on'>
  onClose: () => void
}) {
  const queue = useUploadQueue()
  const [{ schema, countPreparing }] = useState(createMediaSchema)
  /** The key in the queue of each file, once saved. */
  const [queued, setQueued] = useState<string[]>([])
  return (
    <FormModal
      title="Add Gallery"
      subtitle={<StudentLine student={student} />}
      shape="large"
      initialValues={emptyMedia}
      schema={schema}
      verb="Add to Gallery"
      save={async ({ media }) => {
        const keys = await queue.add(
          media.map((row) => ({ ...row, student_id: student.id, student: student.name })),
        )
        return { message: queuedMessage(media.length), keys }
      }}
      onSaved={({ keys }) => setQueued(keys)}
      onClose={onClose}
    >
      {(form) => (
        <MediaFields form={form} student={student.id} queued={queued} countPreparing={countPreparing} />
      )}
    </FormModal>
  )
}

const queuedMessage = (count: number) =>
  count === 1 ? 'It is on its way to the gallery.' : `All ${count} are on their way to the gallery.`

type MediaFieldsProps = {
  form: UseFormReturnType<MediaValues>
  student: number
  queued: string[]
  countPreparing: (isPreparing: boolean) => void
}

/** The title and description for all files, and the files. */
function MediaFields({ form, student, queued, countPreparing }: MediaFieldsProps) {
  const { media } = form.values
  const isPhone = useIsPhone()
  const [opened, setOpened] = useState<File>()
  const wrong = media.findIndex((_, index) =>
    fields.some((field) => Boolean(form.errors[`media.${index}.${field}`])),
  )
  // A refused title is shown, and stays open while it is corrected.
  if (wrong >= 0 && media[wrong]?.file !== opened) setOpened(media[wrong]?.file)
  const open = opened ? media.findIndex(({ file }) => file === opened) : -1
  const panel = open >= 0 && (
    <OwnWords key={open} form={form} index={open} onClose={() => setOpened(undefined)} />
  )
  return (
    <div className={classes.form} data-empty={media.length === 0 || undefined}>
      <div className={classes.drop}>
        <FilesDrop
          label="Media"
          what={`${media.length ? 'more ' : ''}photos and videos`}
          hint="JPEG, PNG or TIFF up to 10 MB, MP4 up to 300 MB"
          kind={mediaFile}
          prepare={shrinkImage}
          error={form.errors['media']}
          onProblem={(problem) => form.setFieldError('media', problem || null)}
          onPreparing={countPreparing}
          onFiles={(files) => form.setFieldValue('media', (rows) => [...rows, ...rowsOf(files)])}
        />
      </div>
      <Stack gap={14}>
        <TextInput label="Media Title" autoComplete="off" {...form.getInputProps('title')} />
        <Textarea
          label="Media Description"
          description={media.length > 1 && 'For all files that have no title or description of their own.'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={3}
          {...form.getInputProps('description')}
        />
        <OthersField student={student} isForAll {...form.getInputProps('others')} />
        {!isPhone && panel}
      </Stack>
      {media.length > 0 && (
        <MediaGrid form={form} queued={queued} open={open} onOpen={setOpened} panel={isPhone && panel} />
      )}
    </div>
  )
}

const fields = ['title', 'description'] as const

type OwnWordsProps = { form: UseFormReturnType<MediaValues>; index: number; onClose: () => void }

/** The title and description of one file. An empty field means the text for all files. */
function OwnWords({ form, index, onClose }: OwnWordsProps) {
  const { title, description, media } = form.values
  const panel = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.querySelector('input')?.focus()
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const row = media[index]
  if (!row) return null
  const { file } = row
  const what = `${file.type.startsWith('video/') ? 'Video' : 'Photo'} ${index + 1}`
  const useShared = () => {
    form.setFieldValue(`media.${index}`, { file, title: '', description: '' })
    // Setting the row does not clear the errors of its fields.
    for (const field of fields) form.clearFieldError(`media.${index}.${field}`)
    onClose()
  }
  return (
    <fieldset ref={panel} className={classes.panel} aria-label={file.name}>
      <Group gap={11} wrap="nowrap" className="el-ui">
        <FilePreview file={file} />
        <div className="el-grow">
          <div className="el-strong">{hasOwnWords(row) ? `${what} has its own title` : what}</div>
          <FileName file={file} />
        </div>
      </Group>
      <TextInput
        label="Media Title"
        autoComplete="off"
        placeholder={title}
        {...form.getInputProps(`media.${index}.title`)}
      />
      <Textarea
        label="Media Description"
        rows={2}
        placeholder={description}
        {...form.getInputProps(`media.${index}.description`)}
      />
      <Button
        mr="auto"
        ml={-15}
        variant="subtle"
        leftSection={<IconCopy size={18} aria-hidden />}
        onClick={useShared}
      >
        Use the title of all
      </Button>
    </fieldset>
  )
}
