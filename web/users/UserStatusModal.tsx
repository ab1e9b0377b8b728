import { IconToggleLeft, IconToggleRight } from '@tabler/icons-react'
import { type User, userMessages, userName, USER_ACTIVE } from '#contract/users.ts'
import { ConfirmModal, NamedQuestion } from '../ui/modal/ConfirmModal.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { statusVerb } from './userActions.ts'
import { toggleUserStatus, usersList } from './userApi.ts'

export function UserStatusModal({ user, onClose }: { user: User; onClose: () => void }) {
  const { put } = useListChanges(usersList)
  const verb = statusVerb(user)
  return (
    <ConfirmModal
      title="Change Status"
      verb={verb}
      icon={user.status === USER_ACTIVE ? IconToggleLeft : IconToggleRight}
      confirm={(transfer) => toggleUserStatus(user, transfer)}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      <NamedQuestion ask={(name) => userMessages.confirmStatus(verb, name)} name={userName(user)} />
    </ConfirmModal>
  )
}
