import { type Kysely, sql, type Transaction } from 'kysely'

type Tables = {
  consents: { id: number; student_id: number; given_by: string; until: string | null }
  students: { id: number; dob: string | null }
}

const BATCH = 1_000

/** An end that is the day before the 18th birthday is no longer stored, so that it follows a corrected date of birth. */
export async function up(trx: Transaction<unknown>): Promise<void> {
  const db = trx as unknown as Kysely<Tables>
  for (let last = 0, isMore = true; isMore;) {
    const rows = await db
      .selectFrom('consents')
      .innerJoin('students', 'students.id', 'consents.student_id')
      .select(['consents.id', 'until', 'dob'])
      .where('consents.id', '>', last)
      .where('until', 'is not', null)
      .orderBy('consents.id')
      .limit(BATCH)
      .execute()
    const ids = rows.filter(({ until, dob }) => dob !== null && until === lastDay(dob)).map(({ id }) => id)
    if (ids.length > 0)
      await db
        .updateTable('consents')
        .set({ until: sql`null` })
        .where('id', 'in', ids)
        .execute()
    last = rows.at(-1)?.id ?? last
    isMore = rows.length === BATCH
  }
}

function lastDay(dob: string): string {
  const day = new Date(`${dob}T00:00:00Z`)
  day.setUTCFullYear(day.getUTCFullYear() + 18)
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}
