/**
 * `npm run build`: installs and builds what `npm start` would, so that the start has nothing to do and the checkout
 * may be read-only. `dist/node` then links to its Node, for starting without npm.
 * `npm run build -- --for-image` also removes the packages that only building needs.
 */
import { spawnSync } from 'node:child_process'
// A namespace import: an older Node, which reads this file before the first install, lacks `globSync`.
import fs from 'node:fs'
import { join, relative } from 'node:path'
import { buildPage } from './buildPage.mjs'
import { install, npm } from './install.mjs'
import { installedNode, onNode26 } from './onNode26.mjs'
import { ROOT } from './root.mjs'

await install({ isForDevelopment: false })
await onNode26(async () => {
  process.exitCode = await buildPage()
  if (process.platform !== 'win32') linkNode()
  noteCommit()
  if (process.exitCode === 0 && process.argv.includes('--for-image'))
    process.exitCode = await npm('uninstall', '--omit=dev', ...packagesOfThePage())
})

/** npm 9 leaves it out of `node_modules/.bin`. */
function linkNode() {
  const folder = join(ROOT, 'dist')
  fs.mkdirSync(folder, { recursive: true })
  fs.rmSync(join(folder, 'node'), { force: true })
  fs.symlinkSync(relative(folder, installedNode() ?? process.execPath), join(folder, 'node'))
}

/** Notes the commit for `server/version.ts`, because the server's user may not read the repository. */
function noteCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const file = join(ROOT, 'dist/commit')
  if (status === 0) fs.writeFileSync(file, stdout)
  else fs.rmSync(file, { force: true })
}

/** Packages that only the page imports. */
function packagesOfThePage() {
  const imported = new Set(
    fs
      .globSync('{contract,scripts,server}/**/*.{ts,mjs}', { cwd: ROOT })
      .map((path) => fs.readFileSync(join(ROOT, path), 'utf8'))
      .flatMap((text) => Array.from(text.matchAll(/'((?:@[\w-]+\/)?[\w.-]+)/g), ([, name]) => name)),
  )
  /** @type {{ dependencies: Record<string, string> }} */
  const { dependencies } = JSON.parse(fs.readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return Object.keys(dependencies).filter((name) => !imported.has(name))
}
