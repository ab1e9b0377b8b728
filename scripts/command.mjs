import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { install } from './install.mjs'
import { onNode26 } from './onNode26.mjs'
import { ROOT } from './root.mjs'

/** `npm run admin`, `backup` and `restore`: runs a command of the server, which the first argument names. */
await install({ isForDevelopment: false })
await onNode26(async () => {
  const [entry = ''] = process.argv.splice(2, 1)
  await import(pathToFileURL(join(ROOT, entry)).href)
})
