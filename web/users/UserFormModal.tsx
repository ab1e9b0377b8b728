import { Button, SimpleGrid, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { canGiveRole, canResetSecondSteps } from '#contract/permissions.ts'
import { type User, USER_NEW, userFields, userForm } from '#contract/users.ts'
import { FormFields, otherFields } from '../ui/form/FormFields.tsx'
import { FormModal } from '../ui/form/FormModal.tsx'
import { FormSeries } from '../ui/form/FormSeries.tsx'
import { type TypedValues, typedValues } from '../ui/form/typedValues.ts'
import { useListChanges } from '../ui/list/rows/useListChanges.ts'
import { useConfirmSession, useSessionUser } from '../ui/sessionUser.ts'
import { ResetSecondStep } from './ResetSecondStep.tsx'
import { editUser, registerUser, resendLink, rolesQuery, type UserSaved, usersList } from './userApi.ts'

type UserFormModalProps = {
  /** The user to edit; without one the modal adds one. */
  user?: User
  onClose: () => void
}

/** Adds users, or edits one. */
export function UserFormModal({ user, onClose }: UserFormModalProps) {
  const { put, refresh } = useListChanges(usersList)
  const actor = useSessionUser()
  const confirmSession = useConfirmSession()
  const saved = ({ data }: UserSaved) => {
    put(data)
    if (data.id === actor.id) confirmSession()
  }
  return (
    <FormSeries<UserValues>>
      {(series, before) => (
        <FormModal
          title={user ? 'Edit User' : 'Add New User'}
          initialValues={typedValues(
            userFields,
            user ? { ...user, role_id: user.roles.id } : { role_id: before?.role_id },
          )}
          schema={userForm}
          save={(form, transfer) => (user ? editUser(user, form, transfer) : registerUser(form, transfer))}
          onSaved={saved}
          onFailed={refresh}
          onClose={onClose}
          series={user ? undefined : series}
          hint={user?.status === USER_NEW && <ResendLink user={user} />}
        >
          {(form) => (
            <>
              <UserFields form={form} />
              {user && user.id !== actor.id && canResetSecondSteps(actor.role) && (
                <ResetSecondStep user={user} />
              )}
            </>
          )}
        </FormModal>
      )}
    </FormSeries>
  )
}

type UserValues = TypedValues<typeof userFields>

const names = ['first_name', 'last_name'] as const
const contacts = ['phone', 'country'] as const
const others = otherFields(userFields, [...names, ...contacts])

function UserFields({ form }: { form: UseFormReturnType<UserValues> }) {
  const actor = useSessionUser()
  const { data: roles = [], error } = useQuery(rolesQuery)
  const choices = roles
    .filter(({ id }) => canGiveRole(actor.role, id))
    .map(({ id, role }) => ({ value: String(id), label: role }))
  const fields = {
    form,
    fields: userFields,
    special: { role_id: { choices, ...(error && { error: error.message }) } },
  }
  return (
    <>
      <SimpleGrid cols={2} spacing="s3">
        <FormFields {...fields} names={names} />
      </SimpleGrid>
      <FormFields {...fields} names={others} />
      <SimpleGrid cols={2} spacing="s3">
        <FormFields {...fields} names={contacts} />
      </SimpleGrid>
    </>
  )
}

/** Sends another letter to a user who has not created a password yet. */
function ResendLink({ user }: { user: User }) {
  const sending = useMutation({ mutationFn: () => resendLink(user) })
  const look = { display: 'block', size: 'sm', lh: '1.125rem', className: 'el-medium' } as const
  if (sending.isSuccess)
    return (
      <Text component="output" {...look} c="green">
        {sending.data.message}
      </Text>
    )
  return (
    <>
      {/* The margin aligns the button's text, not its edge, with the fields. */}
      <Button variant="subtle" ml={-15} disabled={sending.isPending} onClick={() => sending.mutate()}>
        Send the link again
      </Button>
      {sending.isError && (
        <Text span {...look} c="red" role="alert">
          {sending.error.message}
        </Text>
      )}
    </>
  )
}
