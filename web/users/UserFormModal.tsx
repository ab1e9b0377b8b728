import { type User, userForm, USER_NEW } from '#contract/users.ts'
import { FormModal } from '../shared/FormModal.tsx'
import { useListChanges } from '../shared/list/useListChanges.ts'
import { ResendLink } from './ResendLink.tsx'
import { editUser, registerUser, usersList } from './userApi.ts'
import { UserFields, type UserFieldValues } from './UserFields.tsx'

type UserFormModalProps = {
  /** The user to edit; without one the modal adds one. */
  user?: User
  onClose: () => void
}

export function UserFormModal({ user, onClose }: UserFormModalProps) {
  const { put } = useListChanges(usersList)
  return (
    <FormModal
      title={user ? 'Edit User' : 'Add New User'}
      initialValues={valuesOf(user)}
      schema={userForm}
      save={(form) => (user ? editUser(user.id, form) : registerUser(form))}
      onSaved={({ data }) => put(data)}
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
