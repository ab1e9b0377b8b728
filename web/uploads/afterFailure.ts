import { firstErrors, type RefusalCode } from '#contract/base/call.ts'
import { HttpError } from '../ui/http.ts'
import type { ItemState } from './QueueItem.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** Temporary statuses, such as signed out, locked or too many requests, which are not about the file. */
const temporary = new Set([0, 401, 408, 419, 423, 425, 429])

/** The browser's errors for a file that was moved, changed or removed after it had been chosen. */
const unreadable = new Set(['NotFoundError', 'NotReadableError'])

/** Neither the file nor the connection is at fault: the next try asks for the offset, or sends the file again. */
export class TryAgain extends Error {}

/** Temporary failures are retried without limit, because a village may be without a network for a day. */
export function afterFailure(error: unknown, tries: number, now: number): ItemState {
  if (error instanceof DOMException && unreadable.has(error.name)) return { is: 'missing' }
  if (error instanceof HttpError && !isTemporary(error)) return { is: 'refused', message: wordsOf(error) }
  // Any other error, such as that of a chunk of the app that did not load, also means that there is no network.
  const isOffline = error instanceof HttpError ? error.status === 0 : !(error instanceof TryAgain)
  return { is: 'pausing', until: now + pauseAfter(tries), tries: tries + 1, isOffline }
}

const isTemporary = ({ status, body }: HttpError) =>
  temporary.has(status) || status >= 500 || body.code === 'being_saved'

/** 1, 2, 4 … 30 seconds. */
export const pauseAfter = (tries: number) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)

/** The server no longer has the film's upload. */
export const isLost = (error: unknown) => hasCode(error, 'not_arrived')

/** The bytes that arrived are not those of the file. */
export const isCorrupted = (error: unknown) => hasCode(error, 'not_whole')

const hasCode = (error: unknown, code: RefusalCode) => error instanceof HttpError && error.body.code === code

const wordsOf = ({ body }: HttpError) => Object.values(firstErrors(body.errors ?? {}))[0] ?? body.message
