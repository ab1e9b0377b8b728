import { z } from 'zod'
import { type ErrorBody, refusalCodes } from '#contract/errors.ts'
import { historyEntrySchema } from '#contract/history.ts'

export const errorBody = z.object({
  message: z.string(),
  code: z.enum(refusalCodes).optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  conflict: z.object({ version: z.number().int(), history: z.array(historyEntrySchema) }).optional(),
}) satisfies z.ZodType<ErrorBody>

/** A call's answers for its `schema.response`: its own, and the one body of every refusal. */
export const answers = <Schema extends z.ZodType>(schema: Schema) => ({ 200: schema, '4xx': errorBody })
