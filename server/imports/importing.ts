import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import { type Fields, shownName } from '#contract/base/fields.ts'
import { formErrorCode, rowErrors } from '#contract/importMessages.ts'
import type { ImportCheck, ImportedRow, ImportError, Undone } from '#contract/imports.ts'
import { type LookupKind, lookups } from '#contract/lookups.ts'
import { foldedName } from '../database/foldedName.ts'
import { withYields } from '../base/yieldToRequests.ts'
import { inBatches } from '../database/inBatches.ts'
import {
  type Change,
  type ChangeEntry,
  type Changes,
  changesFromNothing,
  type Trx,
  writeChanges,
} from '../database/history.ts'
import type { Tables } from '../database/tables.ts'

export type { Trx } from '../database/history.ts'

/** The change that an import or undo makes, with the import's id and its action in the history. */
export type Importing = Change & { id: number; action: string }

/** The result of a check: the rows that would be imported, and why others would not. */
export type Found<Good> = Pick<ImportCheck, 'errors' | 'duplicates' | 'skipped'> & { good: Good[] }

export const isEmpty = (cell: unknown) =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/** Longer than any valid name. */
const LOOKED_UP = 500

/** A cell as the text of a lookup. */
export const textIn = (cell: unknown) =>
  typeof cell === 'string' ? cell.trim().slice(0, LOOKED_UP) : typeof cell === 'number' ? String(cell) : ''

/** What cells mean for the fields of a form; undefined for empty cells. */
export const typedIn = (fields: Fields, cells: ImportedRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { fromCell }]) => {
      const cell = cells[name]
      return [name, isEmpty(cell) ? undefined : fromCell(cell)]
    }),
  )

/** The distinct values that `read` returns for the rows, without empty ones. */
export async function distinctIn<Value>(
  rows: readonly ImportedRow[],
  read: (row: ImportedRow) => Value,
): Promise<Value[]> {
  const found = new Set<Value>()
  for await (const row of withYields(rows)) found.add(read(row))
  return [...found].filter(Boolean)
}

export type Named = { id: number; name: string }
/** Registered names by their folded names, which are unique. */
export type Names = Map<string, Named>

export async function readNames(trx: Trx, table: 'schools' | 'clusters' | LookupKind): Promise<Names> {
  const places = { schools: 'school', clusters: 'cluster_name' }
  const column = table === 'schools' || table === 'clusters' ? places[table] : lookups[table].field
  const name = sql.ref<string>(column).as('name')
  const rows = await trx.selectFrom(table).select(['id', name, 'folded']).execute()
  return new Map(rows.map(({ folded, ...each }) => [folded, each]))
}

export type Line = ReturnType<typeof lineOf>

/** A row while it is checked, with the errors that it has so far. Its cells may differ from those that were sent. */
export function lineOf(row: number, cells: ImportedRow, sent = cells, errors: ImportError[] = []) {
  /** An error with a message of the form. */
  function wrong(
    field: string,
    code: ImportError['code'],
    message: string,
    value: unknown = sent[field],
    students?: ImportError['students'],
  ): void {
    const isCell = typeof value === 'string' || typeof value === 'number'
    errors.push({ row, field, value: isCell ? value : null, code, message, ...(students && { students }) })
  }
  const error = (
    field: string,
    code: keyof typeof rowErrors,
    value?: unknown,
    students?: ImportError['students'],
  ) => wrong(field, code, rowErrors[code], value, students)
  return {
    row,
    cells,
    errors,
    wrong,
    error,
    /** What a cell names; undefined if it is empty, and null, with an error, if the name is not registered. */
    named<Known>(field: NamedField, names: ReadonlyMap<string, Known>) {
      const name = textIn(cells[field])
      if (name === '') return undefined
      const found = names.get(foldedName(name))
      if (found === undefined) error(field, `${field}Unknown`)
      return found ?? null
    },
    /** Validates a form. The first error of each field is an error of the row. */
    parsed<Schema extends z.ZodType>(form: Schema, typed: object): z.output<Schema> | undefined {
      const { data, error: refusal } = form.safeParse(typed, { reportInput: true })
      const fields = new Set<string>()
      for (const issue of refusal?.issues ?? []) {
        const field = shownName(issue.path.join('.'))
        if (!fields.has(field)) wrong(field, codeOf(issue), issue.message)
        fields.add(field)
      }
      return data
    },
  }
}

export const linesOf = (rows: readonly ImportedRow[]) => rows.map((cells, row) => lineOf(row, cells))

