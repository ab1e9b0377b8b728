import type { Generated } from 'kysely'
import type { DownloadKind } from '#contract/downloads.ts'
import type { DepartureKind, ViewKind } from '#contract/privacy/accesses.ts'
import type { RefusalGround, RequestKind, RequestState } from '#contract/privacy/requests.ts'

export type PrivacyTables = {
  /** What families and students ask about a record. Anonymising empties the texts, and gives open ones a reason. */
  requests: {
    id: Generated<number>
    student_id: number
    kind: RequestKind
    state: RequestState
    asked_by: string
    relation: string | null
    identity_check: string
    asked_on: string
    words: string
    due_on: string
    /** The day by which staff must act: earlier for an erasure, because of the wait. */
    start_by: string
    /** The letter in which it was asked. */
    file_id: number | null
    ground: RefusalGround | null
    reason: string | null
    /** The reason of a refusal, for the letter in Swahili. */
    reason_sw: string | null
    /** Null once the record is anonymised. */
    noted_by: number | null
    noted_at: string
    decided_by: number | null
    decided_at: string | null
    closed_by: number | null
    closed_at: string | null
    /** The folded name of who asked. */
    search: string
  }

  /** The records that wait to be anonymised, and the anonymised ones, which the ledger lists. */
  anonymisations: {
    student_id: number
    /** The student's id before the record was anonymised, by which a restore finds it in an older copy. */
    former_id: Generated<number | null>
    /** Distinguishes this student from one with the same id in a restored database. */
    seal: string
    new_ref: string
    drop_gender: number
    request_id: number | null
    /** The day on which the wait ends. */
    due_on: string
    /** Null if a restore anonymised the record again and the user is unknown. */
    started_by: number | null
    started_at: string
    done_at: string | null
    /** When it was written to the ledger. */
    listed_at: string | null
  }

  /** The students whose record is restricted: nothing of it reaches a supporter. */
  restrictions: { student_id: number; reason: string; restricted_on: string; restricted_by: number }

  /** The register of breaches. Anonymising empties texts that name the student. */
  breaches: {
    id: Generated<number>
    version: number
    what: string
    data: string
    noticed_by: string
    happened_on: string
    known_at: string
    done: string | null
    commissioner_on: string | null
    families_on: string | null
    /** Why the commissioner or the families were not notified. */
    reason: string | null
    /** How many of its students are anonymised since: their rows are deleted. */
    anonymised: number
    noted_by: number
    noted_at: string
    closed_at: string | null
  }

  /** The students whom a breach concerns. */
  breach_students: { breach_id: number; student_id: number }

  /** What of a student reached the wrong supporter, and the letter that asks to delete it. */
  wrong_recipients: {
    id: Generated<number>
    student_id: number
    supporter_id: number
    /** A `WrongThing`, or other words. */
    what: string
    received_on: string
    letter_id: number | null
    noted_by: number
    noted_at: string
  }

  /** After how many years a record is listed under Retention: one row. */
  retention: { id: Generated<number>; years: number | null }

  /** How often a user opened something of a student on a day. */
  views: { student_id: number; day: string; user_id: number; kind: ViewKind; count: number }

  /** Data about a student that was given to somebody outside: prints, downloads, exports, letters. */
  departures: {
    id: Generated<number>
    student_id: number
    at: string
    user_id: number
    how: DepartureKind
    what: string
    went_to: string
    letter_id: number | null
  }

  /** Downloads of whole lists: one row, not one for each student. */
  list_departures: {
    id: Generated<number>
    at: string
    user_id: number
    what: DownloadKind | 'everything'
    /** The number of rows of the list. */
    rows: number
  }
}
