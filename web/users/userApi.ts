import { queryOptions } from '@tanstack/react-query'
import {
  type User,
  type UserForm,
  userName,
  userSearch,
  USER_ACTIVE,
  USER_DISABLED,
} from '#contract/users.ts'
import type { AnswerOf } from '#contract/base/call.ts'
import type { AllCalls } from '#contract/calls.ts'
import { call } from '../ui/call.ts'
import type { ListSource } from '../ui/list/rows/ListSource.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'

export type UserSaved = AnswerOf<AllCalls['POST /api/register']>

export const usersList: ListSource<User> = {
  call: 'GET /api/getUsers',
  rowKey: ({ id }) => id,
  searchText: userSearch,
}

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call('GET /api/getRoles', { signal }),
  select: ({ roles }) => roles,
  // Roles are part of the program and do not change while it runs.
  staleTime: Infinity,
})

export const registerUser = (form: UserForm, transfer: Transfer) =>
  call('POST /api/register', {
    body: form,
    action: { verb: 'add the user', name: userName(form) },
    ...transfer,
  })

/** Refused if the user has changed since the list showed them. */
export function editUser(user: User, form: UserForm, transfer: Transfer) {
  // The call takes the fields of the form from these.
  const seen = { ...user, role_id: user.roles.id }
  const verb = form.role_id === user.roles.id ? 'change the email of' : 'change the role of'
  const action = { verb, name: userName(user) }
  return call('POST /api/edit', { body: { id: user.id, ...form, seen }, action, ...transfer })
}

export const deleteUser = ({ id }: User, transfer: Transfer) =>
  call('POST /api/delete/:id', { params: { id }, ...transfer })

export const resendLink = ({ id }: User) => call('POST /api/resend/:id', { params: { id } })

/** Disables an active user, activates a disabled one. */
export const toggleUserStatus = ({ id, status }: User, transfer?: Transfer) =>
  call('POST /api/statusUsr', {
    body: { id, status: status === USER_ACTIVE ? USER_DISABLED : USER_ACTIVE },
    ...transfer,
  })
