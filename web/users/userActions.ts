import { IconPencil, IconToggleLeft, IconToggleRight, IconTrash } from '@tabler/icons-react'
import type { SessionUser } from '#contract/identity/auth.ts'
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
  const target = { id: user.id, role_id: user.roles.id }
  const isSelf = user.id === actor.id
  const isNew = user.status === USER_NEW
  const whyNot = (isAllowed: boolean) => (isAllowed ? undefined : 'Your Role Cannot Change This User')
  const whyNoStatus = isNew
    ? userMessages.newUserStatus
    : isSelf
      ? 'You Cannot Change Your Own Status'
      : whyNot(canChangeUserStatus(actor, target))
  const whyNoDelete = isSelf
    ? 'You Cannot Delete Yourself'
    : isNew
      ? whyNot(canDeleteUser(actor, target))
      : userMessages.onlyNewDeleted
  return {
    edit: {
      icon: IconPencil,
      word: 'Edit',
      label: `Edit ${name}`,
      reason: whyNot(canEditUser(actor, target)),
      onClick: () => open('edit'),
    },
    status: {
      icon: user.status === USER_ACTIVE ? IconToggleRight : IconToggleLeft,
      word: statusVerb(user),
      label: `${statusVerb(user)} ${name}`,
      reason: whyNoStatus,
      onClick: () => open('status'),
    },
    delete: {
      icon: IconTrash,
      word: 'Delete',
      label: `Delete ${name}`,
      reason: whyNoDelete,
      isDanger: true,
      onClick: () => open('delete'),
    },
  }
}

export const statusVerb = ({ status }: User) => (status === USER_ACTIVE ? 'Deactivate' : 'Activate')
