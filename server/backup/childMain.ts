import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { connect } from '../database/connect.ts'
import { StartError } from '../base/StartError.ts'
import { studentData } from '../studentData.ts'
import { lowerPriority } from './lowerPriority.ts'
import { makeBackup } from './makeBackup.ts'
import { testRestore } from './testRestore.ts'
import { openFiles } from './location/openLocation.ts'
import { trackBackup, STOPPED } from './backupRow.ts'

/** The child process that makes the backup of a row: `childMain.ts --backup ID`. See `makeBackupInChild.ts`. */
const { values } = parseArgs({ options: { backup: { type: 'string' } } })
const id = Number(values.backup)

process.once('message', (config: Config) => void run(config))

async function run(config: Config): Promise<void> {
  lowerPriority()
  const clock = () => new Date()
  const { db, engine } = await connect(config)
  const row = trackBackup({ db, clock }, id)
  const fail = (reason: string) => row.end({ state: 'failed', reason })
  const stop = () => void fail(STOPPED).finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, stop)

  try {
    const files = await openFiles(config)
    const services = { config, db, engine, files, studentData, clock }
    await makeBackup(services, row, undefined, (name, encryption) =>
      testRestore(services, id, { name, encryption }),
    )
    files.close()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    await fail(error.message)
  }
  await db.destroy()
  process.exit()
}
