import '@mantine/core/styles/Input.css'
import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { type Media, mediaWords, type MediaWords } from '#contract/gallery.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { editMedia } from './journeyApi.ts'
import { useGalleryRefresh } from './useGalleryRefresh.ts'

type MediaEditModalProps = { media: Media; onClose: () => void }

export function MediaEditModal({ media, onClose }: MediaEditModalProps) {
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
      {(form) => {
        const fields = fieldsOf(form)
        return (
          <>
            {fields.title}
            {fields.description}
          </>
        )
      }}
    </FormModal>
  )
}

const fieldsOf = (form: UseFormReturnType<MediaWords>): Record<keyof MediaWords, ReactNode> => ({
  title: <TextInput label="Media Title" autoComplete="off" {...form.getInputProps('title')} />,
  description: (
    <Textarea label="Media Description" autosize minRows={3} {...form.getInputProps('description')} />
  ),
})
