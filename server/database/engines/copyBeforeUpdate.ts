import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../base/StartError.ts'

const COPIES_KEPT = 2

const nameOf = (file: string, migration: string) => `${file}.before-${migration}`

/** The copy that was made before a migration, if it is still there. */
export function existingCopy(file: string, migration: string): string | undefined {
  const copy = nameOf(file, migration)
  return existsSync(copy) ? copy : undefined
}

/**
 * Copies a SQLite file into its folder, under the name of the migration that is about to change it, and returns the path.
 * The caller has the write lock, so that no other process copies or writes at the same time.
 */
export function copyBeforeUpdate(file: string, migration: string): string {
  const copy = nameOf(file, migration)
  if (changedAt(copy) > Math.max(changedAt(file), changedAt(`${file}-wal`))) return copy

  const unfinished = `${copy}.unfinished`
  try {
    rmSync(unfinished, { force: true })
    const source = new DatabaseSync(file, { readOnly: true })
    try {
      source.prepare('vacuum into ?').run(unfinished)
    } finally {
      source.close()
    }
    flush(unfinished)
    renameSync(unfinished, copy)
    flush(dirname(file))
  } catch (error) {
    rmSync(unfinished, { force: true })
    const megabytes = Math.ceil(statSync(file).size / 1_000_000)
    throw new StartError(
      `Before this update a copy of the database (${megabytes} MB) must be stored in "${dirname(file)}", but it cannot be written: ${(error as Error).message}. Nothing has been changed: make room there, and start again.`,
    )
  }
  removeOlder(file)
  return copy
}

/** When a file was last written. An empty file does not count, because opening a database creates an empty log. */
function changedAt(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false })
  return found && found.size > 0 ? found.mtimeMs : 0
}

/** Needed because SQLite does not flush the copy to the disk. */
function flush(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

function removeOlder(file: string): void {
  const copies = readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.before-`))
    .map((name) => join(dirname(file), name))
    .toSorted((a, b) => changedAt(b) - changedAt(a))
  for (const older of copies.slice(COPIES_KEPT)) rmSync(older)
}
