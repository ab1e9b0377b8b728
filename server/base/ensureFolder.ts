import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Creates a folder and its parents. Node's `recursive` option never returns on a file system that refuses folders. */
export function ensureFolder(path: string): void {
  if (existsSync(path)) return
  ensureFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have just created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Creates a folder, or removes other users' access to an existing folder and its files. */
export function ensurePrivateFolder(folder: string): void {
  ensureFolder(folder)
  for (const name of ['.', ...readdirSync(folder)]) {
    const path = join(folder, name)
    // Another process may have just removed it.
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & 0o077) === 0) continue
    try {
      chmodSync(path, mode & 0o700)
    } catch (error) {
      process.emitWarning(`Other users of this machine may read ${path}: ${(error as Error).message}`)
    }
  }
}
