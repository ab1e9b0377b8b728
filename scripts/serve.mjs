// A namespace import: an older Node, which reads this file before the first install, lacks the names used below.
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { buildPage } from './buildPage.mjs'
import { install } from './install.mjs'
import { onNode26 } from './onNode26.mjs'
import { ROOT } from './root.mjs'

/**
 * Installs and builds what is missing, then runs the server in this same process, so that signals reach it directly.
 * @param {string} entry
 */
export async function serve(entry) {
  await install({ isForDevelopment: false })
  await onNode26(async () => {
    process.exitCode = await buildPage()
    if (process.exitCode !== 0) return
    // V8 would let the space of new objects grow by 40 MB, and hardly ever shrink it.
    setFlagsFromString('--semi-space-growth-factor=1')
    module.enableCompileCache(join(ROOT, 'node_modules/.cache/compiled'))
    await import(pathToFileURL(join(ROOT, entry)).href)
    // Flushed now, because a server that is killed does not flush it at its end.
    module.flushCompileCache()
  })
}
