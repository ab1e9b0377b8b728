import { type User, USER_ACTIVE, USER_DISABLED, USER_NEW, userName } from '#contract/users.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import type { RowAction } from '../ui/RowAction.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'
import type { UserModalKind } from './userActions.ts'
import classes from './userColumns.module.css'

export type ActionsOf = (user: User) => Record<UserModalKind, RowAction>

export function userColumns(actionsOf: ActionsOf): ListColumn<User>[] {
  return [
    numberColumn(),
    { name: 'email', header: 'Email', cell: ({ email }) => email, sortBy: ({ email }) => email },
    {
      name: 'name',
      header: 'Name',
      isName: true,
      cell: userName,
      sortBy: userName,
    },
    {
      name: 'role',
      header: 'User Role',
      cell: ({ roles }) => roles.role,
      sortBy: ({ roles }) => roles.id,
    },
    {
      name: 'edit',
      isScreenOnly: true,
      header: 'Edit',
      align: 'center',
      width: 90,
      cell: (user) => <IconButton {...actionsOf(user).edit} />,
    },
    {
      name: 'status',
      header: 'Status',
      width: '30%',
      sortBy: ({ status }) => status,
      cell: (user) => (
        <div className={classes.status}>
          <span className={classes.badge}>
            <UserStatusBadge status={user.status} />
          </span>
          <IconButton {...actionsOf(user).status} side="right" />
        </div>
      ),
    },
    {
      name: 'delete',
      isScreenOnly: true,
      header: 'Delete',
      align: 'center',
      width: 100,
      cell: (user) => <IconButton {...actionsOf(user).delete} />,
    },
  ]
}

const looks: Record<number, StatusLook> = {
  [USER_NEW]: { word: 'New', tone: 'amber', shape: 'dashedRing' },
  [USER_DISABLED]: { word: 'Disabled', tone: 'grey', shape: 'square' },
  [USER_ACTIVE]: { word: 'Active', tone: 'green', shape: 'circle' },
}

export function UserStatusBadge({ status }: { status: number }) {
  const look = looks[status]
  return look && <StatusBadge {...look} />
}
