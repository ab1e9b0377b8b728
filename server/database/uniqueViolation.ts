import { type AnyColumn, type OnConflictBuilder, sql } from 'kysely'
import { invalid } from '../base/ApiError.ts'
import type { Tables } from './tables.ts'

const POSTGRES_UNIQUE_VIOLATION = '23505'
const SQLITE_CONSTRAINT_UNIQUE = 2067

/** Whether a write failed because another row has the same value in a unique column. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === POSTGRES_UNIQUE_VIOLATION || errcode === SQLITE_CONSTRAINT_UNIQUE
}

/** SQLSTATEs of values, constraints and names that PostgreSQL refuses. */
const POSTGRES_REFUSED = /^(22|23|42)/
/** SQLite's codes for what it cannot read, for texts that are too long, and for constraints and types. */
const SQLITE_REFUSED = new Set([1, 18, 19, 20])

/** Whether a write failed because of what was written, and not because the database could not write. */
export function isRefusedContent(error: unknown): boolean {
  const { code = '', errcode = 0 } = error as { code?: string; errcode?: number }
  // The lowest byte of an extended code is the code.
  return POSTGRES_REFUSED.test(code) || SQLITE_REFUSED.has(errcode & 0xff)
}

/** For `onConflict`: these columns of the existing row get the values of the new row. */
export const overwriting =
  <Table extends keyof Tables>(key: Column<Table>[], columns: readonly Column<Table>[]) =>
  (on: OnConflictBuilder<Tables, Table>) =>
    on
      .columns(key)
      .doUpdateSet(Object.fromEntries(columns.map((name) => [name, sql.ref(`excluded.${name}`)])) as object)

type Column<Table extends keyof Tables> = AnyColumn<Tables, Table>

/** Catches the error of a unique constraint, and refuses the value under its field. */
export const refuseTaken =
  (field: string, message: string) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? invalid({ [field]: [message] }) : error
  }
