import { type User, userForm, USER_NEW } from '#contract/users.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { useConfirmSession, useSessionUser } from '../ui/sessionUser.ts'
import { ResendLink } from './ResendLink.tsx'
import { editUser, registerUser, type UserSaved, usersList } from './userApi.ts'
import { UserFields, type UserFieldValues } from './UserFields.tsx'

type UserFormModalProps = {
  /** The user to edit; without one the modal adds one. */
  user?: User
  onClose: () => void
}

export function UserFormModal({ user, onClose }: UserFormModalProps) {
  const { put } = useListChanges(usersList)
  const actor = useSessionUser()
  const confirmSession = useConfirmSession()
  const saved = ({ data }: UserSaved) => {
    put(data)
    if (data.id === actor.id) confirmSession()
  }
  return (
    <FormModal
      title={user ? 'Edit User' : 'Add New User'}
      initialValues={valuesOf(user)}
      schema={userForm}
      save={(form, transfer) => (user ? editUser(user.id, form, transfer) : registerUser(form, transfer))}
      onSaved={saved}
      onClose={onClose}
      hint={user?.status === USER_NEW && <ResendLink user={user} />}
    >
      {(form) => <UserFields form={form} />}
    </FormModal>
  )
}

function valuesOf(user: User | undefined): UserFieldValues {
  if (!user) return { first_name: '', last_name: '', email: '', role_id: '' }
  const { first_name, last_name, email, roles } = user
  return { first_name, last_name, email, role_id: String(roles.id) }
}
