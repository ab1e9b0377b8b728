import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Makes a folder and its parents. Node's `recursive` option never returns on a file system that refuses folders. */
export function ensureFolder(path: string): void {
  if (existsSync(path)) return
  ensureFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have been a moment faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Makes a folder, or takes one and the files in it away from the other users of the machine. */
export function ensurePrivateFolder(folder: string): void {
  ensureFolder(folder)
  for (const name of ['.', ...readdirSync(folder)]) {
    const path = join(folder, name)
    // Another process may have removed it meanwhile.
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & 0o077) === 0) continue
    try {
      chmodSync(path, mode & 0o700)
    } catch (error) {
      process.emitWarning(`Other users of this machine may read ${path}: ${(error as Error).message}`)
    }
  }
}
