import { Button } from '@mantine/core'
import { IconPlus, IconToggleLeft } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { type User, userName } from '#contract/users.ts'
import { ImportLink } from '../students/ImportLink.tsx'
import { DownloadList } from '../ui/export/DownloadList.tsx'
import { EmailAddress } from '../ui/list/EmailAddress.tsx'
import { DataList } from '../ui/list/DataList.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import { useListChanges } from '../ui/list/rows/useListChanges.ts'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { MailServerNote } from './MailServerNote.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useUndo } from '../ui/undo/useUndo.tsx'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { userActions } from './userActions.ts'
import { toggleUserStatus, usersList } from './userApi.ts'
import { type ActionsOf, contactOf, userColumns, UserStatusBadge } from './userColumns.tsx'
import type { UserModalState } from './UserModal.tsx'

const UserModal = lazyDialog(async () => (await import('./UserModal.tsx')).UserModal, { isLikely: true })

export function UsersPanel() {
  const actor = useSessionUser()
  const [modal, setModal] = useState<UserModalState>()
  const { put } = useListChanges(usersList)
  const undo = useUndo({ placement: 'page' })
  const offerUndo = (user: User) =>
    undo.offer({
      icon: IconToggleLeft,
      done: 'Deactivated.',
      about: `${userName(user)} is signed out.`,
      undo: async () => {
        put((await toggleUserStatus(user)).data)
        return `${userName(user)} is Active again, and has to sign in again.`
      },
    })
  const actionsOf: ActionsOf = useCallback(
    (user) => userActions(user, actor, (kind) => setModal({ kind, user })),
    [actor],
  )
  // On a phone the first user is visible without scrolling.
  const isPhone = useIsPhone()
  const columns = useMemo(() => userColumns(actionsOf), [actionsOf])
  const card = useCallback((user: User) => <UserCard user={user} actionsOf={actionsOf} />, [actionsOf])
  return (
    <>
      <PageHead
        title="Users"
        primary={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setModal({ kind: 'add' })}>
            Add New User
          </Button>
        }
      >
        <ImportLink kind="supporters" openedFrom="users">
          Import Supporters
        </ImportLink>
        <ImportLink kind="staff" openedFrom="users">
          Import Staff
        </ImportLink>
        <DownloadList kind="users" />
      </PageHead>
      {!isPhone && <MailServerNote />}
      <DataList
        source={usersList}
        columns={columns}
        card={card}
        noun="users"
        rowHeight="low"
        searchLabel="Search by name, email or role"
        noMatchHint="Check the spelling, or search by email."
        emptyHint="Add the first one with Add New User."
      />
      {isPhone && <MailServerNote />}
      {undo.bar}
      {modal && <UserModal state={modal} onDeactivated={offerUndo} onClose={() => setModal(undefined)} />}
    </>
  )
}

function UserCard({ user, actionsOf }: { user: User; actionsOf: ActionsOf }) {
  const { edit, status, delete: remove } = actionsOf(user)
  return (
    <ListCard
      title={userName(user)}
      lines={[<EmailAddress key="email" email={user.email} />, user.roles.role, contactOf(user)].filter(
        (line) => line !== '',
      )}
      badge={<UserStatusBadge status={user.status} />}
      why={edit.reason ?? status.reason}
      actions={[edit, status, remove]}
    />
  )
}
