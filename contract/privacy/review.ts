import { z } from 'zod'

const count = z.number().int()

/** Students whose record somebody should decide about again. */
export const reviewWorkSchema = z.object({
  /** Left longer ago than the period of retention. */
  retention: count,
  /** Active, with a refused purpose, and no consent recorded for a year. */
  refused: count,
  restricted: count,
})
export type ReviewWork = z.output<typeof reviewWorkSchema>
