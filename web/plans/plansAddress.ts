import { readYearAddress, type YearAddress } from '../ui/timeAddress.ts'

const filters = ['no_plan', 'no_to_school'] as const
/** Classes without fees, and classes with fees of which nobody has said how much goes to the school. */
export type PlanFilter = (typeof filters)[number]

/** The year, and which classes are shown. */
export type PlansAddress = YearAddress & { fees?: PlanFilter }

export const readPlansAddress = (address: Record<string, unknown>): PlansAddress => ({
  ...readYearAddress(address),
  fees: filters.find((known) => known === address['fees']),
})
