import { firstErrors } from '#contract/errors.ts'
import { galleryMessages } from '#contract/gallery.ts'
import { AN_ERROR_OCCURRED } from '#contract/messages.ts'
import { HttpError } from '../../shared/http.ts'
import type { ItemState } from './QueueItem.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** Signed out, another call holds it, too many calls: none of them is the file's fault. */
const passing = new Set([0, 401, 408, 419, 423, 425, 429])

/** What is in the way passes by itself; the tries have no end, for a village may be without network for a day. */
export function afterFailure(error: unknown, tries: number, now: number): ItemState {
  // The file was moved or changed after it had been chosen.
  if (error instanceof DOMException && error.name !== 'AbortError') return { is: 'missing' }
  if (!(error instanceof HttpError)) return { is: 'refused', message: AN_ERROR_OCCURRED }
  const { status, body } = error
  const isPassing = passing.has(status) || status >= 500 || body.message === galleryMessages.beingSaved
  if (!isPassing) return { is: 'refused', message: wordsOf(error) }
  return { is: 'pausing', until: now + pauseAfter(tries), tries: tries + 1, isOffline: status === 0 }
}

/** 1, 2, 4 … 30 seconds. */
export const pauseAfter = (tries: number) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)

/** What was sent in pieces is not there any more, or not as it was: only sending it anew helps. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false
  const said = new Set([error.body.message, ...Object.values(error.body.errors ?? {}).flat()])
  return said.has(galleryMessages.notArrived) || said.has(galleryMessages.notWhole)
}

const wordsOf = ({ body }: HttpError) => Object.values(firstErrors(body.errors ?? {}))[0] ?? body.message
