/**
 * `npm test`: all steps, up to the first failure. `npm test -- lint types` runs those whose names begin so. With
 * `--changed`, format and lint check only the files that differ from the branch `main`.
 */
import { buildPage } from './buildPage.mjs'
import { changedFiles } from './changedFiles.mjs'
import { findBrowser } from './findBrowser.mjs'
import { install } from './install.mjs'
import { onNode26 } from './onNode26.mjs'
import { run } from './run.mjs'
// Importing it has no side effects. An older Node that could not load it could not start Elimu either.
import './serve.mjs'

/** @type {ReturnType<typeof findBrowser> | undefined} */
let browser

/**
 * Each returns an exit code. The steps of a group run in parallel, because one alone does not keep two cores busy; their
 * output is then shown only if they fail.
 * @type {Record<string, (options: { isQuiet: boolean }) => number | Promise<number>>[]}
 */
const groups = [
  {
    format: (options) => onFiles('oxfmt/bin/oxfmt', ['--check'], options),
    lint: (options) => onFiles('oxlint/bin/oxlint', ['--type-aware'], options),
    types: (options) => tool('typescript/bin/tsc', ['-b'], options),
  },
  {
    'server tests on SQLite and PostgreSQL': (options) =>
      tests(['sqlite', 'postgres', 'no database'], options),
  },
  { 'web tests': (options) => tests(['web'], options), build: () => buildPage() },
  { e2e: async (options) => tool('@playwright/test/cli.js', ['test'], { ...options, env: await browser }) },
]

const asked = process.argv.slice(2).filter((arg) => arg !== '--changed')
const files = process.argv.includes('--changed') ? changedFiles() : ['.']
const names = groups.flatMap((group) => Object.keys(group))
const unknown = asked.filter((start) => !names.some((name) => name.startsWith(start)))
if (unknown.length > 0) {
  console.error(`No part of the tests begins with: ${unknown.join(', ')}. The parts are:`)
  for (const name of names) console.error(`  ${name}`)
  process.exit(1)
}
const isChosen = (/** @type {string} */ name) =>
  asked.length === 0 || asked.some((start) => name.startsWith(start))

await install({ isForDevelopment: true })
await onNode26(async () => {
  // A missing browser is installed in parallel with the other steps. The last step reports a failure.
  if (isChosen('e2e')) browser = findBrowser()
  browser?.catch(() => {})
  let passed = 0
  for (const group of groups) {
    const chosen = Object.entries(group).filter(([name]) => isChosen(name))
    const codes = await Promise.all(
      chosen.map(async ([name, step]) => {
        console.log(`\n▶ ${name}`)
        const began = performance.now()
        const code = await step({ isQuiet: chosen.length > 1 })
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        console.log(code === 0 ? `✔ ${name} passed in ${seconds} s` : `✘ ${name} failed after ${seconds} s`)
        return code
      }),
    )
    const failed = codes.filter((code) => code !== 0)
    passed += codes.length - failed.length
    if (failed.length > 0) {
      console.log(`\n${passed} passed, ${failed.length} failed`)
      await browser?.catch(() => {})
      process.exit(failed[0])
    }
  }
  console.log(`\n${passed} passed, 0 failed`)
})

/**
 * @param {string[]} projects
 * @param {{ isQuiet: boolean }} options
 */
function tests(projects, options) {
  return tool('vitest/vitest.mjs', ['run', ...projects.flatMap((name) => ['--project', name])], options)
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {{ isQuiet: boolean }} options
 */
function onFiles(file, args, options) {
  if (files.length === 0) return 0
  // The tool may check none of the changed files.
  return tool(file, [...args, '--no-error-on-unmatched-pattern', ...files], options)
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {{ isQuiet: boolean, env?: NodeJS.ProcessEnv | undefined }} options
 */
function tool(file, args, { isQuiet, env = {} }) {
  return run(process.execPath, [`node_modules/${file}`, ...args], { env, isQuiet })
}
