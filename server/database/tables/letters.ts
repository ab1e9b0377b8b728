import type { Generated } from 'kysely'
import type { LinkKind } from '#contract/identity/auth.ts'
import type { letterStates } from '#contract/letters.ts'

export type LetterTables = {
  letters: {
    id: Generated<number>
    message_id: string
    recipient: string
    subject: string
    text: string
    html: string
    /** Set if the letter contains a password link; the link itself is only made when the letter is sent. */
    link_kind: LinkKind | null
    user_id: number | null
    state: (typeof letterStates)[number]
    attempts: number
    last_error: string | null
    /** The answer of the mail server when it accepted the letter. */
    answer: string | null
    /** The list that mail programs sort the letter by. */
    list_id: string | null
    created_at: string
    /** When it may be sent. While it is being sent: when the lease of the sending process ends. */
    next_attempt_at: string
    lease: string | null
    /** When it was last tried. */
    tried_at: string | null
    sent_at: string | null
  }

  /** The attachments of a letter, in order. */
  letter_files: { letter_id: number; place: number; file_id: number; name: string }

  /** The letters that notified supporters about a term. */
  notices: {
    letter_id: number
    supporter_id: number
    year_id: number
    term_id: number
    sent_by: number
  }

  /** The records in such a letter, in its order. */
  notice_items: {
    id: Generated<number>
    letter_id: number
    student_id: number
    kind: 'report' | 'receipt'
    record_id: number
    /** The version that was approved: it is sent again only if it is approved again. */
    version: number
  }
}
