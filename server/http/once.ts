import { createHash } from 'node:crypto'
import { setImmediate as eventLoopTick } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { isOutside } from '../database/instants.ts'
import type { Tables } from '../database/tables.ts'
import type { Services } from '../Services.ts'
import { ApiError, conflict } from './ApiError.ts'
import { signedIn } from './session.ts'

/** How long an answer is stored for a repeat: a phone may be without a network for most of a day. */
const KEPT_MS = 24 * 60 * 60_000

const messages = {
  unreadable: 'The Idempotency-Key cannot be read.',
  otherRequest: 'This was saved before with other content. Close the form and look at the list first.',
} as const

/**
 * Runs a creating call in one transaction. A repeat under the same Idempotency-Key, also at the same moment, creates
 * nothing and gets the answer of the first. A refused call leaves its key unused.
 */
export async function once<Answer extends object>(
  request: FastifyRequest,
  { db, clock }: Services,
  create: (trx: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> {
  const key = keyOf(request)
  if (key === undefined) return db.transaction().execute(create)

  const user_id = signedIn(request).id
  const asked = await hashOf(request)
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('creations')
      .where(isOutside('at', KEPT_MS, now))
      .execute()
    // Of two requests at the same moment the second waits here until the first has ended.
    const mine = await trx
      .insertInto('creations')
      .values({ user_id, key, request: asked, answer: '', at: now.toISOString() })
      .onConflict((on) => on.doNothing())
      .returning('key')
      .executeTakeFirst()
    const row = trx.selectFrom('creations').where('user_id', '=', user_id).where('key', '=', key)
    if (!mine) {
      const first = await row.select(['request', 'answer']).executeTakeFirstOrThrow()
      if (first.request !== asked) throw conflict(messages.otherRequest)
      return JSON.parse(first.answer) as Answer
    }
    const answer = await create(trx)
    await trx
      .updateTable('creations')
      .set({ answer: JSON.stringify(answer) })
      .where('user_id', '=', user_id)
      .where('key', '=', key)
      .execute()
    return answer
  })
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(key))
    throw new ApiError(400, messages.unreadable)
  return key
}

/** The hash of the request, files included. */
async function hashOf({ method, routeOptions, params, body, uploads }: FastifyRequest): Promise<string> {
  // Sorted by name, because files arrive in any order.
  const files = Object.entries(uploads)
    .map(([field, { sha256 }]) => `${field} ${sha256}`)
    .toSorted()
  const text = JSON.stringify([method, routeOptions.url, params, body, files])
  // Hashing and parsing a large body get separate event-loop ticks.
  await eventLoopTick()
  return createHash('sha256').update(text).digest('base64url')
}
