import type { z } from 'zod'
import { fieldErrors, firstErrors } from '#contract/errors.ts'

/** Checks a form by the schema that the server checks it by: the first message of each wrong field, by path. */
export const zodResolver = (schema: z.ZodType) => (values: unknown) => {
  const result = schema.safeParse(values)
  return result.success ? {} : firstErrors(fieldErrors(result.error))
}
