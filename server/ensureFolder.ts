import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

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
