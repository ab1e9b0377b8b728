import type { Pool, PoolClient } from 'pg'
import { UnavailableError } from '../http/ApiError.ts'

/** The time limit for a query that a user waits for. */
export const QUERY_PATIENCE_MS = 10_000

/** The part of a pool that Elimu uses. */
export type Connections = Pick<Pool, 'connect' | 'end' | 'options'>

const unanswered = (cause: unknown) =>
  new UnavailableError('The database does not answer. Please try again.', cause)

/**
 * The connections of a pool for queries that a user waits for. A query that is not answered in time fails, and so does
 * the rest of its transaction. Its connection is closed, because PostgreSQL or the network may be hanging.
 */
export function withDeadline(pool: Pool, patienceMs: number): Connections {
  const connect = async () => {
    const client = await pool.connect().catch((error: unknown) => {
      throw unanswered(error)
    })
    return clientWithDeadline(client, patienceMs)
  }
  return { connect: connect as Pool['connect'], end: () => pool.end(), options: pool.options }
}

function clientWithDeadline(client: PoolClient, patienceMs: number): PoolClient {
  let late: UnavailableError | undefined
  return Object.assign(Object.create(client) as PoolClient, {
    async query(...query: [string]) {
      if (late) throw late
      const timer = setTimeout(() => {
        late = unanswered(new Error(`no answer in ${patienceMs} ms`))
        // Closes the connection, which rejects the query.
        client.release(true)
      }, patienceMs)
      try {
        return await client.query(...query)
      } catch (error) {
        throw late ?? error
      } finally {
        clearTimeout(timer)
      }
    },
    release(isBroken?: boolean): void {
      if (!late) client.release(isBroken)
    },
  })
}
