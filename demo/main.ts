import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../server/config.ts'
import { loadEnvironment } from '../server/loadEnvironment.ts'
import { StartError } from '../server/StartError.ts'
import { demoAccounts, describeAccounts, firstAdministrator } from './demoUsers.ts'
import { fillDemo } from './fillDemo.ts'

const DEMO_DATA = join(import.meta.dirname, '../data-demo')

// A variable that is set, if only to nothing, is not read from .env: the records, files, mail server and secret of a
// real installation stay out of reach.
Object.assign(process.env, {
  DATA_DIR: DEMO_DATA,
  DATABASE_URL: '',
  STORAGE_URL: '',
  SMTP_URL: '',
  APP_SECRET: '',
  ADMIN_EMAIL: firstAdministrator.email,
})
try {
  loadEnvironment()
  const config = readConfig(process.env)
  rmSync(DEMO_DATA, { recursive: true, force: true })
  process.stdout.write('Filling four years of a sample charity; this takes about a minute.\n')
  await fillDemo(config)
  await import('../server/main.ts')
  if (!process.exitCode) process.stdout.write(`\n${describeAccounts(demoAccounts)}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
