import { config, z } from 'zod'
import type { FileKind } from './files.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Method and path of a call. `?query=` selects among the GET calls of a path; other methods ignore it. Parameters begin with
 * a colon: `GET /api/reports?query=:student`.
 */
export type CallName = `${Method} /${string}`

/** The contract of one call. The route and the page's client both derive from it. */
export type Call = {
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The fields that take a file, each with its kind. */
  uploads?: Record<string, FileKind>
  answer: z.ZodType
  /** Whether a GET without `query` makes this call. */
  isDefault?: boolean
}

export type Calls = Record<CallName, Call>

export type AnswerOf<C extends Call> = z.output<C['answer']>

/** This part of a call, parsed; undefined if the call takes none. */
export type Parsed<C extends Call, Part extends 'params' | 'query' | 'body'> = C extends {
  [Name in Part]: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

/** An answer's schema: `success`, an optional message, and the data. */
export const reply = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ success: z.literal(true), message: z.string().optional() }).extend(shape)

export const messageReply = z.object({ success: z.literal(true), message: z.string() })

/** Names the refusals that the page reacts to. */
export const refusalCodes = [
  'being_saved',
  'confirm_again',
  'downloaded_before',
  'not_arrived',
  'not_whole',
  'second_step',
  'set_up',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** The body of every refusal. `errors` contains the messages by field path: `email`, `marks.0.mark`. */
export type ErrorBody = {
  message: string
  code?: RefusalCode
  errors?: FieldErrors
  /** What others saved after the version that a refused save is based on. */
  conflict?: EditConflict
}

/** A history entry: who changed what and when, with the old and new values. */
export const historyEntrySchema = z.object({
  id: z.number().int(),
  at: z.string(),
  by: z.string().nullable(),
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
})
export type HistoryEntry = z.output<typeof historyEntrySchema>

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

/** Messages that several features share. A feature's own messages are beside its schema. */
export const VALUE_IS_REQUIRED = 'Value is required'
export const VALUE_NOT_VALID = 'Value is not valid'
export const NOT_AN_EMAIL = 'Value is not a valid email address'
export const AN_ERROR_OCCURRED = 'An error occurred'
export const UNAUTHENTICATED = 'Unauthenticated.'
export const UNAUTHORIZED = 'This action is unauthorized.'
export const TOKEN_MISMATCH = 'CSRF token mismatch.'
export const NOT_FOUND = 'Not found.'
export const QUERY_UNKNOWN = 'Query is not known'
export const INVALID_DATA = 'The given data was invalid.'
export const NULL_CHARACTER = 'This text has a null character: please type it again'

export function tooLong(label: string, max: number): string {
  return `${label} may not be longer than ${max} characters`
}

export const cannotBeEmpty = (what: string) => `${what} cannot be empty`

/** Replaces the validator's own messages, which are too technical for users. */
config({ customError: ({ input }) => (input === undefined ? VALUE_IS_REQUIRED : VALUE_NOT_VALID) })
