import { queryOptions } from '@tanstack/react-query'
import { type Media, mediaForm, type StudentGallery } from '#contract/gallery.ts'
import type { Student } from '#contract/students.ts'
import { http } from '../../ui/http.ts'
import type { Transfer } from '../../ui/modal/useSaving.ts'

export const galleryQuery = (student: number) =>
  queryOptions({
    queryKey: ['gallery', student],
    queryFn: async ({ signal }) =>
      (
        await http.get<{ data: StudentGallery }>(`/api/students/${student}`, {
          query: { query: 'gallery' },
          signal,
        })
      ).data,
  })

/** Under the key of their profile, which may have been read already. */
export const studentQuery = (student: number) =>
  queryOptions({
    queryKey: ['student', student, 'profile', 'academics'],
    queryFn: async ({ signal }) =>
      (
        await http.get<{ data: Student }>(`/api/students/${student}`, {
          query: { query: 'profile', type: 'academics' },
          signal,
        })
      ).data,
  })

/** What can be said anew of a picture or film that is there. */
export const mediaWords = mediaForm.pick({ title: true, description: true })
type MediaWords = Pick<Media, 'title' | 'description'>

export function editMedia({ id, student_id }: Media, words: MediaWords, transfer: Transfer) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ id, student_id, ...words })) body.append(name, String(value))
  return http.post<{ message: string; data: Media }>('/api/gallery', body, {
    ...transfer,
    query: { query: '' },
  })
}

export const deleteMedia = ({ id }: Media, transfer: Transfer) =>
  http.delete<{ message: string }>(`/api/gallery/${id}`, transfer)
