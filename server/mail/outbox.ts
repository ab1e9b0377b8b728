import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../database/history.ts'
import type { Db } from '../database/connect.ts'
import type { LinkKind } from '#contract/identity/auth.ts'

export type LetterContent = { subject: string; text: string; html: string }

/** A PDF that comes with a letter. */
export type Attachment = { file_id: number; name: string; bytes: number }

type NewLetter = LetterContent & {
  recipient: string
  /** The mailing list of the letter, so that mail programs can sort it. */
  list?: string
  attachments?: Attachment[]
  /** The user of a letter without a link. */
  user_id?: number
  /** The user and kind of the password link that the letter carries. */
  link?: { user_id: number; kind: LinkKind }
}

/** How far ahead of the letters of a list a single letter is sorted: a user waits for it, and a list of thousands takes long. */
const AHEAD_MS = 3_600_000

/** How long a sent password letter is stored: its link worked for an hour. */
const LINK_LETTERS_MS = 90 * 24 * 3_600_000

/** Where letters wait until the mail server has taken them. */
export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox({ clock, domain }: { clock: () => Date; domain: string }) {
  let onLetter: () => void = () => {}

  /** Writes several letters at once, and returns their ids in the same order. */
  async function writeAll(trx: Trx, letters: NewLetter[]): Promise<number[]> {
    const at = clock()
    const now = at.toISOString()
    const ahead = new Date(at.getTime() - AHEAD_MS).toISOString()
    const rows = letters.map(({ link, user_id, list, attachments: _later, ...letter }) =>
      Object.assign(letter, {
        message_id: `<${randomUUID()}@${domain}>`,
        list_id: list ? `<${list}.${domain}>` : null,
        link_kind: link?.kind ?? null,
        user_id: link?.user_id ?? user_id ?? null,
        state: 'waiting' as const,
        attempts: 0,
        created_at: now,
        next_attempt_at: list ? now : ahead,
      }),
    )
    const written = await trx.insertInto('letters').values(rows).returning(['id', 'message_id']).execute()
    // A database may return them in any order.
    const ids = new Map(written.map(({ id, message_id }) => [message_id, id]))
    const letterIds = rows.map(({ message_id }) => ids.get(message_id) ?? 0)
    const files = letters.flatMap(({ attachments = [] }, index) =>
      attachments.map(({ file_id, name }, place) => ({
        letter_id: letterIds[index] ?? 0,
        place,
        file_id,
        name,
      })),
    )
    if (files.length > 0) await trx.insertInto('letter_files').values(files).execute()
    return letterIds
  }

  return {
    /** Writes a letter, in the transaction of what causes it: both happen or neither. */
    async write(trx: Trx, letter: NewLetter): Promise<void> {
      await writeAll(trx, [letter])
    },

    writeAll,

    /**
     * Deletes a user's password letters that have not been sent: their links are useless or dangerous now. Also deletes old ones
     * that were sent, because endless requests for links could fill the disk.
     */
    async withdrawLinks(trx: Trx, user_id: number): Promise<void> {
      const expired = new Date(clock().getTime() - LINK_LETTERS_MS).toISOString()
      await trx
        .deleteFrom('letters')
        .where('user_id', '=', user_id)
        .where('link_kind', 'is not', null)
        .where((eb) => eb.or([eb('state', '!=', 'sent'), eb('sent_at', '<', expired)]))
        .execute()
    },

    /** How many letters wait for the mail server, since when the oldest of them waits, and how many were given up. */
    async state(db: Db): Promise<{ waiting: number; since: string | null; failed: number }> {
      const rows = await db
        .selectFrom('letters')
        .select(['state', sql<number>`count(*)`.as('count'), sql<string>`min(created_at)`.as('since')])
        .where('state', 'in', ['waiting', 'failed'])
        .groupBy('state')
        .execute()
      const of = (wanted: 'waiting' | 'failed') => rows.find(({ state }) => state === wanted)
      const waiting = of('waiting')
      return {
        waiting: waiting?.count ?? 0,
        since: waiting?.since ?? null,
        failed: of('failed')?.count ?? 0,
      }
    },

    /** Wakes the postman; called after the commit. */
    nudge: () => onLetter(),

    onNudge(listener: () => void): void {
      onLetter = listener
    },
  }
}

/** The attachments of a letter, in order. */
export const attachedTo = (db: Db, letter_id: number) =>
  db
    .selectFrom('letter_files')
    .innerJoin('files', 'files.id', 'letter_files.file_id')
    .select(['letter_files.name', 'file_id', 'files.bytes', 'files.type', 'files.key'])
    .where('letter_id', '=', letter_id)
    .orderBy('place')
    .execute()
