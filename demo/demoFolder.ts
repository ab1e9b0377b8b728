import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile, demoMark } from '../server/database/connect.ts'
import { ensureFolder } from '../server/ensureFolder.ts'
import { StartError } from '../server/StartError.ts'

const SQLITE_BUSY = 5
/** Of two processes that ask at the same moment, SQLite may at first refuse both. */
const PATIENCE_MS = 500

/**
 * Takes a folder for this process until it ends, and refuses one that another process has, or that holds anything else
 * than a demo. The lock is the operating system's: it ends with the process, however that ends.
 */
export function claimFolder(folder: string): void {
  try {
    ensureFolder(folder)
    const found = readdirSync(folder)
    if (found.length > 0 && !existsSync(demoMark(folder)))
      throw new StartError(
        `"${folder}" was not filled by this demo and stays as it is: remove it, or name another folder in DATA_DIR.`,
      )
    const lock = new DatabaseSync(demoMark(folder), { timeout: PATIENCE_MS })
    lock.exec('begin exclusive')
    // A connection that nothing refers to would be closed some time.
    process.once('exit', () => lock.close())
  } catch (error) {
    if (error instanceof StartError) throw error
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new StartError(
        `A demo runs in "${folder}" already: stop it, or name another folder in DATA_DIR and another PORT.`,
      )
    throw new StartError(
      `DATA_DIR is "${folder}", but Elimu cannot write there: ${(error as Error).message}.`,
    )
  }
}

/** Removes everything from a claimed folder but the lock: first the records, without which it is not filled. */
export function emptyFolder(folder: string): void {
  rmSync(databaseFile(folder), { force: true })
  for (const name of readdirSync(folder))
    if (join(folder, name) !== demoMark(folder)) rmSync(join(folder, name), { recursive: true, force: true })
}
