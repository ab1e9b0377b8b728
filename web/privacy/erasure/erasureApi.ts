import { queryOptions } from '@tanstack/react-query'
import type { StudentRow } from '#contract/students/students.ts'
import { call } from '../../ui/call.ts'

export type RecordStudent = Pick<StudentRow, 'id' | 'name' | 'ref'>

/** The props of the dialogs that export or anonymise a record. */
export type RecordDialogProps = {
  student: RecordStudent
  /** The request that it answers. */
  request?: number | undefined
  onClose: () => void
}

/** What a record consists of. Not cached, because it may have changed. */
export const contentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['student', id, 'contents'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/students/:id/contents', { params: { id }, signal })).data,
    gcTime: 0,
  })

/** The texts in other records that name a student. */
export const mentionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['student', id, 'mentions'],
    queryFn: ({ signal }) => call('GET /api/students/:id/mentions', { params: { id }, signal }),
    gcTime: 0,
  })
