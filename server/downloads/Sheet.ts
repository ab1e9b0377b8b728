import type { Cell, CellFormat } from '#contract/base/csv.ts'
import type { Field } from '#contract/base/fields.ts'
import { isNotKnown } from '#contract/base/unknown.ts'
import { userName } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'

/** The lines of some rows, and the id of the last of them; null if there are no more. */
export type Batch = { lines: Cell[][]; last: number | null }

/** A list with all fields. Its columns are those of the import, so that the import recognises them. */
export type Sheet = {
  headings: string[]
  /** The number formats of columns, by heading. */
  formats?: Partial<Record<string, CellFormat>>
  /** The rows after the one with this id. */
  read: (after: number) => Promise<Batch>
}

/** The lines of the rows of a query with this limit. */
export function batchOf<Row extends { id: number }>(
  rows: Row[],
  limit: number,
  linesOf: (row: Row) => Cell[][],
): Batch {
  return { lines: rows.flatMap(linesOf), last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}

/** A value as the import reads it: empty if it is not known. */
export function cellOf({ mayBeUnknown, show }: Field, value: unknown): Cell {
  if (value === undefined || value === null) return null
  return mayBeUnknown && isNotKnown(value) ? null : show(value)
}

type Person = { first_name: string | null; last_name: string | null; email: string | null }

/** A person by name and email, because two people may have the same name. */
export function personCell({ first_name, last_name, email }: Person): Cell {
  if (first_name === null || last_name === null || email === null) return null
  const name = userName({ first_name, last_name })
  return name.includes('@') ? email : `${name} <${email}>`
}

/** The students whose records are anonymised, read once: with a join PostgreSQL expects few rows, and reads all of them. */
export async function readAnonymised(db: Db): Promise<Set<number>> {
  const done = db.selectFrom('anonymisations').select('student_id').where('done_at', 'is not', null)
  return new Set((await done.execute()).map(({ student_id }) => student_id))
}
