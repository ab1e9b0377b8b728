import { queryOptions } from '@tanstack/react-query'
import type { Media, MediaWords } from '#contract/gallery.ts'
import { call, type CallOptions } from '../../ui/call.ts'
import type { Transfer } from '../../ui/modal/useSaving.ts'

export const galleryQuery = (student: number) =>
  queryOptions({
    queryKey: ['gallery', student],
    queryFn: async ({ signal }) =>
      (await call('GET /api/students/:id?query=gallery', { params: { id: student }, signal })).data,
  })

type Edited = MediaWords & { others: string[] }

/** An empty text removes the other students: form data contains no empty list. */
export const editMedia = ({ id, student_id }: Media, { others, ...words }: Edited, options: CallOptions) =>
  call('POST /api/gallery?query=', {
    body: { id, student_id, ...words, others: others.length > 0 ? others : '' },
    files: {},
    ...options,
  })

export const deleteMedia = ({ id }: Media, transfer: Transfer) =>
  call('DELETE /api/gallery/:id', { params: { id }, ...transfer })
