import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '../../web/app/tokens.css'
import '../../web/app/global.css'
import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { cssVariablesResolver, theme } from '../../web/app/theme.ts'
import { FileDropTrial } from './FileDropTrial.tsx'

const MEGABYTES = { pdf: 20, picture: 1 }

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
    <h1>File drop</h1>
    <FileDropTrial
      label="Certificate"
      hint={`PDF only, up to ${MEGABYTES.pdf} MB`}
      kind={{
        types: { 'application/pdf': ['.pdf'] },
        refusal: 'Only PDF Allowed',
        maxMegabytes: MEGABYTES.pdf,
      }}
    />
    <FileDropTrial
      label="Picture"
      hint={`JPEG, PNG or TIFF, up to ${MEGABYTES.picture} MB`}
      kind={{
        types: { 'image/png': ['.png'], 'image/tiff': ['.tif', '.tiff'] },
        refusal: 'Only Images Allowed',
        maxMegabytes: MEGABYTES.picture,
      }}
    />
  </MantineProvider>,
)
