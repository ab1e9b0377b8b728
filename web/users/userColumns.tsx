import { Box, Group, Text } from '@mantine/core'
import { type User, USER_ACTIVE, USER_DISABLED, USER_NEW, userName } from '#contract/users.ts'
import { EmailAddress } from '../ui/list/EmailAddress.tsx'
import { WordButton, type RowAction } from '../ui/IconButton.tsx'
import { fieldColumn, type ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import { RowMenu } from '../ui/list/RowActions.tsx'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'
import type { UserModalKind } from './userActions.ts'

export type ActionsOf = (user: User) => Record<UserModalKind, RowAction>

export function userColumns(actionsOf: ActionsOf): ListColumn<User>[] {
  return [
    numberColumn('wide'),
    fieldColumn('email', 'Email', { under: 'name', cell: ({ email }) => <EmailAddress email={email} /> }),
    {
      name: 'name',
      header: 'Name',
      isName: true,
      cell: (user) => (
        <>
          {userName(user)}
          <Text component="div" className="el-sm" fw={400} c="dimmed">
            {contactOf(user)}
          </Text>
        </>
      ),
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
      only: 'wide',
      cell: (user) => <WordButton {...actionsOf(user).edit} />,
    },
    {
      ...statusColumn,
      only: 'wide',
      width: 250,
      cell: (user) => (
        <Group gap="s3" wrap="nowrap">
          <Box component="span" w={96}>
            <UserStatusBadge status={user.status} />
          </Box>
          <WordButton {...actionsOf(user).status} side="right" />
        </Group>
      ),
    },
    { ...statusColumn, only: 'narrow', cell: ({ status }) => <UserStatusBadge status={status} /> },
    {
      name: 'delete',
      isScreenOnly: true,
      header: 'Delete',
      only: 'wide',
      cell: (user) => <WordButton {...actionsOf(user).delete} />,
    },
    {
      name: 'actions',
      header: 'Actions',
      isScreenOnly: true,
      only: 'narrow',
      align: 'right',
      width: 116,
      cell: (user) => {
        const { edit, status, delete: remove } = actionsOf(user)
        return <RowMenu name={userName(user)} actions={[edit, status, remove]} />
      },
    },
  ]
}

/** `0722 123 456, Kenya` */
export const contactOf = ({ phone, country }: User) => [phone, country].filter(Boolean).join(', ')

const statusColumn = {
  name: 'status',
  header: 'Status',
  shape: 'badge',
  sortBy: ({ status }: User) => status,
} as const

const looks: Record<number, StatusLook> = {
  [USER_NEW]: { word: 'New', tone: 'amber', shape: 'dashedRing' },
  [USER_DISABLED]: { word: 'Disabled', tone: 'grey', shape: 'square' },
  [USER_ACTIVE]: { word: 'Active', tone: 'green', shape: 'circle' },
}

export function UserStatusBadge({ status }: { status: number }) {
  const look = looks[status]
  return look && <StatusBadge {...look} />
}
