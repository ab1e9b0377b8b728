import { contactForm, type PrintedForms } from '#contract/privacy/consents.ts'
import { canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { notFound } from '../../base/ApiError.ts'
import type { Db } from '../../database/connect.ts'
import type { Actor } from '../../database/history.ts'
import { parse } from '../../http/schemas.ts'
import { userNameIn } from '../../users/userNameIn.ts'
import { listVersions } from '../notice/notices.ts'
import { needsActionIn, soonAfter } from '../visibility/studentConsent.ts'
import { readGate } from './consentGate.ts'

type Asked = { student?: number | undefined; school?: number | undefined; state?: 'needs_action' | undefined }

/** What is printed on consent forms. Without a telephone and an address nothing is. */
export async function readPrintedForms(
  db: Db,
  { student, school, state }: Asked,
  { role, today }: Actor,
): Promise<PrintedForms> {
  const { contact } = parse(contactForm, await readGate(db))
  const rows = await db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .innerJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .leftJoin('users as supporter', 'supporter.id', 'students.supporter_id')
    .leftJoin('consent_states as state', 'state.student_id', 'students.id')
    .select(['students.id', 'ref', 'name', 'dob', 'schools.school', 'supporter_id'])
    .select(['supporter.country as supporter_country', userNameIn('liaison').$castTo<string>().as('liaison')])
    .$if(student !== undefined, (one) => one.where('students.id', '=', student ?? 0))
    .$if(student === undefined, (all) => all.where('students.status', '=', STUDENT_ACTIVE))
    .$if(student === undefined && state === 'needs_action', (active) =>
      active.where(needsActionIn(today, soonAfter(today))),
    )
    .$if(school !== undefined, (some) => some.where('students.school_id', '=', school ?? 0))
    .orderBy('students.search_all')
    .orderBy('students.id')
    .execute()
  if (student !== undefined && rows.length === 0) throw notFound()
  const seesLiaison = canSeeLiaisonAndSupporter(role)
  const [notice_version = null] = await listVersions(db)
  return {
    contact,
    notice_version,
    students: rows.map(({ supporter_id, liaison, ...row }) =>
      Object.assign(row, { liaison: seesLiaison ? liaison : null, has_supporter: supporter_id !== null }),
    ),
  }
}
