import { useState } from 'react'
import { mediaFile } from '#contract/files.ts'
import type { StudentRow } from '#contract/students.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { FilesDrop } from '../../ui/file/FilesDrop.tsx'
import { shrinkImage } from '../../ui/file/shrinkImage.ts'
import { StudentPicture } from '../../students/StudentPicture.tsx'
import { useGalleryQueue } from '../queue/GalleryQueueContext.ts'
import { MediaFields } from './MediaFields.tsx'
import { type MediaRows, watchedRows } from './mediaRows.ts'

type AddMediaModalProps = { student: StudentRow; onClose: () => void }

/** Says what pictures and films show, and leaves the sending to the queue: nobody has to wait at a form. */
export function AddMediaModal({ student, onClose }: AddMediaModalProps) {
  const queue = useGalleryQueue()
  const [{ schema, tellPreparing }] = useState(watchedRows)
  const initialValues: MediaRows = { media: [] }
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
        return { message: handedOver(media.length) }
      }}
      onSaved={() => undefined}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FilesDrop
            label="Media"
            what="photos and films"
            hint="JPEG, PNG or TIFF up to 10 MB, MP4 up to 300 MB"
            kind={mediaFile}
            prepare={shrinkImage}
            error={form.errors['media']}
            onProblem={(problem) => form.setFieldError('media', problem || null)}
            onPreparing={tellPreparing}
            onFiles={(files) => {
              for (const file of files) form.insertListItem('media', { file, title: '', description: '' })
            }}
          />
          <MediaFields form={form} />
        </>
      )}
    </FormModal>
  )
}

const handedOver = (count: number) =>
  count === 1 ? 'It is on its way to the gallery.' : `All ${count} are on their way to the gallery.`
