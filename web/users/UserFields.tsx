import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { canGiveRole } from '#contract/permissions.ts'
import { type UserForm, userMessages } from '#contract/users.ts'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { rolesQuery } from './userApi.ts'
import classes from './UserFields.module.css'

/** The form as it is typed: a select box knows a role by its id as text. */
export type UserFieldValues = Record<keyof UserForm, string>

export function UserFields({ form }: { form: UseFormReturnType<UserFieldValues> }) {
  const actor = useSessionUser()
  const { data: roles = [], error } = useQuery(rolesQuery)
  const choices = roles
    .filter(({ id }) => canGiveRole(actor.role, id))
    .map(({ id, role }) => ({ value: String(id), label: role }))
  const fields: Record<keyof UserForm, ReactNode> = {
    first_name: <TextInput label="First name" autoComplete="off" {...form.getInputProps('first_name')} />,
    last_name: <TextInput label="Last name" autoComplete="off" {...form.getInputProps('last_name')} />,
    email: (
      <TextInput
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
    ),
    role_id: (
      <SelectBox
        label="User role"
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
