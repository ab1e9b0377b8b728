import { queryOptions } from '@tanstack/react-query'
import type { School } from '#contract/schools.ts'
import {
  type Person,
  type StatusForm,
  type Student,
  type StudentForm,
  type StudentRow,
  studentSearchText,
} from '#contract/students.ts'
import { USER_DISABLED } from '#contract/users.ts'
import { http } from '../ui/http.ts'
import type { ListSource } from '../ui/list/ListSource.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'

export type StudentSaved = { message: string; data: StudentRow }
/** Undefined in a student who was read without it, and in a form for a new one. */
type Version = { version?: number | undefined }
type NewFiles = { pic: File; cert: File }

export const studentsList: ListSource<StudentRow> = {
  path: '/api/students',
  query: { query: 'list' },
  rowKey: ({ id }) => id,
  searchText: studentSearchText,
}

/** A student to edit: always asked for anew, because the version that comes along is what a save is checked by. */
export const studentToEditQuery = (id: number) =>
  queryOptions({
    queryKey: ['student', id, 'edit'],
    queryFn: async ({ signal }) =>
      (await http.get<{ data: Student }>(`/api/students/${id}`, { query: { query: 'edit' }, signal })).data,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

export const schoolsQuery = queryOptions({
  queryKey: ['schools'],
  queryFn: ({ signal }) => http.get<{ data: School[] }>('/api/schools', { signal }),
  select: ({ data }) => data.map(({ id, school }) => ({ value: String(id), label: school })),
})

export const liaisonsQuery = queryOptions({
  queryKey: ['liaison officers'],
  queryFn: ({ signal }) => http.get<{ data: Person[] }>('/api/getliaison', { signal }),
  select: ({ data }) => data.map(asChoice),
})

export const supportersQuery = queryOptions({
  queryKey: ['supporters'],
  queryFn: ({ signal }) => http.get<{ data: Person[] }>('/api/getsupporters', { signal }),
  select: ({ data }) => data.filter(({ status }) => status !== USER_DISABLED).map(asChoice),
})

const asChoice = ({ id, name }: Person) => ({ value: String(id), label: name })

export const addStudent = (form: StudentForm & NewFiles, transfer: Transfer) =>
  http.post<StudentSaved>('/api/students', formData(form), { ...transfer, query: { query: 'list' } })

export const editStudent = (id: number, form: StudentForm & Version, transfer: Transfer) =>
  http.put<StudentSaved>(`/api/students/${id}`, form, { ...transfer, query: { query: 'list' } })

export const changePicture = (id: number, { pic }: Pick<NewFiles, 'pic'>, transfer: Transfer) =>
  patch(id, { mode: 'picture', pic }, transfer)

export const changeCertificate = (id: number, { cert }: Pick<NewFiles, 'cert'>, transfer: Transfer) =>
  patch(id, { mode: 'certificate', cert }, transfer)

export const addSupporter = (id: number, supporter_id: number, transfer: Transfer) =>
  patch(id, { mode: 'supporter', supporter_id }, transfer)

/** Nothing chosen is how a supporter is removed. */
export const removeSupporter = (id: number, transfer: Transfer) =>
  patch(id, { mode: 'supporter', supporter_id: '' }, transfer)

export const setStatus = (id: number, form: StatusForm, transfer: Transfer) =>
  patch(id, { mode: 'status', ...form }, transfer)

const patch = (id: number, fields: Fields, transfer: Transfer) =>
  http.post<StudentSaved>(`/api/students/${id}`, formData(fields), {
    ...transfer,
    query: { _method: 'PATCH', query: 'list' },
  })

type Fields = Record<string, string | number | File | undefined>

function formData(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, value instanceof File ? value : String(value))
  return form
}
