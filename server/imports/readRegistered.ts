import type { LikeStudent } from '#contract/students/duplicates.ts'
import { isDay } from '#contract/base/days.ts'
import type { ImportedRow } from '#contract/imports.ts'
import { foldedName } from '../database/foldedName.ts'
import { withYields } from '../base/yieldToRequests.ts'
import {
  comparedStudent,
  createBirthdays,
  likeStudents,
  readCandidates,
} from '../students/duplicates/similarStudents.ts'
import { distinctIn, type Names, textIn, type Trx } from './importing.ts'

/** The registered students who may be the same children as rows that add one. `answers` may name the school of rows without one. */
export async function readRegistered(
  trx: Trx,
  { added, answers, schools }: { added: ImportedRow[]; answers: ImportedRow[]; schools: Names },
) {
  const dayIn = ({ dob }: ImportedRow) => (isDay(textIn(dob)) ? textIn(dob) : '')
  const schoolIn = ({ school }: ImportedRow) => schools.get(foldedName(textIn(school)))?.id ?? 0
  const undated = added.filter((row) => dayIn(row) === '')
  const schoolsOf = (rows: ImportedRow[]) => distinctIn([...rows, ...answers], schoolIn)
  const defaultSchools = await distinctIn(answers, schoolIn)
  const numbered: { school_id: number; admission_no: string }[] = []
  for await (const row of withYields(added)) {
    const admission_no = textIn(row['admission_no'])
    const school = admission_no && schoolIn(row)
    for (const school_id of school ? [school] : defaultSchools) numbered.push({ school_id, admission_no })
  }
  const found = await readCandidates(trx, likeStudents(trx), {
    days: await distinctIn(added, dayIn),
    schools: await schoolsOf(added),
    schoolsOfUndated: undated.length > 0 ? await schoolsOf(undated) : [],
    numbered,
  })
  const registered = createBirthdays<LikeStudent>()
  for await (const student of withYields(found)) registered.add(comparedStudent(student, student))
  return registered
}
