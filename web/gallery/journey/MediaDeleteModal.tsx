import { IconTrash } from '@tabler/icons-react'
import type { Media } from '#contract/gallery.ts'
import { ConfirmModal, NamedQuestion } from '../../ui/modal/ConfirmModal.tsx'
import { deleteMedia } from './journeyApi.ts'
import { useGalleryRefresh } from './useGalleryRefresh.ts'

const confirmDelete = (title: string) => `Delete ${title} from the gallery? It cannot be brought back.`

type MediaDeleteModalProps = { media: Media; onClose: () => void }

export function MediaDeleteModal({ media, onClose }: MediaDeleteModalProps) {
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
