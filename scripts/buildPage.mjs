import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'
import { run } from './run.mjs'
import { whenChanged } from './whenChanged.mjs'

/** The page is built here and renamed when it is complete, so that an incomplete page is never served. */
const UNFINISHED = join(ROOT, 'dist/web-unfinished')
const REPLACED = join(ROOT, 'dist/web-replaced')

const paths = {
  result: 'dist/web',
  sources: ['web', 'contract', 'package-lock.json', 'tsconfig.base.json'],
}

/** Builds the page into dist/web, unless nothing has changed since it was built. Returns an exit code. */
export async function buildPage() {
  // An image has the built page, and nothing to build it from.
  if (!existsSync(join(ROOT, 'web'))) return 0
  return whenChanged(paths, async () => {
    console.log('Building the page …')
    const code = await run(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--outDir', UNFINISHED],
      { env: { NODE_ENV: 'production' }, isQuiet: true },
    )
    if (code !== 0) return code
    const page = join(ROOT, paths.result)
    rmSync(REPLACED, { recursive: true, force: true })
    // A running server sees the old build or the new one, and never a half-removed one.
    if (existsSync(page)) renameSync(page, REPLACED)
    renameSync(UNFINISHED, page)
    rmSync(REPLACED, { recursive: true, force: true })
    return 0
  })
}
