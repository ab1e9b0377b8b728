import { z } from 'zod'

export const PAGE_SIZES = [1, 2, 3, 4, 5, 10, 25, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 5
export const PAGE_WINDOW = 5
/** Up to this many rows the browser holds the whole list; beyond it the server pages. */
export const WHOLE_LIST_LIMIT = 10_000

/**
 * What every list call takes. With none of them it answers all rows; with any of them, that page.
 * `whole` asks for all rows as long as there are no more than that: one request decides who pages.
 */
export const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  size: z.coerce.number().int().min(1).max(1_000).optional(),
  search: z
    .string()
    .max(200)
    // No text in PostgreSQL may hold one.
    .refine((text) => !text.includes('\0'))
    .optional(),
  /** A column's name, with a leading `-` for descending. */
  sort: z
    .string()
    .regex(/^-?[a-z_]{1,40}$/)
    .optional(),
  whole: z.coerce.number().int().min(0).max(WHOLE_LIST_LIMIT).optional(),
})
export type ListQuery = z.output<typeof listQuery>

export const listMeta = z.object({
  /** Rows that match the search. */
  total: z.number().int(),
  /** Whether the answer holds all rows rather than a page of them. */
  whole: z.boolean(),
})
export type ListMeta = z.output<typeof listMeta>
