import { existsSync } from 'node:fs'
import { damagedWords } from '#contract/backups.ts'
import { connect, databaseFile } from '../../database/connect.ts'
import { expectUpToDate } from '../../database/migrate.ts'
import { BackupError } from '../copy/BackupError.ts'
import { type Damaged, damagedFiles, WHAT_TO_DO } from '../damage/damagedFiles.ts'
import { acceptLoss, fetchBack } from '../damage/fetchBack.ts'
import { readAllFiles } from '../damage/readAll.ts'
import type { Keys } from '../location/openCopy.ts'
import { openFiles } from '../location/openLocation.ts'
import { refuseRoot, type Shell } from './command.ts'

/** Opens the records and files, which a running Elimu may use at the same time. */
export async function openRecords({ config }: Shell) {
  if (!config.databaseUrl && !existsSync(databaseFile(config.dataDir)))
    throw new BackupError(`There is nothing to copy: ${databaseFile(config.dataDir)} does not exist`)
  refuseRoot(config.dataDir, 'backup')
  const { db, engine } = await connect(config)
  await expectUpToDate({ db, engine })
  return { config, db, files: await openFiles(config), clock: () => new Date() }
}

/** `--read-files` */
export async function readFiles(shell: Shell): Promise<void> {
  const services = await openRecords(shell)
  const count = await readAllFiles(services, shell.show)
  shell.show.end()
  const damaged = await damagedFiles(services.db)
  list(damaged, shell)
  if (damaged.length > 0) throw new BackupError(`${damagedWords(damaged.length)}. ${WHAT_TO_DO}`)
  shell.say(`${count} stored ${count === 1 ? 'file was' : 'files were'} read. None is damaged or missing.`)
}

/** `--fetch-back [COPY]` */
export async function fetchFiles(given: string | undefined, keys: Keys, shell: Shell): Promise<void> {
  const services = await openRecords(shell)
  const { fetched, lacking } = await fetchBack(given, { ...services, folder: shell.folder, keys })
  if (fetched.length + lacking.length === 0)
    return shell.say('No file is known to be damaged or missing. To read all: npm run backup -- --read-files')
  if (fetched.length > 0) shell.say(`Fetched back from the copy: ${fetched.length}`)
  list(fetched, shell)
  if (lacking.length === 0) return
  shell.say(`Not in the copy: ${lacking.length}`)
  list(lacking, shell)
  throw new BackupError(
    `${damagedWords(lacking.length)} still. Try another copy: npm run backup -- --fetch-back COPY. If no copy has them: npm run backup -- --accept-loss`,
  )
}

/** `--accept-loss` */
export async function acceptDamage(shell: Shell): Promise<void> {
  const lost = await acceptLoss(await openRecords(shell))
  list(lost, shell)
  shell.say(`Accepted as lost: ${lost.length}. Copies are good without them from now on.`)
}

/** `missing  Report card of ELM-0012, report.pdf, since 2026-11-22T…` */
function list(files: Damaged[], { say }: Shell): void {
  for (const { damage, kind, ref, name, since } of files)
    say(`  ${damage}: ${kind} of ${ref}, ${name}, since ${since.slice(0, 10)}`)
}
