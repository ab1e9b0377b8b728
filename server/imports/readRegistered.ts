import type { LikeStudent } from '#contract/students/duplicates.ts'
import { isDay } from '#contract/base/days.ts'
import type { ImportedRow } from '#contract/imports.ts'
import { foldedName } from '../database/foldedName.ts'
import { withYields } from '../base/yieldToRequests.ts'
import {
  bornOn,
  comparedStudent,
  createBirthdays,
  inSchools,
  likeStudents,
  numberedLike,
} from '../students/duplicates/similarStudents.ts'
import { distinctIn, type Names, textIn, type Trx } from './importing.ts'

/** The registered students who may be the same children as rows that add one. `answers` may name the school of rows without one. */
export async function readRegistered(
  trx: Trx,
  { added, answers, schools }: { added: ImportedRow[]; answers: ImportedRow[]; schools: Names },
) {
  const dayIn = ({ dob }: ImportedRow) => (isDay(textIn(dob)) ? textIn(dob) : '')
  const schoolIn = ({ school }: ImportedRow) => schools.get(foldedName(textIn(school)))?.id ?? 0
  const all = likeStudents(trx)
  const inSchoolsOf = async (rows: ImportedRow[], students: typeof all) =>
    inSchools(students, await distinctIn([...rows, ...answers], schoolIn))
  const undated = added.filter((row) => dayIn(row) === '')
  const defaultSchools = await distinctIn(answers, schoolIn)
  const numbered: { school_id: number; admission_no: string }[] = []
  for await (const row of withYields(added)) {
    const admission_no = textIn(row['admission_no'])
    const school = admission_no && schoolIn(row)
    for (const school_id of school ? [school] : defaultSchools) numbered.push({ school_id, admission_no })
  }
  const found = [
    await bornOn(trx, await distinctIn(added, dayIn)),
    await inSchoolsOf(added, all.where('students.dob', 'is', null)),
    undated.length > 0 ? await inSchoolsOf(undated, all) : [],
    await numberedLike(trx, numbered),
  ].flat()
  const registered = createBirthdays<LikeStudent>()
  const byId = new Map(found.map((student) => [student.id, student]))
  for await (const student of withYields(byId.values())) registered.add(comparedStudent(student, student))
  return registered
}
