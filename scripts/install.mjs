import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'
import { run } from './run.mjs'

/** npm's own record of what it has put into node_modules, written at the very end of an install. */
const RECORD = join(ROOT, 'node_modules/.package-lock.json')

/**
 * Installs the packages that package-lock.json names, unless they are there already. What only development
 * needs is left out for those who only run Elimu, and kept where it is once there.
 * @param {{ isForDevelopment: boolean }} purpose
 */
export async function install({ isForDevelopment }) {
  const wanted = packagesOf(join(ROOT, 'package-lock.json'))
  const present = existsSync(RECORD) ? packagesOf(RECORD) : {}
  const withDev = isForDevelopment || Object.values(present).some(({ dev }) => dev)
  const isMissing = Object.entries(wanted).some(([path, { version, dev, optional, devOptional }]) => {
    if (path === '' || (dev && !withDev)) return false
    const found = present[path]
    // Optional ones are the other platforms'.
    return found ? found.version !== version : !optional && !devOptional
  })
  if (!isMissing) return

  console.log('Installing the packages that Elimu needs …')
  // A package of an interrupted install looks whole to `npm install` once it has its package.json; `npm ci` begins anew.
  // What is whole is only brought up to date: the Node that runs this, or a running Elimu, may need the rest of it.
  const how = existsSync(RECORD) ? ['install', '--no-save'] : ['ci']
  rmSync(RECORD, { force: true })
  const which = withDev ? '--include=dev' : '--omit=dev'
  const code = await npm(...how, which, '--no-audit', '--no-fund', '--loglevel=error')
  if (code === 0) return
  console.error('npm could not install the packages; what it said stands above.')
  process.exit(code)
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** @param {string[]} args */
function npm(...args) {
  const { npm_execpath: npmFile, npm_node_execpath: nodeFile } = process.env
  // The npm that called us, on the Node that runs it: our own may be among the packages it replaces.
  if (npmFile) return run(nodeFile ?? process.execPath, [npmFile, ...args], { isQuiet: true })
  return run('npm', args, { isQuiet: true })
}
