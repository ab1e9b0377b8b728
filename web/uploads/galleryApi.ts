import type { MediaForm } from '#contract/gallery.ts'
import { call, type CallOptions } from '../ui/call.ts'
import type { SaveResult } from './QueueItem.ts'

/** Finds this file in the student's gallery; if found, it need not be sent. */
export const findKnown = async (student_id: number, sha256: string, signal: AbortSignal) =>
  (await call('GET /api/gallery/known', { query: { student_id, sha256 }, signal })).data

/** Saves a photograph, or a film after its resumable upload. */
export async function saveMedia(
  body: Omit<MediaForm, 'id'>,
  files: { media?: File; poster?: File | undefined },
  options: CallOptions,
): Promise<SaveResult> {
  const { is_known, is_renamed } = await call('POST /api/gallery?query=', { body, files, ...options })
  return { isKnown: is_known === true, isRenamed: is_renamed === true }
}
