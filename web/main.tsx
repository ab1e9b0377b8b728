// Must be first: they load code early, and configure zod before other modules create schemas.
import './app/startFrame.ts'
import './app/zodWithoutEval.ts'
import './app/mantine.css'
import './app/fonts.css'
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
import { leaveBackEntry } from './ui/modal/useBackEntry.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const session = createSession()
const router = createAppRouter(session)
followSession(session, router)
leaveBackEntry(router)
router.history.subscribe(() => leaveBackEntry(router))
const stopWaiting = router.subscribe('onRendered', () => {
  document.getElementById('boot')?.remove()
  stopWaiting()
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
          <RouterProvider router={router} />
        </SessionContext>
      </MantineProvider>
    </StrictMode>,
  ),
)
