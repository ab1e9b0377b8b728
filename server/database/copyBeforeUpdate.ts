import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../StartError.ts'

const KEPT = 2

/**
 * Keeps a copy of a SQLite file beside it, named after the migration that is about to change it, and answers where. The
 * caller holds the write lock: so nobody else copies at the same time, and nothing is written meanwhile.
 */
export function copyBeforeUpdate(file: string, migration: string): string {
  const copy = `${file}.before-${migration}`
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
      `Before this update a copy of the database (${megabytes} MB) has to be kept in "${dirname(file)}", but cannot be written: ${(error as Error).message}. Nothing has been changed: make room there, and start again.`,
    )
  }
  removeOlder(file)
  return copy
}

/** When a file was last written; an empty file says nothing, because opening a database makes an empty log. */
function changedAt(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false })
  return found && found.size > 0 ? found.mtimeMs : 0
}

/** SQLite leaves what it has copied to the operating system. */
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
  for (const older of copies.slice(KEPT)) rmSync(older)
}
