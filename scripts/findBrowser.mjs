import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/** Debian's Chromium without windows comes first, because the journeys need a third less processor time in it. */
const DEBIANS = ['chromium-headless-shell', 'chromium']
const NAMES = [...DEBIANS, 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The browser for the journeys of e2e/, as the variable that playwright.config.ts reads: the Chromium on the PATH,
 * or else Debian's, if we may install it. Without the variable it is the one that Playwright downloads.
 * @returns {Promise<{ CHROMIUM_PATH?: string }>}
 */
export async function findBrowser() {
  const given = process.env['CHROMIUM_PATH']
  const path = given || onThePath() || (await installDebians()) || (await downloadPlaywrights())
  return path ? { CHROMIUM_PATH: path } : {}
}

/** The first one that prints its version: on some systems `chromium` only prints how to install it. */
function onThePath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((file) => existsSync(file))
    .find((file) => spawnSync(file, ['--version']).status === 0)
}

async function installDebians() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env, isQuiet: true })
  for (const name of DEBIANS) {
    const code = await run('apt-get', ['install', '--yes', '--no-install-recommends', name], {
      env,
      isQuiet: true,
    })
    if (code === 0) break
  }
  return onThePath()
}

async function downloadPlaywrights() {
  console.log('Downloading a browser …')
  const code = await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    isQuiet: true,
  })
  if (code !== 0) throw new Error('No browser for the journeys: put Chromium on the PATH.')
  return undefined
}