/** Checks lines one by one. What `read` returns of a line without errors would be imported. */
export async function checkLines<Good>(
  lines: Iterable<Line>,
  read: (line: Line) => Good | undefined,
): Promise<Found<Good & { row: number }>> {
  const good: (Good & { row: number })[] = []
  const errors: ImportError[] = []
  for await (const line of withYields(lines)) {
    const found = read(line)
    if (found && line.errors.length === 0) good.push({ ...found, row: line.row })
    errors.push(...line.errors)
  }
  const byRow = (a: { row: number }, b: { row: number }) => a.row - b.row
  return { good: good.toSorted(byRow), errors: errors.toSorted(byRow), duplicates: [], skipped: 0 }
}

type NamedField = 'school' | 'cluster' | 'year' | 'term' | 'class'

function codeOf(issue: z.core.$ZodIssue): ImportError['code'] {
  if (isEmpty(issue.input)) return 'empty'
  return formErrorCode.safeParse(issue.code === 'custom' && issue.params?.['code']).data ?? 'notValid'
}

export type UndoRow = Tables['import_rows']
/** What an undo has done so far, with the rows that it leaves. */
export type Undoing = Undone & { stays: UndoRow[] }
type NewlyImported = Pick<UndoRow, 'entity' | 'entity_id' | 'student_id' | 'row' | 'name'> &
  Partial<UndoRow> & { changes: Changes }

/** In the order of adding: students refer to schools, and schools to clusters. */
export const tableOf = {
  year: 'years',
  term: 'terms',
  class: 'classes',
  subject: 'subjects',
  cluster: 'clusters',
  school: 'schools',
  user: 'users',
  student: 'students',
  receipt: 'receipts',
  report: 'reports',
  plan: 'plans',
  school_account: 'school_accounts',
} as const

type NewRow<Entity extends UndoRow['entity']> = Pick<UndoRow, 'row' | 'name'> &
  Partial<UndoRow> &
  (Entity extends 'report' | 'receipt' ? { student_id: number } : { student_id?: never }) & {
    columns: Insertable<Tables[(typeof tableOf)[Entity]]>
    facts: Record<string, unknown>
  }

/** Adds the rows that `newRow` makes, and what their undo needs. Returns their ids. */
export async function addRows<Row, Entity extends UndoRow['entity']>(
  importing: Importing,
  entity: Entity,
  all: readonly Row[],
  newRow: (row: Row) => NewRow<Entity>,
): Promise<number[]> {
  const added: number[] = []
  for await (const some of inSmallBatches(all)) {
    const rows = some.map(newRow)
    const saved = await importing.trx
      // The compiler cannot know that the rows are of this table.
      .insertInto(tableOf[entity] as 'reports')
      .values(rows.map(({ columns }) => columns) as never[])
      .returning('id')
      .execute()
    // Both engines number the rows of a statement in their order, but do not promise to return them in it.
    const ids = saved.map(({ id }) => id).toSorted((a, b) => a - b)
    await saveImportRows(
      importing,
      rows.map(({ columns: _saved, facts, ...row }, index) =>
        Object.assign(row, {
          entity,
          entity_id: ids[index] ?? 0,
          student_id: entity === 'student' ? (ids[index] ?? 0) : (row.student_id ?? null),
          changes: changesFromNothing(facts),
        }),
      ),
    )
    added.push(...ids)
  }
  return added
}

/** Writes the history of imported rows, and the data that their undo needs. */
export async function saveImportRows(importing: Importing, rows: NewlyImported[]): Promise<void> {
  await writeChanges(
    importing,
    rows.map((row) => importEntry(row, importing.action, row.changes)),
  )
  await noteImportRows(
    importing,
    rows.map(({ changes: _written, ...row }) => row),
  )
}

/** Writes the data that the undo of rows needs, whose history is written. */
export async function noteImportRows(
  { trx, id: import_id }: Importing,
  rows: Omit<NewlyImported, 'changes'>[],
): Promise<void> {
  for await (const some of inSmallBatches(rows))
    await trx
      .insertInto('import_rows')
      .values(some.map((row) => Object.assign(row, { import_id })))
      .execute()
}

/** The history entry of an imported row. */
export const importEntry = (
  { entity, entity_id, student_id }: Pick<UndoRow, 'entity' | 'entity_id' | 'student_id'>,
  action: string,
  changes: Changes,
): ChangeEntry => {
  const entry = { entity_id, action, changes }
  if (entity !== 'report' && entity !== 'receipt') return { ...entry, entity }
  if (student_id === null) throw new Error('A record has a student.')
  return { ...entry, entity, student_id }
}

/** For tables with many columns: a larger statement would block the event loop. */
export const inSmallBatches = <Row>(rows: readonly Row[]) => inBatches(rows, 20)
