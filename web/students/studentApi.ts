import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { FormerStatus, StatusForm, StudentForm } from '#contract/students/studentForms.ts'
import { type Person, type StudentRow, studentSearchText } from '#contract/students/students.ts'
import { USER_DISABLED } from '#contract/users.ts'
import type { AllCalls } from '#contract/calls.ts'
import { call } from '../ui/call.ts'
import type { ListSource } from '../ui/list/rows/ListSource.ts'
import { useListChanges } from '../ui/list/rows/useListChanges.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'

/** Undefined in a student that was loaded without it, and in the form of a new student. */
type Version = { version?: number | undefined }
type NewFiles = { pic: File; cert: File }
/** `cert` is null if the exam requires no file. */
type AddedFiles = { pic: File; cert: File | null }

/** By status, then by name. */
export const ACTIVE_FIRST = 'status'

export const studentsList: ListSource<StudentRow> = {
  call: 'GET /api/students?query=list',
  rowKey: ({ id }) => id,
  searchText: studentSearchText,
  order: ACTIVE_FIRST,
}

/** The first part of the query keys of all remaining work on records, pictures and certificates. */
export const WORK_KEY = 'work'

/** How many students there are, of every status. */
export const studentCountQuery = queryOptions({
  queryKey: [WORK_KEY, 'students'],
  queryFn: ({ signal }) => call('GET /api/students?query=list', { query: { page: 1, size: 1 }, signal }),
  select: ({ meta }) => meta.total,
})

/** Shows a saved change in the list of students at once, and refetches the remaining work. */
export function useStudentChanges() {
  const client = useQueryClient()
  const { put } = useListChanges(studentsList)
  return (student: StudentRow) => {
    put(student)
    void client.invalidateQueries({ queryKey: [WORK_KEY] })
  }
}

/** A student to edit. Never read from the cache, because a save is checked against its version. */
export const studentToEditQuery = (id: number) =>
  queryOptions({
    queryKey: ['student', id, 'edit'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/students/:id?query=edit', { params: { id }, signal })).data,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

export const schoolsQuery = queryOptions({
  queryKey: ['schools'],
  queryFn: ({ signal }) => call('GET /api/schools', { signal }),
  select: ({ data }) => data.map(({ id, school }) => ({ value: String(id), label: school })),
})

export const liaisonsQuery = queryOptions({
  queryKey: ['liaison officers'],
  queryFn: ({ signal }) => call('GET /api/getliaison', { signal }),
  select: ({ data }) => data.map(asChoice),
})

export const supportersQuery = queryOptions({
  queryKey: ['supporters'],
  queryFn: ({ signal }) => call('GET /api/getsupporters', { signal }),
  select: ({ data }) => data.filter(({ status }) => status !== USER_DISABLED).map(asChoice),
})

/** Includes supporters whose account is disabled. */
export const allSupportersQuery = queryOptions({
  ...supportersQuery,
  select: ({ data }) => data.map(asChoice),
})

/** The supporters whose email is not known. */
export const namedSupportersQuery = queryOptions({
  queryKey: ['named supporters'],
  queryFn: async ({ signal }) => (await call('GET /api/supporters/named', { signal })).data,
})

const asChoice = ({ id, name }: Person) => ({ value: String(id), label: name })

export const addStudent = ({ pic, cert, ...form }: StudentForm & AddedFiles, transfer: Transfer) =>
  call('POST /api/students?query=list', { body: form, files: { pic, cert: cert ?? undefined }, ...transfer })

type Edited = StudentForm & Version & Pick<AddedFiles, 'cert'>

export const editStudent = (id: number, { cert, ...form }: Edited, transfer: Transfer) =>
  call('PUT /api/students/:id?query=list', {
    params: { id },
    body: form,
    ...(cert && { files: { cert } }),
    ...transfer,
  })

export const changePicture = (id: number, files: Pick<NewFiles, 'pic'>, transfer: Transfer) =>
  patch(id, { mode: 'picture' }, transfer, files)

export const changeCertificate = (id: number, files: Pick<NewFiles, 'cert'>, transfer: Transfer) =>
  patch(id, { mode: 'certificate' }, transfer, files)

export const addSupporter = (id: number, supporter_id: number, transfer: Transfer) =>
  patch(id, { mode: 'supporter', supporter_id }, transfer)

/** An empty `supporter_id` removes the supporter. */
export const removeSupporter = (id: number, transfer: Transfer) =>
  patch(id, { mode: 'supporter', supporter_id: '' }, transfer)

export const setStatus = (id: number, form: StatusForm, transfer: Transfer) =>
  patch(id, { mode: 'status', ...form }, transfer)

/** One status for several students. */
export const setStatuses = (body: StatusForm & { ids: number[] }, { idempotencyKey }: Transfer) =>
  call('POST /api/students/status', { body, idempotencyKey })

export const undoStatuses = (former: FormerStatus[]) =>
  call('POST /api/students/status', { body: { former, reason: 'Undone' } })

type Patch = z.input<AllCalls['PATCH /api/students/:id?query=list']['body']>

const patch = (id: number, body: Patch, transfer: Transfer, files: Partial<NewFiles> = {}) =>
  call('PATCH /api/students/:id?query=list', { params: { id }, body, files, ...transfer })
