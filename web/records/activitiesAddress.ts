import type { TermFilter } from '#contract/records/records.ts'

// Repeated here, because the first screen needs them, but not the contract's schemas.
const filters = ['lacking', 'waiting'] as const satisfies TermFilter[]

/** The filters of Academics and Finance: by the newest term, and the user's own students. */
export type ActivitiesAddress = { only?: TermFilter; mine?: '1' }

/** Reads the address and ignores invalid values. */
export const readActivitiesAddress = (address: Record<string, unknown>): ActivitiesAddress => ({
  only: filters.find((known) => known === address['only']),
  mine: address['mine'] === '1' ? '1' : undefined,
})
