import { type RawBuilder, sql } from 'kysely'

/**
 * After a clock that was ahead is set back, stored instants may lie in the future. These count as past: otherwise a
 * session would stay valid, or a letter wait, until the clock reaches them.
 */

/** Whether an instant is at most `ms` before or after now. */
export const isWithin = (instant: string | number | Date, ms: number, now: Date): boolean =>
  Math.abs(now.getTime() - new Date(instant).getTime()) <= ms

/** Whether a column's instant is more than `ms` before or after now. */
export const isOutside = (column: string, ms: number, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} < ${at(now, -ms)} or ${sql.ref(column)} > ${at(now, ms)})`

/** Whether a column's instant is past. No instant is set further ahead than `mostMs`. */
export const isDue = (column: string, mostMs: number, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} <= ${at(now, 0)} or ${sql.ref(column)} > ${at(now, mostMs)})`

const at = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()
