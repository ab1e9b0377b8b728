import type { z } from 'zod'
import { fieldErrors, firstErrors } from '#contract/call.ts'

/** Checks a form by the server's own schema. Answers the first message of each wrong field, by path. */
export const zodResolver = (schema: z.ZodType) => (values: unknown) => {
  const result = schema.safeParse(values)
  return result.success ? {} : firstErrors(fieldErrors(result.error))
}
