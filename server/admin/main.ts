import { existsSync } from 'node:fs'
import { type Config, readConfig } from '../config.ts'
import { connect, databaseFile, lockedDatabase } from '../database/connect.ts'
import { DatabaseBusyError } from '../database/engines/sqlite.ts'
import { expectUpToDate } from '../database/migrate.ts'
import { doubtfulSettings } from '../doubtfulSettings.ts'
import { loadEnvironment } from '../loadEnvironment.ts'
import { readSecret, secretFile } from '../secret.ts'
import { reportStartError, StartError } from '../base/StartError.ts'
import { listUsers, makeLink, promote, resetSecondStep } from './commands.ts'

const USAGE = `npm run admin -- users                     lists everybody, with role and status
npm run admin -- link EMAIL                prints a link to create or change a password
npm run admin -- promote EMAIL             makes a user an active System Administrator
npm run admin -- reset-second-step EMAIL   removes the second steps of a user who lost them`

await reportStartError(async () => {
  const file = loadEnvironment()
  const config = readConfig(process.env)
  // Throws if `.env` misspells a setting: the records of another database would be changed.
  doubtfulSettings(process.env, file, config)
  process.stdout.write(`${await run(process.argv.slice(2), config)}\n`)
})

async function run([command, email, ...more]: string[], config: Config): Promise<string> {
  const isKnown =
    command === 'users' ? !email : ['link', 'promote', 'reset-second-step'].includes(command ?? '') && email
  if (!isKnown || more.length > 0) throw new StartError(USAGE)

  const { db, engine } = await openExisting(config)
  const services = { db, config, clock: () => new Date() }
  try {
    await expectUpToDate({ db, engine })
    if (!email) return await listUsers(db)
    if (command === 'promote') return await promote(email, services)
    if (command === 'reset-second-step') return await resetSecondStep(email, services)
    return await makeLink(email, { ...services, secret: existingSecret(config) })
  } catch (error) {
    if (error instanceof DatabaseBusyError) throw lockedDatabase(config.dataDir)
    throw error
  } finally {
    await db.destroy()
  }
}

/** A mistyped DATA_DIR must not become a new, empty database. */
function openExisting(config: Config) {
  if (!config.databaseUrl && !existsSync(databaseFile(config.dataDir)))
    throw new StartError(
      `There is no database in "${config.dataDir}" yet: start Elimu first, or name its folder in DATA_DIR.`,
    )
  return connect(config)
}

/** Never creates a secret, because the server would refuse a link that it signed. */
function existingSecret(config: Config): string {
  if (!config.appSecret && !existsSync(secretFile(config.dataDir)))
    throw new StartError(
      `The secret that signs links is not in "${config.dataDir}": set APP_SECRET or DATA_DIR as Elimu has them.`,
    )
  return readSecret(config)
}
