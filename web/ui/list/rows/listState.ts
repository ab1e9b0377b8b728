import { type ListQuery, listQuery, PAGE_SIZES } from '#contract/base/lists.ts'

/** What a user chose in a list. It is stored in the address, so that Back, reload and a shared link restore it. */
export type ListState = {
  page: number
  size: number
  search: string
  /** A column's name, with a leading `-` for descending; undefined for the server's own order. */
  sort: string | undefined
}

/** A list's state as the address stores it: without a size, it is the one that the user chose last in this list. */
type AddressState = Omit<ListState, 'size'> & { size: number | undefined }

/** Parses the address; invalid values get the default. */
export function readListState({ page, size, search, sort }: Record<string, unknown>): AddressState {
  return {
    page: listQuery.shape.page.safeParse(page).data ?? 1,
    size: knownSize(size),
    search: listQuery.shape.search.safeParse(search).data ?? '',
    sort: listQuery.shape.sort.safeParse(sort).data,
  }
}

/** A page size that lists offer. */
export const knownSize = (size: unknown) => PAGE_SIZES.find((known) => known === Number(size))

/** The search parameters for a state, without defaults. */
export function addressOf({ page, size, search, sort }: AddressState) {
  return {
    page: page === 1 ? undefined : page,
    size,
    search: search || undefined,
    sort,
  }
}

/** The server's query for a state, in the list's own order if the user chose none. */
export const queryOf = ({ page, size, search, sort }: ListState, ownOrder?: string): ListQuery => {
  const order = sort ?? ownOrder
  return { page, size, ...(search && { search }), ...(order && { sort: order }) }
}

/** Clicking a heading sorts ascending, then descending, then not at all. */
export function nextSort(sort: string | undefined, column: string): string | undefined {
  if (sort === column) return `-${column}`
  return sort === `-${column}` ? undefined : column
}

/** How a column is sorted, in the words of `aria-sort`. */
export function sortDirection(sort: string | undefined, column: string): 'ascending' | 'descending' | 'none' {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : 'none'
}
