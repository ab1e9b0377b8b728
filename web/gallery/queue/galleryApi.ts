import type { MediaForm } from '#contract/gallery.ts'
import { call, type CallOptions } from '../../ui/call.ts'

/** Whether the student's gallery already has this file, so that it need not be sent at all. */
export const isMediaKnown = async (student_id: number, sha256: string, signal: AbortSignal) =>
  (await call('GET /api/gallery/known', { query: { student_id, sha256 }, signal })).data !== null

/** Saves a photograph, or a film that has arrived in pieces. Answers whether it had been there before. */
export async function saveMedia(
  body: Omit<MediaForm, 'id'>,
  files: { media?: File; poster?: File | undefined },
  options: CallOptions,
): Promise<{ isKnown: boolean }> {
  const { is_known } = await call('POST /api/gallery?query=', { body, files, ...options })
  return { isKnown: is_known === true }
}
