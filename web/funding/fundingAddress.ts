import { idText } from '#contract/base/fields.ts'
import type { FundingFilter } from '#contract/money/funding.ts'
import { readTimeAddress, type TimeAddress } from '../ui/timeAddress.ts'

// Repeated here, because the first screen needs them, but not the contract's schemas.
const filters = [
  'not_covered',
  'no_plan',
  'over_plan',
  'owed',
  'late',
  'ends_soon',
  'waiting',
] as const satisfies FundingFilter[]

/** The year, the term and the filters of Funding: by what is to do, and by school. */
export type FundingAddress = TimeAddress & { funding?: FundingFilter; school?: number }

/** Reads the address and ignores invalid values. */
export function readFundingAddress(address: Record<string, unknown>): FundingAddress {
  return {
    ...readTimeAddress(address),
    funding: filters.find((known) => known === address['funding']),
    school: idText.safeParse(String(address['school'])).data,
  }
}
