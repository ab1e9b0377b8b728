import { z } from 'zod'
import type { FileKind } from './files.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Method and path of a call. Where one path has several meanings, `?query=` says which. What the caller fills in
 * begins with a colon: `GET /api/reports?query=:student`.
 */
export type CallName = `${Method} /${string}`

/** What page and server agree on about one call. The route and the page's client both derive from it. */
export type Call = {
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The fields that take a file, and what it may be. */
  uploads?: Record<string, FileKind>
  answer: z.ZodType
  /** Also what the path means where no `query` says which. */
  isDefault?: boolean
}

export type Calls = Record<CallName, Call>

export type AnswerOf<C extends Call> = z.output<C['answer']>

/** The part of a call, parsed; nothing where the call takes none. */
export type Parsed<C extends Call, Part extends 'params' | 'query' | 'body'> = C extends {
  [Name in Part]: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

/** An answer's schema: `success`, perhaps a message, and what the call is about. */
export const reply = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ success: z.literal(true), message: z.string().optional() }).extend(shape)

export const messageReply = z.object({ success: z.literal(true), message: z.string() })
