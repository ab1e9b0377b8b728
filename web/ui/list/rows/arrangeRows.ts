import { fold, isFound, listSearch, type SearchText } from '#contract/base/lists.ts'

export type SortValue = string | number | null

/** A row with its text folded once, so that each keystroke in the search box only compares texts. */
export type SearchableRow<Row> = { row: Row; text: SearchText }

export function searchableRows<Row>(rows: Row[], textOf: (row: Row) => SearchText): SearchableRow<Row>[] {
  return rows.map((row) => ({ row, text: textOf(row) }))
}

/** Sorted by one value, with empty values last in both directions. Equal rows keep their order. */
export function sortRows<Row>(
  rows: SearchableRow<Row>[],
  valueOf: (row: Row) => SortValue,
  isDescending: boolean,
): SearchableRow<Row>[] {
  const direction = isDescending ? -1 : 1
  return rows
    .map((entry) => ({ entry, value: comparable(valueOf(entry.row)) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === b) return 0
      if (a === null) return 1
      if (b === null) return -1
      return a < b ? -direction : direction
    })
    .map(({ entry }) => entry)
}

export function findRows<Row>(rows: SearchableRow<Row>[], search: string): SearchableRow<Row>[] {
  const wanted = listSearch(search)
  return wanted.text === '' ? rows : rows.filter(({ text }) => isFound(text, wanted))
}

/** One page of `rows`, and its number: the last page if `page` is past the end, because rows may have been removed. */
export function pageOf<Row>(rows: Row[], page: number, size: number): { rows: Row[]; page: number } {
  const open = Math.min(page, pageCount(rows.length, size))
  return { rows: rows.slice((open - 1) * size, open * size), page: open }
}

/** An empty list has one page. */
export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

function comparable(value: SortValue): SortValue {
  return typeof value === 'string' ? fold(value) || null : value
}
