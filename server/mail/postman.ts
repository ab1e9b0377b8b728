import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Selectable } from 'kysely'
import { repeatEvery } from '../base/repeatEvery.ts'
import { isDue } from '../database/instants.ts'
import type { Tables } from '../database/tables.ts'
import type { Services } from '../Services.ts'
import { attachedTo } from './outbox.ts'
import type { OutgoingLetter, Transport } from './transport.ts'

type Letter = Selectable<Tables['letters']>
type Attachments = OutgoingLetter['attachments']

/** Completes a stored letter when it is sent, for example with its password link; undefined if it is not sent at all. */
type Complete = (letter: Letter, services: Services) => Promise<Pick<Letter, 'text' | 'html'> | undefined>

/**
 * How long a lease lasts. It is renewed while the letter is being sent, so that it ends soon after its process is
 * killed.
 */
const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** The longest sleep: other processes write letters too, and the clock may be set. */
const IDLE_MS = 30_000
const AT_ONCE = 5
/**
 * How long a stop waits for letters that are being sent. A letter that a slow server accepts later is sent again, with
 * the same Message-ID.
 */
const STOP_TIMEOUT_MS = 4_000
/** With the pauses below, a day of tries. */
const MAX_ATTEMPTS = 19

/** 1, 2, 4 … minutes, and every two hours from then on. */
export const pauseAfter = (attempts: number) => Math.min(2 ** (attempts - 1) * 60_000, LONGEST_PAUSE_MS)
const LONGEST_PAUSE_MS = 120 * 60_000

/**
 * Sends letters from the outbox to the mail server. A letter is leased, sent, and marked; if the process dies in between,
 * the lease expires and the letter is sent again with the same Message-ID.
 */
export function createPostman(services: Services, transport: Transport, complete: Complete) {
  const { db, clock, files, outbox, log } = services
  const loop = repeatEvery(IDLE_MS, work, (err) => log.error({ err }, 'the outbox could not be read'))
  outbox.onNudge(() => loop.wake())

  async function work(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const letters = await claimDue()
      if (letters.length === 0) return
      await Promise.all(letters.map(deliver))
    }
  }

  async function claimDue(): Promise<Letter[]> {
    const now = clock()
    const due = await db
      .selectFrom('letters')
      .select('id')
      .where('state', 'in', ['waiting', 'sending'])
      .where(isDue('next_attempt_at', LONGEST_PAUSE_MS, now))
      .orderBy('next_attempt_at')
      .limit(AT_ONCE)
      .execute()
    const letters: Letter[] = []
    for (const { id } of due) {
      // Conditional, so that of several processes only one gets it.
      const letter = await db
        .updateTable('letters')
        .set((eb) => ({
          state: 'sending' as const,
          lease: randomUUID(),
          attempts: eb('attempts', '+', 1),
          tried_at: now.toISOString(),
          next_attempt_at: inMs(now, LEASE_MS),
        }))
        .where('id', '=', id)
        .where('state', 'in', ['waiting', 'sending'])
        .where(isDue('next_attempt_at', LONGEST_PAUSE_MS, now))
        .returningAll()
        .executeTakeFirst()
      if (letter) letters.push(letter)
    }
    return letters
  }

  async function deliver(letter: Letter): Promise<void> {
    const renewal = setInterval(
      () => void settle(letter, { next_attempt_at: inMs(clock(), LEASE_MS) }),
      RENEW_MS,
    )
    let attachments: Attachments = []
    try {
      const content = await complete(letter, services)
      if (!content) return
      attachments = await readAttachments(letter)
      const answer = await transport.send({ ...readyToSend(letter, content), attachments })
      await settle(letter, {
        state: 'sent',
        sent_at: clock().toISOString(),
        answer: answer.slice(0, 500),
        last_error: null,
        lease: null,
      })
      log.info({ letter: letter.id, attempts: letter.attempts }, 'letter sent')
    } catch (error) {
      await putBack(letter, error as Error)
    } finally {
      clearInterval(renewal)
      // If the mail server refused the letter, a stream may still be open.
      for (const { content } of attachments) content.destroy()
    }
  }

  function readyToSend(letter: Letter, { text, html }: Pick<Letter, 'text' | 'html'>) {
    return {
      messageId: letter.message_id,
      to: letter.recipient,
      subject: letter.subject,
      text,
      html,
      date: new Date(letter.created_at),
      listId: letter.list_id ?? undefined,
    }
  }

  async function readAttachments({ id }: Letter): Promise<Attachments> {
    const attached = await attachedTo(db, id)
    return attached.map(({ name: filename, type: contentType, key }) => {
      const content = Readable.from(bytesOf(key), { objectMode: false })
      return { filename, contentType, content }
    })
  }

  /** Opens a file only when it is read: a letter may have hundreds, and a process may open about a thousand at once. */
  async function* bytesOf(key: string): AsyncGenerator<Uint8Array> {
    const { stream } = await files.open(key)
    yield* stream
  }

  async function putBack(letter: Letter, error: Error): Promise<void> {
    const isOver = letter.attempts >= MAX_ATTEMPTS
    await settle(letter, {
      state: isOver ? 'failed' : 'waiting',
      last_error: error.message.slice(0, 500),
      lease: null,
      next_attempt_at: inMs(clock(), pauseAfter(letter.attempts)),
    })
    log.warn({ letter: letter.id, attempts: letter.attempts, reason: error.message }, 'letter not sent')
  }

  /** Stores the result of a letter, unless another process has its lease now. */
  async function settle(letter: Letter, outcome: Partial<Letter>): Promise<void> {
    await db
      .updateTable('letters')
      .set(outcome)
      .where('id', '=', letter.id)
      .where('lease', '=', letter.lease)
      .execute()
      .catch((error: unknown) => log.error({ err: error, letter: letter.id }, 'a letter could not be marked'))
  }

  return {
    ...loop,
    /** Waits for letters that are being sent, and starts no new ones. */
    async stop(): Promise<void> {
      const timeUp = Promise.withResolvers<void>()
      const timeout = setTimeout(timeUp.resolve, STOP_TIMEOUT_MS)
      await Promise.race([loop.stop(), timeUp.promise])
      clearTimeout(timeout)
      transport.close()
    },
  }
}

const inMs = (from: Date, ms: number) => new Date(from.getTime() + ms).toISOString()
