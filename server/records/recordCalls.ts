import { z } from 'zod'
import { idText } from '#contract/fields.ts'
import { QUERY_UNKNOWN } from '#contract/messages.ts'

/** What one record is read for. */
export const recordQuery = z.object({
  query: z.enum(['edit', 'verify'], QUERY_UNKNOWN).default('edit'),
  /** The version that whoever verifies has before their eyes. */
  version: idText.optional(),
})
