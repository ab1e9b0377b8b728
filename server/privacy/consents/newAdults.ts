import { daysFrom, yearsBefore } from '#contract/base/days.ts'
import { ADULT_AGE } from '#contract/privacy/consentStates.ts'
import { NEW_ADULT_DAYS, type NewAdult } from '#contract/privacy/consents.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../../database/connect.ts'
import type { Actor } from '../../database/history.ts'
import { fileUrlIn } from '../../files/fileUrl.ts'
import { userNameIn } from '../../users/userNameIn.ts'

/** A user's own students who come of age, without a consent of their own. */
export const newAdults = (db: Db, { id, today }: Pick<Actor, 'id' | 'today'>) =>
  db
    .selectFrom('students')
    .where('liaison_id', '=', id)
    .where('students.status', '=', STUDENT_ACTIVE)
    .where('dob', '>=', yearsBefore(daysFrom(today, -NEW_ADULT_DAYS), ADULT_AGE))
    .where('dob', '<=', yearsBefore(daysFrom(today, NEW_ADULT_DAYS), ADULT_AGE))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('consents')
            .select('consents.id')
            .whereRef('consents.student_id', '=', 'students.id')
            .where('given_by', '=', 'student')
            .where('void_at', 'is', null),
        ),
      ),
    )

/** The oldest first. */
export const listNewAdults = (db: Db, viewer: Actor): Promise<NewAdult[]> =>
  newAdults(db, viewer)
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .innerJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .select(['students.id', 'ref', 'name', 'schools.school'])
    .select((eb) => eb.ref('dob').$castTo<string>().as('dob'))
    .select([fileUrlIn('picture_id').as('path'), userNameIn('liaison').$castTo<string>().as('liaison')])
    .orderBy('dob')
    .orderBy('students.id')
    .execute()
