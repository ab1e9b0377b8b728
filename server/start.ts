import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createApp } from './app.ts'
import { inviteAdministrator, type Welcome } from './identity/inviteAdministrator.ts'
import { completeLetter } from './letters/completeLetter.ts'
import { createBackups } from './backup/createBackups.ts'
import { createFileReader } from './backup/fileReader.ts'
import { createBackupSchedule } from './backup/backupSchedule.ts'
import { whyNotWritable } from './backup/location/openLocation.ts'
import type { Config } from './config.ts'
import { connect, lockedDatabase, QUERY_TIMEOUT_MS, withoutDeadline } from './database/connect.ts'
import { DatabaseBusyError } from './database/engines/sqlite.ts'
import { migrate } from './database/migrate.ts'
import { refuseUnfinishedRestore } from './database/engines/unfinishedRestore.ts'
import { expectFreePort, explainListenError } from './explainListenError.ts'
import { openFileStore } from './files/openFileStore.ts'
import { createSweeper } from './files/sweep.ts'
import { createOutbox } from './mail/outbox.ts'
import { createPostman } from './mail/postman.ts'
import { openTransport } from './mail/transport.ts'
import { createEraser } from './privacy/erasure/finishErasures.ts'
import { readSecret } from './secret.ts'
import { studentData } from './studentData.ts'
import type { Services } from './Services.ts'

/** How long a stop waits for open requests. */
const REQUEST_TIMEOUT_MS = 8_000
/** How long a stop waits for the check of BACKUP_TO. */
const CHECK_TIMEOUT_MS = 1_000
/** How often a stop closes the connections whose last reply has been sent. */
const CLOSE_IDLE_EVERY_MS = 250

/**
 * Opens everything in order and listens; `print` shows messages to the operator. If migrating, inviting or listening
 * fails, closes everything again. A start that another program's port prevents must change nothing, above all not the
 * database of an Elimu that still runs.
 */
export async function start(
  config: Config,
  log: FastifyBaseLogger,
  clock = () => new Date(),
  print: (sentence: string) => void = () => {},
) {
  await expectFreePort(config)
  await refuseUnfinishedRestore(config)
  const secret = readSecret(config)
  const files = await openFileStore(config)
  const { db, engine } = await connect(
    config,
    (error) => log.warn({ err: error }, 'a connection to PostgreSQL was lost'),
    QUERY_TIMEOUT_MS,
  )
  const outbox = createOutbox({ clock, domain: new URL(config.appUrl).hostname })
  const opened = { config, secret, db, engine, files, outbox, studentData, clock, log }
  const backups = createBackups(opened)
  const services: Services = { ...opened, backups }
  const app = await createApp(services)
  const transport = await openTransport(config)
  const loops = [
    ...(transport ? [createPostman(services, transport, completeLetter)] : []),
    createSweeper(services),
    createEraser(services),
    createBackupSchedule(services),
    createFileReader(services),
  ]

  let checked: Promise<void> | undefined

  async function stop(): Promise<void> {
    const timeout = setTimeout(() => app.server.closeAllConnections(), REQUEST_TIMEOUT_MS)
    const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    const checkedSoon = Promise.race([checked, pause(CHECK_TIMEOUT_MS, undefined, { ref: false })])
    await Promise.all([app.close(), checkedSoon, ...loops.map((loop) => loop.stop())])
    clearTimeout(timeout)
    clearInterval(closing)
    await backups.stop()
    files.close()
    await db.destroy()
  }

  try {
    await migrate({ db: withoutDeadline(db), engine }, clock(), { log, print })
    const welcome = await inviteAdministrator(services)
    await app
      .listen({ port: config.port, host: config.host })
      .catch((error) => explainListenError(error, config))
    for (const loop of loops) loop.start()
    if (config.backupTo) checked = warnIfNotWritable(config.backupTo, print)
    return { app, services, stop, greeting: greet(config, welcome) }
  } catch (error) {
    await stop()
    if (error instanceof DatabaseBusyError) throw lockedDatabase(config.dataDir)
    throw error
  }
}

/** The start does not wait for it, because a store may not answer. */
async function warnIfNotWritable(backupTo: string, print: (sentence: string) => void): Promise<void> {
  const reason = await whyNotWritable(backupTo)
  if (reason) print(`No copy can be written to BACKUP_TO: ${reason}.`)
}

function greet({ charityName, appUrl }: Config, { invitation, note }: Welcome): string {
  const lines = [`${charityName} runs at ${appUrl}`]
  if (note) lines.push(note)
  if (invitation)
    lines.push(
      '',
      `No user can sign in yet. Create the password of ${invitation.email} here, within an hour:`,
      invitation.link,
    )
  return lines.join('\n')
}
