import '@mantine/core/styles/Input.css'
import { Textarea, TextInput } from '@mantine/core'
import type { Media } from '#contract/gallery.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { editMedia, mediaWords } from './journeyApi.ts'
import { useGalleryRefresh } from './useGalleryRefresh.ts'

type MediaEditModalProps = { media: Media; onClose: () => void }

export function MediaEditModal({ media, onClose }: MediaEditModalProps) {
  const { title, description, student_id } = media
  const refresh = useGalleryRefresh(student_id)
  return (
    <FormModal
      title="Edit Media"
      initialValues={{ title, description }}
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
