import { sql } from 'kysely'
import { ALIKE_ENOUGH } from '#contract/privacy/erasure.ts'
import type { Trx } from '../../database/history.ts'

/** Whether enough students of the same school and year of birth remain for this one's school to stay. */
export async function keepsSchool(trx: Trx, { dob, school_id }: { dob: string | null; school_id: number }) {
  const { count } = await trx
    .selectFrom('students')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('school_id', '=', school_id)
    .where(sql`substr(dob, 1, 4)`, '=', dob?.slice(0, 4) ?? '')
    .executeTakeFirstOrThrow()
  return count >= ALIKE_ENOUGH
}
