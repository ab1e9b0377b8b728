import { IconToggleLeft, IconToggleRight, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type User, USER_ACTIVE, USER_DISABLED, userMessages, userName } from '#contract/users.ts'
import { useListChanges } from '../ui/list/rows/useListChanges.ts'
import { ConfirmModal, NamedQuestion } from '../ui/modal/ConfirmModal.tsx'
import { statusVerb, type UserModalKind } from './userActions.ts'
import { deleteUser, toggleUserStatus, usersList } from './userApi.ts'
import { UserFormModal } from './UserFormModal.tsx'

export type UserModalState = { kind: 'add' } | { kind: UserModalKind; user: User }

type UserModalProps = {
  state: UserModalState
  /** Called with the user as soon as the dialog has closed. */
  onDeactivated: (user: User) => void
  onClose: () => void
}

/** The four modals of the users list. */
export function UserModal({ state, onDeactivated, onClose }: UserModalProps) {
  if (state.kind === 'add') return <UserFormModal onClose={onClose} />
  const { kind, user } = state
  if (kind === 'edit') return <UserFormModal user={user} onClose={onClose} />
  if (kind === 'status')
    return <UserStatusModal user={user} onDeactivated={onDeactivated} onClose={onClose} />
  return <UserDeleteModal user={user} onClose={onClose} />
}

type UserStatusModalProps = Pick<UserModalProps, 'onDeactivated' | 'onClose'> & { user: User }

function UserStatusModal({ user, onDeactivated, onClose }: UserStatusModalProps) {
  const { put } = useListChanges(usersList)
  const [saved, setSaved] = useState<User>()
  const verb = statusVerb(user)
  return (
    <ConfirmModal
      title="Change Status"
      verb={verb}
      icon={user.status === USER_ACTIVE ? IconToggleLeft : IconToggleRight}
      confirm={(transfer) => toggleUserStatus(user, transfer)}
      onSaved={({ data }) => {
        put(data)
        setSaved(data)
      }}
      onClose={() => {
        onClose()
        if (saved?.status === USER_DISABLED) onDeactivated(saved)
      }}
    >
      <NamedQuestion ask={(name) => userMessages.confirmStatus(verb, name)} name={userName(user)} />
    </ConfirmModal>
  )
}

function UserDeleteModal({ user, onClose }: { user: User; onClose: () => void }) {
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
