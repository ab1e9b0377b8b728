import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { shownName } from '#contract/base/fields.ts'
import {
  type DuplicateRow,
  formErrorCode,
  type ImportCheck,
  type ImportedRow,
  type ImportError,
  rowErrors,
} from '#contract/imports.ts'
import { inBatches, withYields } from '../database/inBatches.ts'
import { type Changes, writeHistories } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'

export type Trx = Kysely<Tables>

/** Rows per statement for tables with many columns: a larger statement would block the event loop. */
const SMALL_BATCH = 20

/** The data of an import that its history and its undo need. */
export type Importing = { id: number; user_id: number; at: string; action: string }

/** The beginning of an action that names the file, which may name a student. */
export const IMPORTED_FROM = 'imported from '
export const importAction = (file: string | null) => (file ? `${IMPORTED_FROM}${file}` : 'imported')

/** The result of a check: the rows that would be imported, and why others would not. */
export type Found<Good> = Pick<ImportCheck, 'errors' | 'duplicates' | 'unknown' | 'skipped'> & {
  good: Good[]
}

export const isEmpty = (cell: unknown) =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/** Longer than any valid name. */
const LOOKED_UP = 500

/** A cell as the text of a lookup. NUL is replaced, because PostgreSQL refuses it. */
export const textIn = (cell: unknown) =>
  typeof cell === 'string'
    ? cell.trim().slice(0, LOOKED_UP).replaceAll('\0', '\uFFFD')
    : typeof cell === 'number'
      ? String(cell)
      : ''

/** The distinct values that `read` returns for the rows, without empty ones. */
export async function distinctIn<Value>(
  rows: readonly ImportedRow[],
  read: (row: ImportedRow) => Value,
): Promise<Value[]> {
  const found = new Set<Value>()
  for await (const row of withYields(rows)) found.add(read(row))
  return [...found].filter(Boolean)
}

/** Collects the errors, duplicates and unknown names of the rows. */
export function createFindings(rows: readonly ImportedRow[]) {
  const errors: ImportError[] = []
  const duplicates: DuplicateRow[] = []
  const unknown = new Map<string, ImportCheck['unknown'][number]>()

  function add(
    row: number,
    field: string,
    code: ImportError['code'],
    message: string,
    value: unknown = rows[row]?.[field],
  ): void {
    const isCell = typeof value === 'string' || typeof value === 'number'
    errors.push({ row, field, value: isCell ? value : null, code, message })
  }

  return {
    errors,
    duplicates,
    /** The result of the check. */
    found: <Good>(good: Good[], skipped = 0): Found<Good> => ({
      good,
      errors: errors.toSorted((a, b) => a.row - b.row),
      duplicates,
      skipped,
      unknown: [...unknown.values()],
    }),
    error: (row: number, field: string, code: keyof typeof rowErrors, value?: unknown) =>
      add(row, field, code, rowErrors[code], value),
    /** An error with a message of the form. */
    wrong: add,
    /** Adds the form's first error of each field. The form must be parsed with `reportInput`. */
    refused(row: number, refusal: z.core.$ZodError | undefined): void {
      const fields = new Set<string>()
      for (const issue of refusal?.issues ?? []) {
        const field = shownName(issue.path.join('.'))
        if (!fields.has(field)) add(row, field, codeOf(issue), issue.message)
        fields.add(field)
      }
    },
    /** Counts a row with a name that is not registered. */
    isUnknown(field: string, value: string): void {
      const key = `${field}\n${value}`
      const known = unknown.get(key)
      if (known) known.rows += 1
      else unknown.set(key, { field, value, rows: 1 })
    },
  }
}

function codeOf(issue: z.core.$ZodIssue): ImportError['code'] {
  if (isEmpty(issue.input)) return 'empty'
  return formErrorCode.safeParse(issue.code === 'custom' && issue.params?.['code']).data ?? 'notValid'
}

export type Findings = ReturnType<typeof createFindings>

export type UndoRow = Tables['import_rows']
type NewlyImported = Pick<UndoRow, 'entity' | 'entity_id' | 'row' | 'name'> &
  Partial<UndoRow> & { changes: Changes }

/** Writes the history of imported rows, and the data that their undo needs. */
export async function saveImportRows(trx: Trx, importing: Importing, rows: NewlyImported[]): Promise<void> {
  const { id: import_id, ...by } = importing
  const history = rows.map(({ entity, entity_id, changes }) => ({ entity, entity_id, changes, ...by }))
  await writeHistories(trx, history)
  // Of schools, clusters and users, an import only adds rows.
  const added = { version: null, before: null, ref: null }
  await trx
    .insertInto('import_rows')
    .values(rows.map(({ changes: _written, ...row }) => ({ ...added, ...row, import_id })))
    .execute()
}

/** Reads the rows of many values in batches. */
export async function readIn<Value, Row>(values: Value[], read: (some: Value[]) => Promise<Row[]>) {
  const rows: Row[] = []
  await inBatches(values, async (some) => void rows.push(...(await read(some))))
  return rows
}

/** Works on rows in the smaller batches of tables with many columns. */
export const inSmallBatches = <Row>(rows: readonly Row[], work: (slice: Row[]) => Promise<void>) =>
  inBatches(rows, work, SMALL_BATCH)
