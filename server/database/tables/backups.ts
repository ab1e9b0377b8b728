import type { Generated } from 'kysely'
import type { backupStates, backupSteps, restoreTestStates } from '#contract/backups.ts'

export type BackupTables = {
  /** The backups that were started, and the result of each. */
  backups: {
    id: Generated<number>
    state: (typeof backupStates)[number]
    /** The day in Nairobi on which a nightly backup was due; null for a backup that a user started. */
    night: string | null
    started_at: string
    /** Null for nightly backups and those started from the shell. */
    started_by: number | null
    /** The time of its last heartbeat. */
    beat_at: string
    /** The current step and its progress. */
    step: (typeof backupSteps)[number]
    files_done: number
    files_total: number
    /** Its name at the backup destination. */
    name: string | null
    read_back_at: string | null
    /** The size of the whole backup, and of the part that had not been sent before. */
    bytes: number | null
    new_bytes: number | null
    /** A sentence that says why it is not good, or another warning. */
    reason: string | null
    /** Whether it is good, but failed to remove expired copies. */
    is_unpruned: Generated<number>
    /** When it was last read again; null if only when it was made. */
    reread_at: string | null
    /** Whether it was good, but was found damaged or missing later. Its state is then `not good`. */
    is_damaged: Generated<number>
  }

  /** Tests that restored a copy into a scratch folder. */
  restore_tests: {
    id: Generated<number>
    backup_id: number
    state: (typeof restoreTestStates)[number]
    started_at: string
    /** The time of its last heartbeat. */
    beat_at: string
    ended_at: string | null
    /** The numbers of what was restored; `files` is null if they are encrypted. */
    tables: number | null
    rows: number | null
    files: number | null
    /** Why it failed. */
    reason: string | null
  }

  /** What this installation stores about itself; no backup contains it. */
  settings: {
    /**
     * `backups_elimu` identifies this installation at the location of its backups. `backups_since` says when nightly backups
     * were turned on; without it they are off. `backups_letters_at` says when administrators were last sent a letter
     * that no backup is good; empty if never. `files_read_until` says up to when the stored files were read again.
     */
    name: 'backups_elimu' | 'backups_since' | 'backups_letters_at' | 'files_read_until'
    value: string
  }
}
