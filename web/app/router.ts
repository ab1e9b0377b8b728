import { createRouter } from '@tanstack/react-router'
import { FaultPage } from './FaultPage.tsx'
import { routes } from './routes.tsx'
import { parseSearch, stringifySearch } from './address.ts'

export const router = createRouter({
  routeTree: routes,
  parseSearch,
  stringifySearch,
  search: { strict: true },
  notFoundMode: 'root',
  defaultErrorComponent: FaultPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** What Login says to somebody who was sent there. */
    notice?: { tone: 'good' | 'note'; text: string }
    /** Who is to sign in there; kept from the address, which others may see. */
    email?: string
  }
}
