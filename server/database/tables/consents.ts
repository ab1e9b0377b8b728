import type { Generated } from 'kysely'
import type { ConsentHow } from '#contract/privacy/consentWords.ts'
import type { Giver, Purpose } from '#contract/privacy/consentStates.ts'

export type ConsentTables = {
  /** What a family agreed to, as documents of one moment: they are never edited, but may be void. */
  consents: {
    id: Generated<number>
    student_id: number
    given_by: Giver
    name: string
    how: ConsentHow
    witness: string | null
    given_on: string
    /** The last day, if one was written that is not the day before the 18th birthday. */
    until: string | null
    /** By purpose, as JSON; those of the child are null if they were not asked. */
    answers: string
    child_answers: string | null
    /** The version of the privacy notice that was shown. */
    notice_id: number | null
    explained_by: string | null
    place: string | null
    /** The signed form. */
    file_id: number | null
    recorded_at: string
    recorded_by: number
    void_at: string | null
    void_by: number | null
    void_reason: string | null
  }

  /**
   * The result of a student's consents, for queries: of each purpose the last day of the Yes (`9999-12-31` without an
   * end), an empty text for a No, null if it is not recorded. Students without consents have no row.
   */
  consent_states: { student_id: number } & Record<Purpose, string | null> & {
      /** The first of these days of the purposes that count; `9999-12-31` if none has an end. */
      ends_on: string
      /** The day of a No to keeping the record, by which the family asked for erasure. */
      erasure_on: string | null
    }

  /** Letters that asked a supporter to delete a student's data that is no longer shared. */
  deletion_letters: { letter_id: number; student_id: number; supporter_id: number }

  /** The versions of the privacy notice. One that a consent names is never changed. */
  privacy_notices: {
    id: Generated<number>
    version: string
    en: string
    sw: string
    saved_at: string
    saved_by: number
  }

  /** One row: the day from which supporters see nothing without consent, null if they see it; and the contact for forms. */
  consent_gate: {
    id: Generated<number>
    hold_from: string | null
    contact: string | null
    /** The same for purposes that were added while the gate was set, if that day is later. */
    added_from: string | null
  }
}
