import { z } from 'zod'
import { idText } from '#contract/fields.ts'

export const QUERY_UNKNOWN = 'Query is not known'

/** What one record is read for. */
export const recordQuery = z.object({
  query: z.enum(['edit', 'verify'], QUERY_UNKNOWN).default('edit'),
  /** The version that whoever verifies has before their eyes. */
  version: idText.optional(),
})

/** What the saving calls always say; there is nothing else to save in a record's place. */
export const savingQuery = z.object({ query: z.string().max(20).optional() })
