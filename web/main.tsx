// Must be first, because the modules after it create schemas.
import './app/zodWithoutEval.ts'
import './app/mantine.css'
import './app/tokens.css'
import './app/global.css'
import './ui/layout.css'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAppRouter, followSession } from './app/router.ts'
import { createSession, SessionContext } from './app/session.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from './app/theme.ts'
import { createDraftStore, DraftStoreContext } from './ui/drafts/draftStore.ts'
import { leaveBackEntry } from './ui/modal/useBackEntry.ts'

/** Safari has no requestIdleCallback. */
const whenIdle = 'requestIdleCallback' in globalThis ? requestIdleCallback : setTimeout

void start()

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  await applyStyles()
  const drafts = createDraftStore()
  const session = createSession(drafts)
  const router = createAppRouter(session)
  followSession(session, router)
  // The text of later visits must not move.
  if (isFromCache()) loadTypeface()
  leaveBackEntry(router)
  router.history.subscribe(() => leaveBackEntry(router))
  const stopWaiting = router.subscribe('onRendered', () => {
    document.getElementById('boot')?.remove()
    stopWaiting()
    // After the first screen, whose data would otherwise wait for the typeface on a slow network.
    whenIdle(loadTypeface)
  })
  // A transition lets the browser paint and answer input between parts of the first rendering.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
        >
          <SessionContext value={session}>
            <DraftStoreContext value={drafts}>
              <RouterProvider router={router} />
            </DraftStoreContext>
          </SessionContext>
        </MantineProvider>
      </StrictMode>,
    ),
  )
}

/** Without the typeface the page has another font of the system. */
function loadTypeface(): void {
  void import('./app/fonts.css').catch(() => undefined)
}

/** Whether the browser had this code in its cache, and so probably the typeface too. */
function isFromCache(): boolean {
  const [code] = performance.getEntriesByName(import.meta.url, 'resource')
  return code instanceof PerformanceResourceTiming && code.transferSize === 0
}

/** The browser paints index.html before the built stylesheet (build/paintFirst.ts), and the app with it. */
async function applyStyles(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[media="not all"]')
  if (!link) return
  await new Promise((resolve) => {
    // A pause after the modules have run, so that the browser paints and answers input before the first rendering.
    if (link.sheet) setTimeout(resolve)
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
  })
  link.media = 'all'
}
