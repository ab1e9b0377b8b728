import { idText } from '#contract/base/fields.ts'
import type { ConsentFilter } from '#contract/privacy/consents.ts'

// Repeated here, because the first screen needs them, but not the contract's schemas.
const filters = [
  'needs_action',
  'not_recorded',
  'ended',
  'ends_soon',
  'some_refused',
  'refused_long',
  'full',
  'erasure',
] as const satisfies ConsentFilter[]

/** The filters of the page Consents: by state, and by school. */
export type ConsentsAddress = { consent?: ConsentFilter; school?: number }

/** Reads the address and ignores invalid values. */
export const readConsentsAddress = (address: Record<string, unknown>): ConsentsAddress => ({
  consent: filters.find((known) => known === address['consent']),
  school: idText.safeParse(String(address['school'])).data,
})
