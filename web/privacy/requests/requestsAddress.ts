import { idText } from '#contract/base/fields.ts'
import type { RequestFilter, RequestKind } from '#contract/privacy/requests.ts'

// Repeated here, because the first screen needs them, but not the contract's schemas.
const filters = ['open', 'overdue', 'closed'] as const satisfies RequestFilter[]
const kinds = ['access', 'correction', 'erasure', 'restriction', 'copy'] as const satisfies RequestKind[]

/** The filters of the page Requests: by state and by kind; and the open row. */
export type RequestsAddress = { show?: RequestFilter; asks?: RequestKind; request?: number }

/** Reads the address and ignores invalid values. */
export const readRequestsAddress = (address: Record<string, unknown>): RequestsAddress => ({
  show: filters.find((known) => known === address['show']),
  asks: kinds.find((known) => known === address['asks']),
  request: idText.safeParse(String(address['request'])).data,
})
