import type { Generated } from 'kysely'
import type { AccountTables } from './tables/accounts.ts'
import type { LetterTables } from './tables/letters.ts'
import type { LookupTables } from './tables/lookups.ts'
import type { StudentTables } from './tables/students.ts'
import type { FileTables } from './tables/files.ts'
import type { RecordTables } from './tables/records.ts'
import type { ConsentTables } from './tables/consents.ts'
import type { PrivacyTables } from './tables/privacy.ts'
import type { MoneyTables } from './tables/money.ts'
import type { BackupTables } from './tables/backups.ts'
import type { ImportTables } from './tables/imports.ts'

/** The tables as the newest migration leaves them. Instants are ISO text, flags and ids are integers. */
export type Tables = AccountTables &
  LetterTables &
  LookupTables &
  StudentTables &
  FileTables &
  RecordTables &
  ConsentTables &
  PrivacyTables &
  MoneyTables &
  BackupTables &
  ImportTables & {
    /** The unsaved input of a user in a form. */
    drafts: {
      user_id: number
      /** The form and its record. */
      key: string
      /** The student of the form; null until one is chosen. */
      student_id: number | null
      /** The input and the names of the chosen files, as JSON; empty once it was saved or discarded. */
      content: string
      version: number
      saved_at: string
    }

    /** The answers of creating calls with an Idempotency-Key, for a repeat of the same call, and the choices of exports. */
    creations: {
      user_id: number
      key: string
      /** The hash of the request. */
      request: string
      /** The student whom the call was about; null for a call about others, or about many. */
      student_id: number | null
      /** As JSON. */
      answer: string
      at: string
    }

    history: {
      id: Generated<number>
      entity: string
      entity_id: number
      /** The student of an entity about a child (`studentEntities`). They may be deleted; the history stays. */
      student_id: number | null
      action: string
      /** `{ field: [old, new] }` as JSON. */
      changes: string
      user_id: number | null
      at: string
    }
  }
