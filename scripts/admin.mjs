/** `npm run admin`: links to passwords, and administrators, for whoever has the shell. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { install } from './install.mjs'
import { onNode26 } from './onNode26.mjs'
import { ROOT } from './root.mjs'

await install({ isForDevelopment: false })
await onNode26(async () => {
  await import(pathToFileURL(join(ROOT, 'server/admin/main.ts')).href)
})
