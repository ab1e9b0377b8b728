/** `npm run picture`: takes the picture of the README from a demo of its own. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPage } from './buildPage.mjs'
import { findBrowser } from './findBrowser.mjs'
import { install } from './install.mjs'
import { onNode26 } from './onNode26.mjs'
import { ROOT } from './root.mjs'

await install({ isForDevelopment: true })
await onNode26(async () => {
  process.exitCode = await buildPage()
  if (process.exitCode !== 0) return
  const folder = mkdtempSync(join(tmpdir(), 'elimu-picture-'))
  const env = { ...process.env, DATA_DIR: folder, PORT: '0' }
  const demo = spawn(process.execPath, ['demo/main.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    await takePicture(await addressOf(demo))
  } finally {
    const ended = new Promise((resolve) => demo.once('close', resolve))
    demo.kill()
    await ended
    rmSync(folder, { recursive: true })
  }
})

/**
 * Where the demo runs, once it is filled.
 * @param {import('node:child_process').ChildProcess} demo
 * @returns {Promise<string>}
 */
function addressOf(demo) {
  let output = ''
  return new Promise((resolve, reject) => {
    demo.stderr?.on('data', (part) => {
      output += part
      const [, address] = /Server listening at (http:[^"]+)"/.exec(output) ?? []
      if (address) resolve(address)
    })
    demo.once('close', () => reject(new Error(output)))
  })
}

/** @param {string} address */
async function takePicture(address) {
  const { chromium } = await import('@playwright/test')
  const { CHROMIUM_PATH } = await findBrowser()
  const browser = await chromium.launch({
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  try {
    // In a wider window the background beside the page would show.
    const page = await browser.newPage({ viewport: { width: 1190, height: 760 }, reducedMotion: 'reduce' })
    await page.goto(address)
    await page.getByLabel('Email').fill('admin@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('Karibu#2026')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Academics' }).click()
    await page.getByRole('button', { name: /My work/ }).click()
    await page.getByRole('button', { name: 'Verify one by one' }).first().click()
    await page.getByRole('button', { name: 'Verify', exact: true, disabled: false }).waitFor()
    await page.screenshot({ path: join(ROOT, 'docs/verify-screen.png') })
  } finally {
    await browser.close()
  }
}
