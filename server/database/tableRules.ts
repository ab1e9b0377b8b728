import type { Tables } from './tables.ts'

type IsAboutStudents<Table extends keyof Tables> = 'student_id' extends keyof Tables[Table] ? true : false

type Rule<Table extends keyof Tables> = {
  /**
   * Whether backups contain its rows. Users sign in again after a restore, also on remembered devices. Rate limits, unfinished
   * uploads and repeated calls are meaningless on another server. Rows of backups and settings belong to the place where the
   * copies are.
   */
  isCopied: boolean
  /**
   * What anonymising a student does. `deleted`: it deletes the rows with this `student_id`. `emptied`: code of the feature
   * removes what identifies the student (privacy/erasure). `stays`: nothing in it identifies a student. `none`: no row is about a
   * student.
   */
  erasing: IsAboutStudents<Table> extends true
    ? 'deleted' | 'emptied' | 'stays'
    : 'emptied' | 'stays' | 'none'
}

/** The decisions about each table. A table comes after those that it refers to: rows are deleted in the reverse order. */
export const tableRules: { readonly [Table in keyof Tables]: Rule<Table> } = {
  roles: { isCopied: true, erasing: 'none' },
  users: { isCopied: true, erasing: 'none' },
  sessions: { isCopied: false, erasing: 'none' },
  ended_sessions: { isCopied: false, erasing: 'none' },
  second_steps: { isCopied: true, erasing: 'none' },
  recovery_codes: { isCopied: true, erasing: 'none' },
  remembered_devices: { isCopied: false, erasing: 'none' },
  used_once: { isCopied: false, erasing: 'none' },
  sign_in_rule: { isCopied: true, erasing: 'none' },
  attempts: { isCopied: false, erasing: 'none' },
  letters: { isCopied: true, erasing: 'emptied' },
  letter_files: { isCopied: true, erasing: 'emptied' },
  clusters: { isCopied: true, erasing: 'none' },
  schools: { isCopied: true, erasing: 'none' },
  years: { isCopied: true, erasing: 'none' },
  terms: { isCopied: true, erasing: 'none' },
  term_dates: { isCopied: true, erasing: 'none' },
  calendar: { isCopied: true, erasing: 'none' },
  classes: { isCopied: true, erasing: 'none' },
  subjects: { isCopied: true, erasing: 'none' },
  students: { isCopied: true, erasing: 'emptied' },
  counters: { isCopied: true, erasing: 'none' },
  files: { isCopied: true, erasing: 'emptied' },
  reports: { isCopied: true, erasing: 'emptied' },
  marks: { isCopied: true, erasing: 'stays' },
  receipts: { isCopied: true, erasing: 'emptied' },
  items: { isCopied: true, erasing: 'emptied' },
  documents: { isCopied: true, erasing: 'deleted' },
  plans: { isCopied: true, erasing: 'none' },
  own_plans: { isCopied: true, erasing: 'emptied' },
  student_classes: { isCopied: true, erasing: 'stays' },
  plan_drafts: { isCopied: true, erasing: 'none' },
  plan_draft_rows: { isCopied: true, erasing: 'none' },
  commitments: { isCopied: true, erasing: 'emptied' },
  received: { isCopied: true, erasing: 'emptied' },
  promise_letters: { isCopied: true, erasing: 'emptied' },
  school_accounts: { isCopied: true, erasing: 'none' },
  payments: { isCopied: true, erasing: 'none' },
  payment_preparers: { isCopied: true, erasing: 'none' },
  transfers: { isCopied: true, erasing: 'none' },
  payment_lines: { isCopied: true, erasing: 'emptied' },
  payment_ticks: { isCopied: true, erasing: 'emptied' },
  payment_downloads: { isCopied: true, erasing: 'none' },
  receipt_lines: { isCopied: true, erasing: 'none' },
  media: { isCopied: true, erasing: 'deleted' },
  media_students: { isCopied: true, erasing: 'emptied' },
  privacy_notices: { isCopied: true, erasing: 'none' },
  consents: { isCopied: true, erasing: 'deleted' },
  consent_states: { isCopied: true, erasing: 'deleted' },
  consent_gate: { isCopied: true, erasing: 'none' },
  deletion_letters: { isCopied: true, erasing: 'emptied' },
  requests: { isCopied: true, erasing: 'emptied' },
  restrictions: { isCopied: true, erasing: 'deleted' },
  anonymisations: { isCopied: true, erasing: 'stays' },
  breaches: { isCopied: true, erasing: 'emptied' },
  breach_students: { isCopied: true, erasing: 'deleted' },
  wrong_recipients: { isCopied: true, erasing: 'deleted' },
  retention: { isCopied: true, erasing: 'none' },
  views: { isCopied: true, erasing: 'emptied' },
  departures: { isCopied: true, erasing: 'emptied' },
  list_departures: { isCopied: true, erasing: 'none' },
  notices: { isCopied: true, erasing: 'none' },
  notice_items: { isCopied: true, erasing: 'emptied' },
  drafts: { isCopied: true, erasing: 'deleted' },
  unowned_bytes: { isCopied: false, erasing: 'none' },
  creations: { isCopied: false, erasing: 'deleted' },
  backups: { isCopied: false, erasing: 'emptied' },
  restore_tests: { isCopied: false, erasing: 'none' },
  stored_hashes: { isCopied: false, erasing: 'emptied' },
  settings: { isCopied: false, erasing: 'none' },
  imports: { isCopied: true, erasing: 'emptied' },
  import_rows: { isCopied: true, erasing: 'deleted' },
  import_meanings: { isCopied: true, erasing: 'emptied' },
  nothing_to_import: { isCopied: true, erasing: 'none' },
  duplicate_answers: { isCopied: true, erasing: 'emptied' },
  duplicate_pairs: { isCopied: true, erasing: 'emptied' },
  grade_scales: { isCopied: true, erasing: 'none' },
  history: { isCopied: true, erasing: 'emptied' },
}

/** Whether backups contain a table, by the name that the database or a copy gives it. */
export const isCopied = (table: string): boolean =>
  Object.hasOwn(tableRules, table) && tableRules[table as keyof Tables].isCopied

/** The tables whose rows anonymising deletes, those first that refer to others. */
export const deletedTables = Object.entries(tableRules)
  .flatMap(([table, { erasing }]) => (erasing === 'deleted' ? [table as TableAboutStudents] : []))
  .toReversed()

/** The tables whose rows have the id of a student. */
export type TableAboutStudents = {
  [Table in keyof Tables]: IsAboutStudents<Table> extends true ? Table : never
}[keyof Tables]
