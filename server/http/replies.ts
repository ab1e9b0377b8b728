import { z } from 'zod'
import { historyEntrySchema } from '#contract/history.ts'
import type { ErrorBody } from '#contract/errors.ts'

/** The schemas of answers: `success`, perhaps a message, and what the call is about. */
export const reply = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ success: z.literal(true), message: z.string().optional(), ...shape })

export const messageReply = z.object({ success: z.literal(true), message: z.string() })

export const errorBody = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  conflict: z.object({ version: z.number().int(), history: z.array(historyEntrySchema) }).optional(),
}) satisfies z.ZodType<ErrorBody>

/** A call's answers for its `schema.response`: its own, and the one body of every refusal. */
export const answers = <Schema extends z.ZodType>(schema: Schema) => ({ 200: schema, '4xx': errorBody })
