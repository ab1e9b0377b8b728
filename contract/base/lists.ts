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

/** The parameters of a list that can be downloaded: with `all`, it returns all rows that the search finds, in the order asked for. */
export const longListQuery = listQuery.extend({ all: z.literal('1').optional() })
export type LongListQuery = z.output<typeof longListQuery>

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

/** The beginning of a phone number. Phone numbers are searched without blanks. */
const PHONE_START = /^[+0][\d ]*$/

function unspaced(typed: string): string {
  const text = fold(typed).replace(/\s+/g, ' ')
  return PHONE_START.test(text) ? text.replaceAll(' ', '') : text
}

/** The first words of a text, folded. */
export const searchWords = (search: string): string[] =>
  unspaced(search)
    .split(' ', MOST_WORDS)
    .filter((word) => word !== '')

/** Whether a folded text contains all words of a search, as choices and pages do. */
export const containsAll = (text: string, words: string[]) => words.every((word) => text.includes(word))

/** What a list searches of a row, folded: a line for each field, and one for each of them that is a person's name. */
export type SearchText = { fields: string; people: string }

export const searchText = (people: readonly string[], others: readonly string[] = []): SearchText => ({
  fields: fold([...people, ...others].join('\n')),
  people: fold(people.join('\n')),
})

/** A search in a list: the folded text, and its words if there are several. */
export type ListSearch = { text: string; words: string[] }

export function listSearch(typed: string): ListSearch {
  const text = unspaced(typed)
  const words = text.split(' ')
  return { text, words: words.length > 1 && words.length <= MOST_WORDS ? words : [] }
}

/**
 * Whether a search finds a row: its text is a substring of a field, or each of its words begins a word of the same
 * person's name, in any order. The server's `contains` and `isNamed` are the same in SQL.
 */
export const isFound = ({ fields, people }: SearchText, { text, words }: ListSearch): boolean =>
  fields.includes(text) ||
  (words.length > 0 &&
    people.split('\n').some((name) => words.every((word) => ` ${name}`.includes(` ${word}`))))
