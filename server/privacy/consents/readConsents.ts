import { hidesUnrecorded, livesInKenya, sharedBy, statesOf } from '#contract/privacy/consentStates.ts'
import type { Consent, StudentConsents } from '#contract/privacy/consents.ts'
import { canSeeErasures, canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import type { Db } from '../../database/connect.ts'
import type { Actor } from '../../database/history.ts'
import { fileUrl } from '../../files/fileUrl.ts'
import { notFound } from '../../base/ApiError.ts'
import type { Services } from '../../Services.ts'
import { userNameIn } from '../../users/userNameIn.ts'
import { findRestriction } from '../restriction/restrict.ts'
import { listDeletions } from './deletionRequests.ts'
import { readGate } from './consentGate.ts'
import { asConsented } from './storeConsentStates.ts'

/** What a student's family agreed to, as staff see it. */
export async function readConsents(
  { db, config }: Pick<Services, 'db' | 'config'>,
  student_id: number,
  actor: Actor,
): Promise<StudentConsents> {
  const student = await db
    .selectFrom('students')
    .leftJoin('consent_states as state', 'state.student_id', 'students.id')
    .leftJoin('users as supporter', 'supporter.id', 'students.supporter_id')
    .select(['students.id', 'students.name', 'dob', 'supporter_id', 'state.erasure_on', 'supporter.country'])
    .where('students.id', '=', student_id)
    .executeTakeFirstOrThrow(notFound)
  const consents = await listConsents(db, student)
  const states = statesOf(
    consents.filter((consent) => consent.void === null),
    actor.today,
  )
  const { hold_from: from, added_from } = await readGate(db)
  const is_abroad = !livesInKenya(student.country)
  const shared = sharedBy(states, {
    hidesUnrecorded: hidesUnrecorded({ from, added_from }, actor.today),
    isAbroad: is_abroad,
  })
  return {
    states,
    consents,
    shared: (await findRestriction(db, student_id)) ? [] : shared,
    has_supporter: student.supporter_id !== null,
    is_abroad,
    erasure_on: canSeeErasures(actor.role) ? student.erasure_on : null,
    deletions: canSeeLiaisonAndSupporter(actor.role)
      ? await listDeletions(db, student, states, config.charityName)
      : [],
  }
}

async function listConsents(db: Db, { id, dob }: { id: number; dob: string | null }): Promise<Consent[]> {
  const rows = await db
    .selectFrom('consents')
    .innerJoin('users as recorder', 'recorder.id', 'consents.recorded_by')
    .leftJoin('users as voider', 'voider.id', 'consents.void_by')
    .leftJoin('privacy_notices as notice', 'notice.id', 'consents.notice_id')
    .leftJoin('files', 'files.id', 'consents.file_id')
    .selectAll('consents')
    .select([
      userNameIn('recorder').$castTo<string>().as('recorder_name'),
      userNameIn('voider').as('voider_name'),
      'notice.version as notice_version',
      'files.name as file_name',
      'files.type as file_type',
      'files.bytes as file_bytes',
    ])
    .where('consents.student_id', '=', id)
    .orderBy('given_on', 'desc')
    .orderBy('consents.id', 'desc')
    .execute()
  return rows.map((row) =>
    Object.assign(asConsented(row, dob), {
      how: row.how,
      witness: row.witness,
      notice_version: row.notice_version,
      explained_by: row.explained_by,
      place: row.place,
      form:
        row.file_id === null
          ? null
          : {
              path: fileUrl(row.file_id),
              name: row.file_name ?? '',
              type: row.file_type ?? '',
              bytes: row.file_bytes ?? 0,
            },
      recorded_by: row.recorder_name,
      recorded_at: row.recorded_at,
      void:
        row.void_at === null
          ? null
          : { reason: row.void_reason ?? '', by: row.voider_name ?? '', at: row.void_at },
    }),
  )
}
