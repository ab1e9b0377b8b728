import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { canGiveRole } from '#contract/permissions.ts'
import { userMessages } from '#contract/users.ts'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { rolesQuery } from './userApi.ts'
import classes from './UserFields.module.css'

/** The form as it is typed: a select box knows a role by its id as text. */
export type UserFieldValues = { first_name: string; last_name: string; email: string; role_id: string }

export function UserFields({ form }: { form: UseFormReturnType<UserFieldValues> }) {
  const actor = useSessionUser()
  const { data: roles = [], error } = useQuery(rolesQuery)
  const choices = roles
    .filter(({ id }) => canGiveRole(actor.role, id))
    .map(({ id, role }) => ({ value: String(id), label: role }))
  return (
    <>
      <div className={classes.names}>
        <TextInput label="First name" autoComplete="off" {...form.getInputProps('first_name')} />
        <TextInput label="Last name" autoComplete="off" {...form.getInputProps('last_name')} />
      </div>
      <TextInput
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <SelectBox
        label="User role"
        placeholder={userMessages.selectUserType}
        data={choices}
        {...form.getInputProps('role_id')}
        {...(error && { error: error.message })}
      />
    </>
  )
}
