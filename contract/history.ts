import { z } from 'zod'

/** Who changed what of a record, when, and from what to what. */
export const historyEntrySchema = z.object({
  id: z.number().int(),
  at: z.string(),
  by: z.string().nullable(),
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
})
export type HistoryEntry = z.output<typeof historyEntrySchema>
