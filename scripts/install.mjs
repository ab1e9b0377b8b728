import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endIfReadOnly, ROOT } from './root.mjs'
import { run } from './run.mjs'

/** npm's own record of what it has put into node_modules, written at the very end of an install. */
const RECORD = join(ROOT, 'node_modules/.package-lock.json')

/**
 * Installs the packages that package-lock.json names, unless they are installed already. Packages that only development
 * needs are left out for those who only run Elimu, but kept if they are installed already.
 * @param {{ isForDevelopment: boolean }} purpose
 */
export async function install({ isForDevelopment }) {
  const wanted = packagesOf(join(ROOT, 'package-lock.json'))
  const present = existsSync(RECORD) ? packagesOf(RECORD) : {}
  const withDev = isForDevelopment || Object.values(present).some(({ dev }) => dev)
  const isMissing = Object.entries(wanted).some(([path, { version, dev, optional, devOptional }]) => {
    if (path === '' || (dev && !withDev)) return false
    const found = present[path]
    // Optional packages that are missing are those of other platforms.
    return found ? found.version !== version : !optional && !devOptional
  })
  if (!isMissing) return

  endIfReadOnly()
  console.log('Installing the packages that Elimu needs …')
  // After an interrupted install, `npm install` takes a package for complete if it has its package.json; `npm ci`
  // starts again. A complete install is only updated: the Node that runs this, or a running Elimu, may need the other
  // packages.
  const how = existsSync(RECORD) ? ['install', '--no-save'] : ['ci']
  rmSync(RECORD, { force: true })
  const which = withDev ? '--include=dev' : '--omit=dev'
  const code = await npm(...how, which)
  if (code === 0) return
  console.error('npm could not install the packages; its messages are above.')
  process.exit(code)
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** @param {string[]} command */
export function npm(...command) {
  const args = [...command, '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npmFile, npm_node_execpath: nodeFile } = process.env
  // Uses the npm that called us and its Node, because our own Node may be among the packages that npm replaces.
  if (npmFile) return run(nodeFile ?? process.execPath, [npmFile, ...args], { isQuiet: true })
  return run('npm', args, { isQuiet: true })
}
