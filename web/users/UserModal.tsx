import type { User } from '#contract/users.ts'
import type { UserModalKind } from './userActions.ts'
import { UserDeleteModal } from './UserDeleteModal.tsx'
import { UserFormModal } from './UserFormModal.tsx'
import { UserStatusModal } from './UserStatusModal.tsx'

export type UserModalState = { kind: 'add' } | { kind: UserModalKind; user: User }

type UserModalProps = { state: UserModalState; onClose: () => void }

/** The four modals of the users list. */
export function UserModal({ state, onClose }: UserModalProps) {
  if (state.kind === 'add') return <UserFormModal onClose={onClose} />
  const { kind, user } = state
  if (kind === 'edit') return <UserFormModal user={user} onClose={onClose} />
  if (kind === 'status') return <UserStatusModal user={user} onClose={onClose} />
  return <UserDeleteModal user={user} onClose={onClose} />
}
