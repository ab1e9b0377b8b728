import { Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type Media, mediaWords, type MediaWords } from '#contract/gallery.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { ConfirmModal, NamedQuestion } from '../../ui/modal/ConfirmModal.tsx'
import { deleteMedia, editMedia, galleryQuery } from './journeyApi.ts'

export function MediaEditModal({ media, onClose }: { media: Media; onClose: () => void }) {
  const { title, description, student_id } = media
  const values: MediaWords = { title, description }
  const refresh = useGalleryRefresh(student_id)
  return (
    <FormModal
      title="Edit Media"
      initialValues={values}
      schema={mediaWords}
      save={(words, transfer) => editMedia(media, words, transfer).finally(refresh)}
      onSaved={() => undefined}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput label="Media Title" autoComplete="off" {...form.getInputProps('title')} />
          <Textarea label="Media Description" autosize minRows={3} {...form.getInputProps('description')} />
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
