import { queryOptions } from '@tanstack/react-query'
import {
  type Role,
  type User,
  type UserForm,
  userSearchText,
  USER_ACTIVE,
  USER_DISABLED,
} from '#contract/users.ts'
import { http } from '../ui/http.ts'
import type { ListSource } from '../ui/list/ListSource.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'

type Done = { message: string }
export type UserSaved = Done & { data: User }

export const usersList: ListSource<User> = {
  path: '/api/getUsers',
  rowKey: ({ id }) => id,
  searchText: userSearchText,
}

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => http.get<{ roles: Role[] }>('/api/getRoles', { signal }),
  select: ({ roles }) => roles,
  // Roles come with the program and do not change while it runs.
  staleTime: Infinity,
})

export const registerUser = (form: UserForm, transfer: Transfer) =>
  http.post<UserSaved>('/api/register', form, transfer)

export const editUser = (id: number, form: UserForm, transfer: Transfer) =>
  http.post<UserSaved>('/api/edit', { id, ...form }, transfer)

export const deleteUser = ({ id }: User, transfer: Transfer) =>
  http.post<Done>(`/api/delete/${id}`, undefined, transfer)

export const resendLink = ({ id }: User) => http.post<Done>(`/api/resend/${id}`)

/** The other of the two: an active user becomes disabled, a disabled one active. */
export const toggleUserStatus = ({ id, status }: User, transfer: Transfer) =>
  http.post<UserSaved>(
    '/api/statusUsr',
    { id, status: status === USER_ACTIVE ? USER_DISABLED : USER_ACTIVE },
    transfer,
  )
