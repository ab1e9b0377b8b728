export type YearAddress = { year?: string }

/** A year in an address, and the name of a term. */
export type TimeAddress = YearAddress & { term?: string }

export const readYearAddress = (address: Record<string, unknown>): YearAddress => ({
  year: readYear(address['year']),
})

export const readTimeAddress = (address: Record<string, unknown>): TimeAddress => ({
  ...readYearAddress(address),
  term: readTerm(address['term']),
})

export const readYear = (year: unknown): string | undefined =>
  typeof year === 'string' && /^\d{4}$/.test(year) ? year : undefined

const readTerm = (term: unknown): string | undefined =>
  typeof term === 'string' && term.length <= 100 ? term : undefined
