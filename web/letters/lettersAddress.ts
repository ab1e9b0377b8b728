import type { Letter, LettersQuery } from '#contract/letters.ts'

// Not from the contract, whose schemas the first screen need not load.
const kinds = ['news', 'promise', 'account'] as const satisfies Letter['kind'][]
const states = ['waiting', 'failed'] as const

/** The filters of the letters. */
export type LettersAddress = {
  state?: (typeof states)[number]
  kind?: Letter['kind']
  /** The ids of a year and term: `3-2`. */
  time?: string
}

/** Reads the address and ignores invalid values. */
export const readLettersAddress = (address: Record<string, unknown>): LettersAddress => ({
  state: states.find((known) => known === address['state']),
  kind: kinds.find((known) => known === address['kind']),
  time: timeIn(address['time']) && String(address['time']),
})

export const timeText = ({ year_id, term_id }: { year_id: number; term_id: number }) =>
  `${year_id}-${term_id}`

/** The filters of the server's list for an address. */
export function filtersOf({ state, kind, time }: LettersAddress) {
  return { ...(state && { state }), ...(kind && { kind }), ...timeIn(time) } satisfies Partial<
    Record<keyof LettersQuery, string>
  >
}

function timeIn(text: unknown): { year_id: string; term_id: string } | undefined {
  const [, year_id, term_id] = /^([1-9]\d{0,8})-([1-9]\d{0,8})$/.exec(String(text)) ?? []
  return year_id && term_id ? { year_id, term_id } : undefined
}
