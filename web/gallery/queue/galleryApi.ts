import { galleryMessages, type Media, type MediaForm } from '#contract/gallery.ts'
import { http, type SendOptions } from '../../ui/http.ts'

type SavedMedia = { message: string; data: Media }
type Files = { media?: File; poster?: File | undefined }

/** Whether the child's gallery has this file, so that it need not travel at all. */
export const isMediaKnown = async (student_id: number, sha256: string, signal: AbortSignal) =>
  (
    await http.get<{ data: Media | null }>('/api/gallery/known', {
      query: { student_id, sha256 },
      signal,
    })
  ).data !== null

/** Saves a photograph, or a film that has arrived in pieces. Answers whether it had been there before. */
export async function saveMedia(
  fields: Omit<MediaForm, 'id'>,
  files: Files,
  options: SendOptions,
): Promise<{ isKnown: boolean }> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...files }))
    if (value !== undefined) form.append(name, value instanceof File ? value : String(value))
  const { message } = await http.post<SavedMedia>('/api/gallery', form, { ...options, query: { query: '' } })
  return { isKnown: message === galleryMessages.known }
}
