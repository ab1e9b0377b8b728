import type { z } from 'zod'
import { fieldErrors, firstErrors } from '#contract/base/call.ts'

/** Validates a form by the server's own schema. Returns the first message of each wrong field, by path. */
export const zodResolver = (schema: z.ZodType) => (values: unknown) => {
  const result = schema.safeParse(values)
  return result.success ? {} : firstErrors(fieldErrors(result.error))
}
