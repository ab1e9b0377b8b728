import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile, demoMark } from '../server/database/connect.ts'
import { ensureFolder } from '../server/base/ensureFolder.ts'
import { StartError } from '../server/base/StartError.ts'

const SQLITE_BUSY = 5
/** If two processes ask at the same moment, SQLite may at first refuse both. */
const TIMEOUT_MS = 500

/**
 * Locks a folder for this process, and refuses one that another process has locked, or that contains anything but a demo.
 * The operating system releases the lock when the process ends, even if it is killed.
 */
export function claimFolder(folder: string): void {
  try {
    ensureFolder(folder)
    const found = readdirSync(folder)
    if (found.length > 0 && !existsSync(demoMark(folder)))
      throw new StartError(
        `"${folder}" was not filled by this demo and stays as it is: remove it, or name another folder in DATA_DIR.`,
      )
    const lock = new DatabaseSync(demoMark(folder), { timeout: TIMEOUT_MS })
    lock.exec('begin exclusive')
    // Keeps a reference to the connection: without one the garbage collector would close it.
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

/**
 * Removes everything but the lock from a locked folder. The database goes first: without it a folder counts as not
 * filled.
 */
export function emptyFolder(folder: string): void {
  rmSync(databaseFile(folder), { force: true })
  for (const name of readdirSync(folder))
    if (join(folder, name) !== demoMark(folder)) rmSync(join(folder, name), { recursive: true, force: true })
}
