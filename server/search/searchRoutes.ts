import { canSearch } from '#contract/permissions.ts'
import { searchCalls } from '#contract/search.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { createSearch } from './search.ts'

export function searchRoutes(app: App, services: Services): void {
  const search = createSearch(services.db)
  serveCalls(app, services, searchCalls, {
    'GET /api/search': {
      may: canSearch,
      answer: async ({ query, actor }) => ({ data: await search(query, actor.role) }),
    },
  })
}
