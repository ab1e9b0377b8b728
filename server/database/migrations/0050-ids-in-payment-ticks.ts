import { sql, type Transaction } from 'kysely'

type Anonymised = { student_id: number; former_id: number; new_ref: string }

/**
 * Puts the ref of an anonymised student in place of the former id in the keys of payment ticks, where an older version left it.
 * The id is the first part of a key after its kind, or after the school.
 */
export async function up(trx: Transaction<unknown>): Promise<void> {
  const { rows } = await sql<Anonymised>`
    select student_id, former_id, new_ref from anonymisations
    where done_at is not null and former_id is not null`.execute(trx)
  for (const { student_id, former_id, new_ref } of rows) {
    const [id, instead] = [`-${former_id}-`, `-${new_ref.replace('-', '')}-`]
    await sql`
      update payment_ticks set key = rtrim(replace(key || '-', ${id}, ${instead}), '-')
      where payment_id in (select payment_id from payment_lines where student_id = ${student_id})
        and (key || '-' like 'same_admission_no-%' || ${id} || '%'
          or (kind in ('no_plan', 'above_plan', 'no_admission_no') and key || '-' like kind || ${id} || '%'))`.execute(
      trx,
    )
  }
}
