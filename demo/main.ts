import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Config, readConfig, settingNames } from '../server/config.ts'
import { databaseFile } from '../server/database/connect.ts'
import { doubtfulSettings } from '../server/doubtfulSettings.ts'
import { explainListenError } from '../server/explainListenError.ts'
import { loadEnvironment } from '../server/loadEnvironment.ts'
import { reportStartError, StartError } from '../server/base/StartError.ts'
import { claimFolder, emptyFolder } from './demoFolder.ts'
import { demoAccounts, describeAccounts } from './demoUsers.ts'
import type { ReportProgress } from './runConcurrently.ts'
import { fillDemo } from './fillDemo.ts'

/** `DEMO_STUDENTS` gives another number: tests have no time for all of them. */
const STUDENTS = 150

/** The settings that the demo may share with the real installation. */
const SHARED = new Set(['PORT', 'LOG_LEVEL', 'CHARITY_NAME', 'CHARITY_URL'])

// Sets all other variables, if only to nothing, so that they are not read from .env: the demo must never use the
// folder, database, files, mail server, secret or address of a real installation.
for (const name of settingNames) if (!SHARED.has(name)) process.env[name] ??= ''
Object.assign(process.env, {
  DATA_DIR: process.env['DATA_DIR'] || join(import.meta.dirname, '../data-demo'),
  DATABASE_URL: '',
  STORAGE_URL: '',
  SMTP_URL: '',
  APP_SECRET: '',
  ADMIN_EMAIL: '',
})
await reportStartError(async () => {
  const isFresh = readArguments(process.argv.slice(2))
  const file = loadEnvironment()
  const config = readConfig(process.env)
  // Throws if `.env` misspells a setting, before anything is removed.
  doubtfulSettings(process.env, file, config)
  claimFolder(config.dataDir)
  if (isFresh || !existsSync(databaseFile(config.dataDir))) {
    await tryPort(config)
    emptyFolder(config.dataDir)
    process.stdout.write('Filling a sample charity with four years of records. It is kept for later starts.')
    await fillDemo(config, Number(process.env['DEMO_STUDENTS']) || STUDENTS, createProgressReport())
    process.stdout.write('\n\n')
  }
  await import('../server/main.ts')
  if (!process.exitCode) process.stdout.write(`\n${describeAccounts(demoAccounts)}\n`)
})

function readArguments(given: string[]): boolean {
  const unknown = given.find((argument) => argument !== '--fresh')
  if (unknown !== undefined)
    throw new StartError(`The demo takes "--fresh", to be filled afresh, but not "${unknown}".`)
  return given.length > 0
}

/** Checks the port before anything is removed, because without it the demo could not run. */
async function tryPort(config: Config): Promise<void> {
  const probe = createServer().listen(config.port, config.host)
  await once(probe, 'listening').catch((error) => explainListenError(error, config))
  probe.close()
  await once(probe, 'close')
}

/** Writes a line for each part of the filling; on a terminal the count goes up. */
function createProgressReport(): ReportProgress {
  const { stdout } = process
  let told: string | undefined
  return (part, done, count) => {
    if (part !== told) stdout.write(`\n  ${part}`)
    else if (stdout.isTTY) stdout.write(`\r  ${part}: ${done} of ${count}`)
    told = part
  }
}
