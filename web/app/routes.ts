import {
  createRootRouteWithContext,
  createRoute,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { idText } from '#contract/base/fields.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { fetchLinkOwner, type LinkOwner } from '../identity/authApi.ts'
import { HttpError } from '../ui/http.ts'
import { addressOf, readListState } from '../ui/list/rows/listState.ts'
import { safeNext } from './address.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { tabMemory } from './browserMemory.ts'
import { FaultPage, NotFoundPage, NotLoadedPage } from './FaultPage.tsx'
import { openMenu } from './menus.ts'
import { type PanelsAddress, panels, readPanelsAddress } from './panels.ts'
import type { Session } from './session.ts'
import { ForgotScreen, LoginScreen, PasswordScreen } from './signedOutScreens.tsx'

type DashboardSearch = { menu?: string } & PanelsAddress & Partial<ReturnType<typeof addressOf>>

/** Given by the router to the guards below. */
type AppContext = { session: Session }

const root = createRootRouteWithContext<AppContext>()({
  notFoundComponent: NotFoundPage,
  errorComponent: FaultPage,
})

const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => ({ next: safeNext(next) }),
  beforeLoad: signedOutOnly,
  component: AuthLayout,
  errorComponent: FaultPage,
})

const login = createRoute({
  getParentRoute: () => signedOut,
  path: '/',
  component: LoginScreen,
})

const forgot = createRoute({
  getParentRoute: () => signedOut,
  path: '/forgotpsw',
  component: ForgotScreen,
})

const changePassword = createRoute({
  getParentRoute: () => signedOut,
  path: '/changepsw/$id',
  loader: ({ params }) => readPasswordLink(params.id),
  component: PasswordScreen,
})

const DashboardPage = lazyComponent(() => import('./DashboardPage.tsx'), 'DashboardPage', NotLoadedPage)

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  validateSearch: ({ menu, ...list }: Record<string, unknown>): DashboardSearch => ({
    menu: typeof menu === 'string' ? menu : undefined,
    ...readPanelsAddress(list),
    ...addressOf(readListState(list)),
  }),
  beforeLoad: signedInOnly,
  component: DashboardPage,
  errorComponent: FaultPage,
})

const panel = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: ({ context, search }) => {
    const user = context.session.user()
    if (!user) return
    const menu = openMenu(search.menu ?? tabMemory.menu(), user)
    // The address names the open menu, so that Back, a reload and a shared link open it again.
    if (menu !== search.menu) {
      const { student, profile } = tabMemory.profile()
      const open =
        menu === 'profile' ? { menu, student, profile } : menu === 'gallery' ? { menu, student } : { menu }
      throw redirect({ to: '/dashboard', search: open, replace: true })
    }
    const { student } = search
    if (menu === 'gallery' && student)
      throw redirect({ to: '/dashboard/studentgallery', search: { student }, replace: true })
    // Code that does not load is reported by the screen that needs it.
    panels[menu].Content.preload().catch(() => {})
    tabMemory.storeMenu(menu)
    if (menu === 'profile' || menu === 'gallery') tabMemory.storeProfile(search)
  },
  component: lazyComponent(() => import('./panelScreens.tsx'), 'PanelScreen'),
})

const studentGallery = createRoute({
  getParentRoute: () => dashboard,
  path: '/studentgallery',
  validateSearch: ({ media }: Record<string, unknown>): { media?: number } => ({
    media: idText.safeParse(String(media)).data,
  }),
  beforeLoad: ({ search }) => {
    if (!search.student) throw redirect({ to: '/dashboard/gallery', replace: true })
    tabMemory.storeMenu('gallery')
    tabMemory.storeProfile({ student: search.student })
  },
  component: lazyComponent(() => import('./panelScreens.tsx'), 'StudentGalleryScreen'),
})

const gallery = createRoute({
  getParentRoute: () => dashboard,
  path: '/gallery',
  beforeLoad: () => {
    tabMemory.storeMenu('gallery')
    tabMemory.storeProfile({})
  },
  component: lazyComponent(() => import('./panelScreens.tsx'), 'GalleryScreen'),
})

/** Where the server redirects a browser that opens `/api/docs`. */
const calls = createRoute({
  getParentRoute: () => dashboard,
  path: '/calls',
  component: lazyComponent(() => import('./panelScreens.tsx'), 'CallsScreen'),
})

export const routes = root.addChildren([
  signedOut.addChildren([login, forgot, changePassword]),
  dashboard.addChildren([panel, studentGallery, gallery, calls]),
])

type Guarded = { context: AppContext }

/** Redirects a signed-out user to Login, and after that back to the requested page. */
async function signedInOnly({ context, location }: Guarded & { location: ParsedLocation }): Promise<void> {
  // Loaded while the server answers, which saves a round trip on a slow network.
  if (context.session.mayBeSignedIn()) void DashboardPage.preload()
  if (!(await context.session.restore())) throw redirect({ to: '/', search: { next: location.href } })
}

/** Redirects a signed-in user to the requested page, else to the Dashboard. */
async function signedOutOnly({ context, search }: Guarded & { search: { next?: string } }): Promise<void> {
  if (!context.session.mayBeSignedIn()) return
  // The sign-in screen is shown even if the server does not answer.
  const user = await context.session.restore().catch(() => undefined)
  if (user) throw redirect({ href: search.next ?? '/dashboard' })
}

type PasswordLink = { id: string; user: LinkOwner } | { refusal: string }

/** The user of a password link, or why it is refused. An invalid link, or one without a user, leads to Login. */
async function readPasswordLink(id: string): Promise<PasswordLink> {
  try {
    const user = await fetchLinkOwner(id)
    if (user) return { id, user }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (error.status === 403 || error.status === 409) return { refusal: error.message }
    if (error.status !== 404) throw error
  }
  throw redirect({ to: '/' })
}
