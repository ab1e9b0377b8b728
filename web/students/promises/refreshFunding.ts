import type { QueryClient } from '@tanstack/react-query'
import { listKey } from '../../ui/list/rows/ListSource.ts'

/** The first part of the query keys of fee plans. */
export const PLANS_KEY = 'plans'

/** Refetches the lists and figures of money after a change, also of receipts. */
export function refreshFunding(client: QueryClient): void {
  const lists = (['GET /api/funding', 'GET /api/funding?query=waiting'] as const).map((call) =>
    listKey({ call }),
  )
  for (const queryKey of [...lists, [PLANS_KEY]]) void client.invalidateQueries({ queryKey })
}
