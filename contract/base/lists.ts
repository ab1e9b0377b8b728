import { z } from 'zod'

export const PAGE_SIZES = [1, 2, 3, 4, 5, 10, 25, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 5
export const PAGE_WINDOW = 5
/** Up to this many rows the browser loads the whole list; larger lists are paged by the server. */
export const WHOLE_LIST_LIMIT = 10_000

/** Every error has the same message, which gives the allowed range. */
const wholeNumber = (min: number, max: number, message: string) =>
  z.coerce.number(message).int(message).min(min, message).max(max, message).optional()

/**
 * The parameters of every list call. Without any it returns all rows, otherwise a page. `whole` asks for all rows if
 * there are at most that many, so that one request decides whether the browser or the server does the paging.
 */
export const listQuery = z.object({
  page: wholeNumber(1, 1_000_000, 'Page must be a whole number from 1'),
  size: wholeNumber(1, 1_000, 'Size must be a whole number from 1 to 1000'),
  search: z
    .string('Search must be a text')
    .max(200, 'Search may not be longer than 200 characters')
    .optional(),
  /** A column's name, with a leading `-` for descending. */
  sort: z
    .string('Sort must be the name of a column')
    .regex(/^-?[a-z_]{1,40}$/, 'Sort must be the name of a column')
    .optional(),
  whole: wholeNumber(0, WHOLE_LIST_LIMIT, `Whole must be a whole number up to ${WHOLE_LIST_LIMIT}`),
})
export type ListQuery = z.output<typeof listQuery>

export const listMeta = z.object({
  /** Rows that match the search. */
  total: z.number().int(),
  /** Whether the answer contains all rows rather than a page of them. */
  whole: z.boolean(),
})
export type ListMeta = z.output<typeof listMeta>

/**
 * Folds a text for searching and sorting: without case and accents, and with one kind of apostrophe. Both engines and
 * the browser give the same result.
 */
export function fold(text: string): string {
  return text
    .replace(/[‘’ʼ]/g, "'")
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
}

/** Limits the number of words, because each is a condition of the query. */
const MOST_WORDS = 10

/** The words of a search, folded. A row is found if its text contains all of them, in any order. */
export const searchWords = (search: string): string[] =>
  fold(search)
    .split(/\s+/, MOST_WORDS)
    .filter((word) => word !== '')

/** Whether a folded text contains all words of a search. */
export const containsAll = (text: string, words: string[]) => words.every((word) => text.includes(word))
