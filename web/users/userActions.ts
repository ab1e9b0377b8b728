import { IconPencil, IconToggleLeft, IconToggleRight, IconTrash } from '@tabler/icons-react'
import type { SessionUser } from '#contract/auth.ts'
import { canChangeUserStatus, canDeleteUser, canEditUser } from '#contract/permissions.ts'
import { type User, userMessages, userName, USER_ACTIVE, USER_NEW } from '#contract/users.ts'
import type { RowAction } from '../ui/IconButton.tsx'

export type UserModalKind = 'edit' | 'status' | 'delete'
type UserActions = Record<UserModalKind, RowAction>

/** The actions of a signed-in user on another user, and why some are not possible. */
export function userActions(
  user: User,
  actor: SessionUser,
  open: (kind: UserModalKind) => void,
): UserActions {
  const name = userName(user)
  const isActive = user.status === USER_ACTIVE
  return {
    edit: {
      icon: IconPencil,
      word: 'Edit',
      label: `Edit ${name}`,
      reason: whyNoEdit(user, actor),
      onClick: () => open('edit'),
    },
    status: {
      icon: isActive ? IconToggleRight : IconToggleLeft,
      word: statusVerb(user),
      label: `${statusVerb(user)} ${name}`,
      reason: whyNoStatus(user, actor),
      onClick: () => open('status'),
    },
    delete: {
      icon: IconTrash,
      word: 'Delete',
      label: `Delete ${name}`,
      reason: whyNoDelete(user, actor),
      isDanger: true,
      onClick: () => open('delete'),
    },
  }
}

export const statusVerb = ({ status }: User) => (status === USER_ACTIVE ? 'Deactivate' : 'Activate')

const reasons = {
  role: 'Your Role Cannot Change This User',
  ownStatus: 'You Cannot Change Your Own Status',
  self: 'You Cannot Delete Yourself',
} as const

const targetOf = ({ id, roles }: User) => ({ id, role_id: roles.id })

function whyNoEdit(user: User, actor: SessionUser): string | undefined {
  return canEditUser(actor, targetOf(user)) ? undefined : reasons.role
}

function whyNoStatus(user: User, actor: SessionUser): string | undefined {
  if (user.status === USER_NEW) return userMessages.newUserStatus
  if (user.id === actor.id) return reasons.ownStatus
  return canChangeUserStatus(actor, targetOf(user)) ? undefined : reasons.role
}

function whyNoDelete(user: User, actor: SessionUser): string | undefined {
  if (user.id === actor.id) return reasons.self
  if (user.status !== USER_NEW) return userMessages.onlyNewDeleted
  return canDeleteUser(actor, targetOf(user)) ? undefined : reasons.role
}
