// First: the modules after it make schemas.
import './app/zodWithoutEval.ts'
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import './app/tokens.css'
import './app/global.css'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followSession, router } from './app/router.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from './app/theme.ts'

followSession()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <RouterProvider router={router} />
    </MantineProvider>
  </StrictMode>,
)
