import type { Trx } from '../../database/history.ts'
import type { StudentData } from '../../database/studentData.ts'
import { ofStudent } from './damagedFiles.ts'

/** Letters to administrators and reasons of failed backups, which name damaged files by the refs of students. */
export const damageData: StudentData = {
  forget: (trx, { student: { ref } }) => forgetDamage(trx, ref),
}

export async function forgetDamage(trx: Trx, ref: string): Promise<void> {
  const naming = `%${ofStudent(ref)}%`
  const letters = trx
    .selectFrom('letters')
    .select('id')
    .where('list_id', 'is', null)
    .where('text', 'like', naming)
  await trx.deleteFrom('letters').where('id', 'in', letters).where('state', '!=', 'sent').execute()
  await trx.updateTable('letters').set({ text: '', html: '' }).where('id', 'in', letters).execute()
  await trx
    .updateTable('backups')
    .set({ reason: 'Stored files were damaged or missing' })
    .where('reason', 'like', naming)
    .execute()
}
