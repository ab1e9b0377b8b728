import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { fieldErrors } from '#contract/call.ts'
import {
  columnOf,
  type DuplicateRow,
  type ImportCheck,
  type ImportedRow,
  type ImportError,
} from '#contract/imports.ts'
import { inBatches, withYields } from '../database/inBatches.ts'
import { type Changes, type HistoryEntry, writeHistories } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'

export type Trx = Kysely<Tables>

/** Rows per statement of a table with many columns: one statement may not block the event loop. */
export const WIDE_SLICE = 20

/** The import that is being saved: what its history and its undo need. */
export type Importing = { id: number; user_id: number; at: string; action: string }

export const importAction = (file: string | null | undefined) => (file ? `imported from ${file}` : 'imported')

/** What a check found: the rows that would come in, and why others would not. */
export type Found<Good> = Pick<ImportCheck, 'errors' | 'duplicates' | 'unknown' | 'skipped'> & {
  good: Good[]
}

export const isEmpty = (cell: unknown) =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/** Longer than any name, so that a longer text is unknown all the same. */
const LOOKED_UP = 500

/** The text by which something is looked up. PostgreSQL takes no NUL, which no name has either. */
export const textIn = (cell: unknown) =>
  typeof cell === 'string'
    ? cell.trim().slice(0, LOOKED_UP).replaceAll('\0', '\uFFFD')
    : typeof cell === 'number'
      ? String(cell)
      : ''

/** What is read from the rows, each once and nothing empty. */
export async function distinctIn<Value>(
  rows: readonly ImportedRow[],
  read: (row: ImportedRow) => Value,
): Promise<Value[]> {
  const found = new Set<Value>()
  for await (const row of withYields(rows)) found.add(read(row))
  return [...found].filter(Boolean)
}

/** Collects what is wrong with the rows. */
export function createFindings(rows: readonly ImportedRow[]) {
  const errors: ImportError[] = []
  const duplicates: DuplicateRow[] = []
  const unknown = new Map<string, ImportCheck['unknown'][number]>()

  /** An error of a row: its column, what it has there, and the form's message. */
  function error(row: number, field: string, message: string): void {
    const value = rows[row]?.[field]
    const isCell = typeof value === 'string' || typeof value === 'number'
    errors.push({ row, field, value: isCell ? value : null, message })
  }

  return {
    errors,
    duplicates,
    unknown: () => [...unknown.values()],
    error,
    /** What the form refuses in a row: the first message of each field. */
    refused(row: number, refusal: z.core.$ZodError | undefined): void {
      for (const [field, [message = '']] of Object.entries(refusal ? fieldErrors(refusal) : {}))
        error(row, columnOf(field), message)
    },
    /** The name of something that nobody here has. */
    isUnknown(field: string, value: string): void {
      const key = `${field}\n${value}`
      const known = unknown.get(key)
      if (known) known.rows += 1
      else unknown.set(key, { field, value, rows: 1 })
    },
  }
}
export type Findings = ReturnType<typeof createFindings>

export type Remembered = Tables['import_rows']
type NewlyImported = Omit<Remembered, 'import_id'> & { changes: Changes }

/** Writes the history of rows that came in, and what their undo has to know. */
export async function rememberRows(trx: Trx, importing: Importing, rows: NewlyImported[]): Promise<void> {
  const { id: import_id, user_id, at, action } = importing
  await writeHistories(
    trx,
    rows.map(({ entity, entity_id, changes }): HistoryEntry => ({
      entity,
      entity_id,
      action,
      changes,
      user_id,
      at,
    })),
  )
  await trx
    .insertInto('import_rows')
    .values(rows.map(({ changes: _written, ...row }) => ({ import_id, ...row })))
    .execute()
}

/** A row that is new with its import. */
export const isNew = { version: null, before: null, ref: null } as const

/** Inserts rows slice by slice, and has each slice remembered with the ids that it got. */
export const eachWideSlice = <Row>(rows: readonly Row[], work: (slice: Row[]) => Promise<void>) =>
  inBatches(rows, work, WIDE_SLICE)
