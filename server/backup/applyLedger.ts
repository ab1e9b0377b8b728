import type { Trx } from '../database/history.ts'
import type { AllStudentData } from '../database/studentData.ts'
import { anonymise, OLD_ENOUGH_TO_SWEEP } from '../privacy/erasure/anonymise.ts'
import { sealOf } from '../privacy/erasure/startAnonymise.ts'
import type { Ledger } from './location/ledger.ts'

/** Anonymises the records of a ledger again. Returns how many, and the keys of their files, whose bytes must be removed too. */
export async function applyLedger(
  trx: Trx,
  studentData: AllStudentData,
  ledger: Ledger | undefined,
  at: string,
): Promise<{ anonymised: number; keys: string[] }> {
  let anonymised = 0
  for (const { done_at: _done, hash: _hash, ...entry } of ledger?.records ?? []) {
    const student = await trx
      .selectFrom('students')
      .select(['id', 'created_at'])
      .where('id', '=', entry.student_id)
      .executeTakeFirst()
    // The seal also differs if the record was anonymised before the copy was made.
    if (!student || sealOf(student) !== entry.seal) continue
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', entry.started_by ?? 0)
      .executeTakeFirst()
    const row = { ...entry, started_by: user?.id ?? null }
    await trx
      .insertInto('anonymisations')
      .values(row)
      .onConflict((on) => on.column('student_id').doUpdateSet(row))
      .execute()
    await anonymise(trx, studentData, row, at)
    anonymised += 1
  }
  // During a restore SQLite does not enforce foreign keys, so the hashes of files that are gone would stay.
  if (anonymised > 0)
    await trx
      .deleteFrom('stored_hashes')
      .where('file_id', 'not in', trx.selectFrom('files').select('id'))
      .execute()
  const notes = await trx
    .deleteFrom('unowned_bytes')
    .where('since', '=', OLD_ENOUGH_TO_SWEEP)
    .returning('key')
    .execute()
  return { anonymised, keys: notes.map(({ key }) => key) }
}
