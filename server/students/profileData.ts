import type { Selectable } from 'kysely'
import { byShownName } from '#contract/base/fields.ts'
import { ANONYMOUS } from '#contract/privacy/erasure.ts'
import { DEFAULT_EXAM, entryExams } from '#contract/students/entryExams.ts'
import { studentFields, studentLabels, studentStatuses } from '#contract/students/students.ts'
import { shownDay } from '../privacy/export/exportWords.ts'
import type { Trx } from '../database/history.ts'
import {
  type Collecting,
  type EntityData,
  type Entry,
  type Forgotten,
  noRecord,
} from '../database/studentData.ts'
import type { Tables } from '../database/tables.ts'
import { findRestriction } from '../privacy/restriction/restrict.ts'
import { forgetPairs } from './duplicates/duplicateAnswers.ts'
import { keepsSchool } from '../privacy/erasure/keepsSchool.ts'
import { isSamePerson } from '../privacy/mentions.ts'
import { schoolNotShown } from '../schools/schoolNotShown.ts'
import { findStudent } from './findStudent.ts'
import { searchColumns } from './studentRules.ts'

/** The facts of the profile, and the answers about possible duplicates. */
export const profileData: EntityData = {
  title: 'Student',
  labels: studentLabels,
  texts: [
    (db) =>
      db
        .selectFrom('students')
        .select(['id', 'id as student_id', noRecord])
        .select(['background', 'ambition', 'mother', 'father', 'guardian', 'supporter_name'])
        .select((eb) =>
          eb
            .selectFrom('restrictions')
            .select('reason')
            .whereRef('restrictions.student_id', '=', 'students.id')
            .as('restriction'),
        ),
  ],

  async collect({ db, student_id, actor, now, asked_by, fileOf }: Collecting) {
    const student = await findStudent(db, student_id, actor, now)
    const isGuardian = asked_by !== undefined && isSamePerson(asked_by, student.guardian ?? '')
    const shown = Object.entries(byShownName(studentFields)).map(([field, { label, show }]) => {
      // A phone number is the contact of another person, unless that person asked.
      const isLeftOut = field === 'guardian_phone' && !isGuardian
      const value = isLeftOut ? null : student[field as keyof typeof student]
      return [label, field === 'dob' || field === 'dor' ? shownDay(value) : show(value)] as const
    })
    const restriction = await findRestriction(db, student_id)
    const facts: Entry = {
      [studentLabels.ref]: student.ref,
      ...Object.fromEntries(shown),
      [studentLabels.class]: student.class,
      [studentLabels.status]: studentStatuses[student.status as keyof typeof studentStatuses],
      ...(restriction && {
        [studentLabels.restricted_on]: shownDay(restriction.on),
        [studentLabels.reason]: restriction.reason,
      }),
      [studentLabels.supporter]: student.supporter ?? student.supporter_name,
      [studentLabels.picture]: fileOf(student.path),
      [studentLabels[entryExams[student.entry_exam].fact]]: fileOf(student.cert),
    }

    const { name, mother, father, guardian, supporter_name } = student
    return {
      sections: [{ title: 'Student', entries: [facts] }],
      people: [name, mother, father, guardian, supporter_name],
    }
  },

  async forget(trx, forgotten) {
    const { id } = forgotten.student
    await emptyStudent(trx, forgotten)
    await forgetPairs(trx, id)
  },
}

type Student = Selectable<Tables['students']>

/**
 * The columns that stay as they are: for example the class, by which reports count an anonymised student. Every other
 * column is emptied, so that one added later is too; of days the year stays.
 */
const staying: readonly (keyof Student)[] = ['id', 'status', 'gender', 'school_id', 'class_id', 'left_after']

async function emptyStudent(trx: Trx, { student, order, at }: Forgotten): Promise<void> {
  const { new_ref, drop_gender } = order
  const school_id = (await keepsSchool(trx, student))
    ? student.school_id
    : await schoolNotShown(trx, student.school_id)
  const emptied = Object.entries(student).flatMap(([column, value]) =>
    staying.some((each) => each === column) || value === null ? [] : [[column, null]],
  )
  const name = { name: ANONYMOUS, ref: new_ref, admission_no: null, guardian_phone: null }
  await trx
    .updateTable('students')
    .set({
      ...Object.fromEntries(emptied),
      ...name,
      ...searchColumns(name, ''),
      number: 0,
      category: 1,
      ...(drop_gender === 1 && { gender: null }),
      school_id,
      supporter_id: null,
      supporter_order: '',
      dob: firstDayOfYear(student.dob),
      dor: firstDayOfYear(student.dor),
      entry_exam: DEFAULT_EXAM,
      kcpe: null,
      assessment_no: null,
      pathway: null,
      siblings: null,
      picture_id: null,
      certificate_id: null,
      version: student.version + 1,
      created_at: `${student.created_at.slice(0, 4)}-01-01T00:00:00.000Z`,
      updated_at: at,
    })
    .where('id', '=', student.id)
    .execute()
}

/** The first day of a day's year. */
const firstDayOfYear = <Day extends string | null>(day: Day) =>
  (day ? `${day.slice(0, 4)}-01-01` : day) as Day
