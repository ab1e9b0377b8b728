import { type Lookup, lookupName } from '#contract/lookups.ts'

/** The newest year that has begun, because a planned year has no records yet; else the newest of all. The newest is first. */
export const newestBegun = (years: readonly Lookup[], today: string): Lookup | undefined =>
  years.find((year) => lookupName('years', year) <= today.slice(0, 4)) ?? years[0]
