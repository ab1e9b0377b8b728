import type { ConsentSummary } from '#contract/privacy/consents.ts'
import type { Db } from '../../database/connect.ts'
import { fileUrlIn } from '../../files/fileUrl.ts'
import { consentColumns, publicationIn } from '../visibility/studentConsent.ts'

/** The state of a student's consents today, and the newest form that is not void. */
export async function summariseConsents(db: Db, student_id: number, today: string): Promise<ConsentSummary> {
  const { consent_state, ends_soon, consent_until, publication, form } = await db
    .selectFrom('students')
    .leftJoin('consent_states as state', 'state.student_id', 'students.id')
    .select(consentColumns(today))
    .select((eb) => [
      publicationIn(today).as('publication'),
      eb
        .selectFrom('consents')
        .select(fileUrlIn('consents.file_id').as('path'))
        .where('consents.student_id', '=', student_id)
        .where('void_at', 'is', null)
        .where('file_id', 'is not', null)
        .orderBy('given_on', 'desc')
        .orderBy('consents.id', 'desc')
        .limit(1)
        .as('form'),
    ])
    .where('students.id', '=', student_id)
    .executeTakeFirstOrThrow()
  return { state: consent_state, ends_soon: ends_soon === 1, until: consent_until, publication, form }
}
