import { type RawBuilder, sql } from 'kysely'

/**
 * Somebody may set back a clock that was ahead. The instants that it has left in the future then count as over:
 * otherwise a session would stay valid, or a letter wait, until the clock has caught up with them.
 */

/** Whether an instant is at most so long from now, before or after. */
export const isWithin = (instant: string | number | Date, ms: number, now: Date): boolean =>
  Math.abs(now.getTime() - new Date(instant).getTime()) <= ms

/** Whether a column's instant is further from now. */
export const isOutside = (column: string, ms: number, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} < ${at(now, -ms)} or ${sql.ref(column)} > ${at(now, ms)})`

/** Whether a column's instant has come. None is set further ahead than `mostMs`. */
export const isDue = (column: string, mostMs: number, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} <= ${at(now, 0)} or ${sql.ref(column)} > ${at(now, mostMs)})`

const at = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()
