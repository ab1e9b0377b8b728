import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Db, onOwnConnection } from '../database/connect.ts'
import type { Trx } from '../database/history.ts'
import { isOutside } from '../database/instants.ts'
import type { Services } from '../Services.ts'
import { ApiError, conflict } from '../base/ApiError.ts'
import { yieldToRequests } from '../base/yieldToRequests.ts'
import { signedIn } from './session.ts'

/** How long an answer is stored for a repeat: a phone may be without a network for most of a day. */
export const REPEATABLE_MS = 24 * 60 * 60_000

const messages = {
  unreadable: 'The Idempotency-Key cannot be read.',
  otherRequest: 'This was saved before with other content. Close the form and look at the list first.',
} as const

type Options = {
  /** A repeat under the same Idempotency-Key changes nothing, and gets the first answer. */
  isRepeatable?: boolean | undefined
  /** The transaction is large, and gets a connection of its own. */
  isLong?: boolean | undefined
  /** The change is only tried: its transaction is rolled back. */
  isTrial?: boolean | undefined
}

type Work<Answer> = (trx: Trx) => Promise<Answer>

/** Runs the change of a call in a transaction. */
export function runChange<Answer>(
  request: FastifyRequest,
  { isRepeatable, isLong, isTrial }: Options,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  work: Work<Answer>,
): Promise<Answer> {
  const run = (on: Db) => {
    if (isTrial) return rollBack(on, work)
    return isRepeatable ? once(request, on, clock(), work) : on.transaction().execute(work)
  }
  return isLong ? onOwnConnection(db, run) : run(db)
}

async function rollBack<Answer>(db: Db, work: Work<Answer>): Promise<Answer> {
  const trx = await db.startTransaction().execute()
  try {
    return await work(trx)
  } finally {
    await trx.rollback().execute()
  }
}

/**
 * A repeat under the same Idempotency-Key, also at the same moment, changes nothing and gets the answer of the first. A
 * refused call leaves its key unused.
 */
async function once<Answer>(
  request: FastifyRequest,
  db: Db,
  now: Date,
  change: Work<Answer>,
): Promise<Answer> {
  const key = keyOf(request)
  if (key === undefined) return db.transaction().execute(change)

  const user_id = signedIn(request).id
  const student_id = studentIn(request)
  const asked = await hashRequest(request)
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('creations')
      .where(isOutside('at', REPEATABLE_MS, now))
      .execute()
    // The second of two simultaneous requests waits here until the first has ended.
    const mine = await trx
      .insertInto('creations')
      .values({ user_id, key, student_id, request: asked, answer: '', at: now.toISOString() })
      .onConflict((on) => on.doNothing())
      .returning('key')
      .executeTakeFirst()
    const row = trx.selectFrom('creations').where('user_id', '=', user_id).where('key', '=', key)
    if (!mine) {
      const first = await row.select(['request', 'answer']).executeTakeFirstOrThrow()
      if (first.request !== asked) throw conflict(messages.otherRequest)
      return JSON.parse(first.answer) as Answer
    }
    const answer = await change(trx)
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

/** The student whom a valid request names in its path or body; null for a call about no student or several. */
function studentIn({ routeOptions, params, body }: FastifyRequest): number | null {
  const { id } = params as { id?: number }
  const { student_id, studId } = Object(body) as Record<string, unknown>
  const named = routeOptions.url?.startsWith('/api/students/:id/') ? id : (student_id ?? studId)
  return named === undefined ? null : Number(named)
}

/** The hash of the request, files included. */
async function hashRequest({ method, routeOptions, params, body, uploads }: FastifyRequest): Promise<string> {
  // Sorted by name, because files arrive in any order.
  const files = Object.entries(uploads)
    .map(([field, { sha256 }]) => `${field} ${sha256}`)
    .toSorted()
  // The order of the parts may not change: stored hashes are compared with new ones.
  const text = JSON.stringify([method, routeOptions.url, params, files, body])
  // Hashing and parsing a large body get separate event-loop ticks.
  await yieldToRequests()
  return createHash('sha256').update(text).digest('base64url')
}
