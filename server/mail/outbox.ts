import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { LinkKind } from '#contract/auth.ts'
import type { Tables } from '../database/tables.ts'

export type LetterContent = { subject: string; text: string; html: string }

type NewLetter = LetterContent & {
  recipient: string
  /** The user and kind of the password link that the letter carries. */
  link?: { user_id: number; kind: LinkKind }
}

/** Where letters wait until the mail server has taken them. */
export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox({ clock, domain }: { clock: () => Date; domain: string }) {
  let onLetter: () => void = () => {}

  return {
    /** Writes a letter, in the transaction of what causes it: both happen or neither. */
    async write(trx: Kysely<Tables>, { link, ...letter }: NewLetter): Promise<void> {
      const now = clock().toISOString()
      await trx
        .insertInto('letters')
        .values({
          ...letter,
          message_id: `<${randomUUID()}@${domain}>`,
          link_kind: link?.kind ?? null,
          user_id: link?.user_id ?? null,
          state: 'waiting',
          attempts: 0,
          created_at: now,
          next_attempt_at: now,
        })
        .execute()
    },

    /** Takes back a user's password letters that have not left: they have become pointless or dangerous. */
    async withdrawLinks(trx: Kysely<Tables>, user_id: number): Promise<void> {
      await trx
        .deleteFrom('letters')
        .where('user_id', '=', user_id)
        .where('link_kind', 'is not', null)
        .where('state', '!=', 'sent')
        .execute()
    },

    /** Tells the postman that there is something to do; called after the commit. */
    nudge: () => onLetter(),

    onNudge(listener: () => void): void {
      onLetter = listener
    },
  }
}
