import { Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { type Media, mediaWords } from '#contract/gallery.ts'
import { OthersField } from '../../students/form/OthersField.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { ConfirmModal, NamedQuestion } from '../../ui/modal/ConfirmModal.tsx'
import { deleteMedia, editMedia, galleryQuery } from './journeyApi.ts'

const mediaEdit = mediaWords.extend({ others: z.array(z.string()) })

export function MediaEditModal({ media, onClose }: { media: Media; onClose: () => void }) {
  const { title, description, student_id, others = [] } = media
  const refresh = useGalleryRefresh(student_id)
  return (
    <FormModal
      title="Edit Media"
      initialValues={{ title, description, others: others.map(({ id }) => String(id)) }}
      schema={mediaEdit}
      save={(words, transfer) => editMedia(media, words, transfer).finally(refresh)}
      onSaved={() => undefined}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput label="Media Title" autoComplete="off" {...form.getInputProps('title')} />
          <Textarea label="Media Description" autosize minRows={3} {...form.getInputProps('description')} />
          <OthersField student={student_id} known={others} {...form.getInputProps('others')} />
        </>
      )}
    </FormModal>
  )
}

const confirmDelete = (title: string) => `Delete ${title} from the gallery? It cannot be brought back.`

export function MediaDeleteModal({ media, onClose }: { media: Media; onClose: () => void }) {
  const refresh = useGalleryRefresh(media.student_id)
  return (
    <ConfirmModal
      title="Delete Media"
      verb="Delete"
      icon={IconTrash}
      isDeletion
      confirm={(transfer) => deleteMedia(media, transfer).finally(refresh)}
      onSaved={() => undefined}
      onClose={onClose}
    >
      <NamedQuestion ask={confirmDelete} name={media.title} />
    </ConfirmModal>
  )
}

/** Reloads the gallery, also after a refusal, which probably means that another user has changed it. */
function useGalleryRefresh(student: number) {
  const client = useQueryClient()
  return () => void client.invalidateQueries(galleryQuery(student))
}
