import type { Generated } from 'kysely'
import type { ImportKind } from '#contract/imports.ts'

export type ImportTables = {
  /** The imports of sheets, each in one transaction. */
  imports: {
    id: Generated<number>
    kind: ImportKind
    /** The name of the sheet's file. */
    file: string | null
    created: number
    updated: number
    skipped: number
    at: string
    user_id: number
    undone_at: string | null
    undone_by: number | null
    /** As JSON, by row: the names of a student's files in the sheet. */
    file_names: string | null
  }

  /** The rows that an import added or changed, to undo it. */
  import_rows: {
    import_id: number
    entity:
      | 'student'
      | 'user'
      | 'school'
      | 'cluster'
      | 'year'
      | 'term'
      | 'class'
      | 'subject'
      | 'report'
      | 'receipt'
      | 'plan'
      | 'school_account'
    entity_id: number
    /** The student, or the student of the record. */
    student_id: number | null
    /** The row of the sheet; null for schools, years and others that were added beside the rows. */
    row: number | null
    name: string
    ref: string | null
    /** The version of a student after the import: a student with another version has been changed since. */
    version: number | null
    /** As JSON: the previous columns of a student or plan, or the id of the previous account. Null for a new row. */
    before: string | null
    /** When it was undone; null for a row that is still as imported, or that an undo has left. */
    undone_at: string | null
  }

  /** The meanings of headings and words in earlier imports, to suggest those of the next. */
  import_meanings: {
    kind: ImportKind
    /** The field of the word; empty for the heading of a column. */
    field: string
    said: string
    /** The choice or name for the word, or the field of the heading; null for a column that was left out. */
    meaning: string | null
  }

  /** The kinds of which the charity has no sheet, and who said so. */
  nothing_to_import: { kind: ImportKind; at: string; user_id: number }
}
