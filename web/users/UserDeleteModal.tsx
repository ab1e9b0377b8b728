import { IconTrash } from '@tabler/icons-react'
import { type User, userMessages, userName } from '#contract/users.ts'
import { ConfirmModal, NamedQuestion } from '../ui/modal/ConfirmModal.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { deleteUser, usersList } from './userApi.ts'

export function UserDeleteModal({ user, onClose }: { user: User; onClose: () => void }) {
  const { drop } = useListChanges(usersList)
  return (
    <ConfirmModal
      title="Delete User"
      verb="Delete"
      icon={IconTrash}
      isDeletion
      confirm={(transfer) => deleteUser(user, transfer)}
      onSaved={() => drop(user)}
      onClose={onClose}
    >
      <NamedQuestion ask={userMessages.confirmDelete} name={userName(user)} />
    </ConfirmModal>
  )
}
