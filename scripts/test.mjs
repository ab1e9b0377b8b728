/** `npm test`: all steps, up to the first failure. `npm test -- lint types` runs those whose names begin so. */
import { buildPage } from './buildPage.mjs'
import { findBrowser } from './findBrowser.mjs'
import { install } from './install.mjs'
import { onNode26 } from './onNode26.mjs'
import { run } from './run.mjs'
// Runs nothing by itself. An older Node that could not load it could not start Elimu either.
import './serve.mjs'

/** @type {ReturnType<typeof findBrowser> | undefined} */
let browser

/** Each answers an exit code. */
const steps = {
  format: () => tool('oxfmt/bin/oxfmt', ['--check', '.']),
  lint: () => tool('oxlint/bin/oxlint', ['--type-aware']),
  types: () => tool('typescript/bin/tsc', ['-b']),
  'server tests on SQLite and PostgreSQL': () =>
    tool('vitest/vitest.mjs', [
      'run',
      ...['sqlite', 'postgres', 'no database'].flatMap((name) => ['--project', name]),
    ]),
  'web tests': () => tool('vitest/vitest.mjs', ['run', '--project', 'web']),
  build: buildPage,
  e2e: async () => tool('@playwright/test/cli.js', ['test'], await browser),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((start) => !Object.keys(steps).some((name) => name.startsWith(start)))
if (unknown.length > 0) {
  console.error(`No part of the tests begins with: ${unknown.join(', ')}. The parts are:`)
  for (const name of Object.keys(steps)) console.error(`  ${name}`)
  process.exit(1)
}

await install({ isForDevelopment: true })
await onNode26(async () => {
  const chosen = Object.entries(steps).filter(
    ([name]) => asked.length === 0 || asked.some((start) => name.startsWith(start)),
  )
  // Where it has to be installed first, that is done beside the other steps. The last one says if it failed.
  if (chosen.some(([name]) => name === 'e2e')) browser = findBrowser()
  browser?.catch(() => {})
  for (const [done, [name, step]] of chosen.entries()) {
    console.log(`\n▶ ${name}`)
    const began = performance.now()
    const code = await step()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(code === 0 ? `✔ ${name} passed in ${seconds} s` : `✘ ${name} failed after ${seconds} s`)
    if (code !== 0) {
      console.log(`\n${done} passed, 1 failed`)
      await browser?.catch(() => {})
      process.exit(code)
    }
  }
  console.log(`\n${chosen.length} passed, 0 failed`)
})

/**
 * @param {string} file
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function tool(file, args, env = {}) {
  return run(process.execPath, [`node_modules/${file}`, ...args], { env })
}
