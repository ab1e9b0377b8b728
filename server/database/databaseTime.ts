import { AsyncLocalStorage } from 'node:async_hooks'

/** How long queries took, with waiting for a connection, and how many rows they returned. */
export type DatabaseTime = { ms: number; rows: number }

const ofProcess: DatabaseTime = { ms: 0, rows: 0 }
const ofRequest = new AsyncLocalStorage<DatabaseTime>()

export const databaseTimeOfProcess: Readonly<DatabaseTime> = ofProcess

/** Calls `work`, and adds to `time` the queries that it starts, now or later. */
export const addingTo = (time: DatabaseTime, work: () => void): void => ofRequest.run(time, work)

/** Runs a query, or waits for a connection, and adds its time and rows. */
export async function timed<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  let rows = 0
  try {
    const result = await work()
    rows = (result as { rows?: unknown[] } | undefined)?.rows?.length ?? 0
    return result
  } finally {
    addDatabaseTime(began, rows)
  }
}

export function addDatabaseTime(began: number, rows: number): void {
  const ms = performance.now() - began
  for (const time of [ofProcess, ofRequest.getStore()]) {
    if (!time) continue
    time.ms += ms
    time.rows += rows
  }
}
