import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '../../web/app/tokens.css'
import '../../web/app/global.css'
import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { imageFile, pdfFile } from '#contract/files.ts'
import { cssVariablesResolver, theme } from '../../web/app/theme.ts'
import { shrinkImage } from '../../web/ui/file/shrinkImage.ts'
import { FileDropTrial } from './FileDropTrial.tsx'

const Parts = () => (
  <>
    <h1>File drop</h1>
    <FileDropTrial label="Certificate" hint="PDF only, up to 20 MB" kind={pdfFile} />
    <FileDropTrial
      label="Picture"
      hint="JPEG, PNG or TIFF, up to 10 MB"
      kind={imageFile}
      prepare={shrinkImage}
    />
  </>
)

const root = createRootRoute({ notFoundComponent: () => <h1>Elsewhere</h1> })
const index = createRoute({ getParentRoute: () => root, path: '/', component: Parts })
const router = createRouter({ routeTree: root.addChildren([index]) })

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
    <RouterProvider router={router} />
  </MantineProvider>,
)
