import type { z } from 'zod'
import type { HistoryEntry } from './history.ts'

/** Names the refusals that the page reacts to. */
export const refusalCodes = ['being_saved', 'not_arrived', 'not_whole'] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** The one body of every refusal. `errors` holds the messages by field path: `email`, `marks.0.mark`. */
export type ErrorBody = {
  message: string
  code?: RefusalCode
  errors?: FieldErrors
  /** What others saved since the version that a refused save had loaded. */
  conflict?: EditConflict
}

export type EditConflict = { version: number; history: HistoryEntry[] }

export type FieldErrors = Record<string, string[]>

/** The messages of a failed parse by the paths that forms and answers share. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) (errors[issue.path.join('.')] ??= []).push(issue.message)
  return errors
}

/** What a form shows under each field: the first message only. */
export function firstErrors(errors: FieldErrors): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, messages]) => (messages[0] ? [[path, messages[0]]] : [])),
  )
}
