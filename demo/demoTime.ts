import type { Db } from '../server/database/connect.ts'

const YEARS = 4

/** A term that has records. */
export type DemoTerm = { year: string; term: string; isLatest: boolean }

/** The school year that it is now. It begins after the first students could have joined. */
export const schoolYear = (now: Date): number => now.getFullYear() - (now.getMonth() === 0 ? 1 : 0)

/** The terms of this year and the three before it, as far as they have begun. */
export function demoTerms(now: Date): DemoTerm[] {
  const last = schoolYear(now)
  const begun = last < now.getFullYear() ? 3 : termOf(now.getMonth())
  return Array.from({ length: YEARS }, (_, index) => last - YEARS + 1 + index).flatMap((year) =>
    [1, 2, 3]
      .filter((term) => year < last || term <= begun)
      .map((term) => ({
        year: String(year),
        term: `Term ${term}`,
        isLatest: year === last && term === begun,
      })),
  )
}

/** From January, May and September on. */
const termOf = (month: number) => Math.min(Math.floor(month / 4) + 1, 3)

/** The clock while the demo is filled. */
export type DemoClock = ReturnType<typeof createClock>

/**
 * A running clock that can be set back to the time of an entry. It also moves the sessions, because they are
 * not valid before their start.
 */
export function createClock(db: Db) {
  let past: Date | undefined
  const now = () => past ?? new Date()
  async function set(to: Date | undefined): Promise<void> {
    past = to
    const at = now().toISOString()
    await db.updateTable('sessions').set({ created_at: at, seen_at: at }).execute()
  }
  return Object.assign(now, { setBack: (to: Date) => set(to), goOn: () => set(undefined) })
}
