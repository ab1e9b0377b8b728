import { Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { canGiveRole } from '#contract/permissions.ts'
import { type User, USER_NEW, userForm, type UserForm, userMessages } from '#contract/users.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { useConfirmSession, useSessionUser } from '../ui/sessionUser.ts'
import {
  editUser,
  registerUser,
  resendLink,
  rolesQuery,
  userLabels as labels,
  type UserSaved,
  usersList,
} from './userApi.ts'
import classes from './UserFormModal.module.css'

type UserFormModalProps = {
  /** The user to edit; without one the modal adds one. */
  user?: User
  onClose: () => void
}

export function UserFormModal({ user, onClose }: UserFormModalProps) {
  const { put, refresh } = useListChanges(usersList)
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
      save={(form, transfer) => (user ? editUser(user, form, transfer) : registerUser(form, transfer))}
      onSaved={saved}
      onRefused={refresh}
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

/** The typed form values: a select box has a role's id as text. */
type UserFieldValues = Record<keyof UserForm, string>

function UserFields({ form }: { form: UseFormReturnType<UserFieldValues> }) {
  const actor = useSessionUser()
  const { data: roles = [], error } = useQuery(rolesQuery)
  const choices = roles
    .filter(({ id }) => canGiveRole(actor.role, id))
    .map(({ id, role }) => ({ value: String(id), label: role }))
  const fields: Record<keyof UserForm, ReactNode> = {
    first_name: (
      <TextInput label={labels.first_name} autoComplete="off" {...form.getInputProps('first_name')} />
    ),
    last_name: <TextInput label={labels.last_name} autoComplete="off" {...form.getInputProps('last_name')} />,
    email: (
      <TextInput
        label={labels.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
    ),
    role_id: (
      <SelectBox
        label={labels.role_id}
        placeholder={userMessages.selectUserType}
        data={choices}
        {...form.getInputProps('role_id')}
        {...(error && { error: error.message })}
      />
    ),
  }
  return (
    <>
      <div className={classes.names}>
        {fields.first_name}
        {fields.last_name}
      </div>
      {fields.email}
      {fields.role_id}
    </>
  )
}

/** Sends another letter to a user who has not created a password yet. */
function ResendLink({ user }: { user: User }) {
  const sending = useMutation({ mutationFn: () => resendLink(user) })
  if (sending.isSuccess) return <output className={classes.word}>{sending.data.message}</output>
  return (
    <>
      <Button
        variant="subtle"
        className={classes.button}
        disabled={sending.isPending}
        onClick={() => sending.mutate()}
      >
        Send the link again
      </Button>
      {sending.isError && (
        <span className={classes.word} data-bad role="alert">
          {sending.error.message}
        </span>
      )}
    </>
  )
}
