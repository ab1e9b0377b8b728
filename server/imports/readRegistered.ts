import type { LikeStudent } from '#contract/students/duplicates.ts'
import { isDay } from '#contract/base/days.ts'
import type { ImportedRow } from '#contract/imports.ts'
import { foldedName } from '../database/foldedName.ts'
import { inBatches, withYields } from '../database/inBatches.ts'
import {
  bornOn,
  bornUnknown,
  comparedStudent,
  createBirthdays,
  likeStudents,
} from '../students/duplicates/similarStudents.ts'
import { distinctIn, type Names, textIn, type Trx } from './importing.ts'

/** Schools per query, because a school may have hundreds of students. */
const SCHOOLS_AT_ONCE = 4

/** The registered students who may be the same children as rows that add one. `answers` may name the school of rows without one. */
export async function readRegistered(
  trx: Trx,
  { added, answers, schools }: { added: ImportedRow[]; answers: ImportedRow[]; schools: Names },
) {
  const registered = createBirthdays<LikeStudent>()
  const known = new Set<number>()
  const add = async (students: LikeStudent[]) => {
    for await (const student of withYields(students)) {
      if (!known.has(student.id)) registered.add(comparedStudent(student, student))
      known.add(student.id)
    }
  }
  const schoolsOf = async (some: readonly ImportedRow[]) =>
    distinctIn([...some, ...answers], ({ school }) => schools.get(foldedName(textIn(school)))?.id ?? 0)

  await add(await bornOn(trx, await distinctIn(added, ({ dob }) => (isDay(textIn(dob)) ? textIn(dob) : ''))))
  const readSchools = (ids: number[], read: (some: number[]) => Promise<LikeStudent[]>) =>
    inBatches(ids, async (some) => add(await read(some)), SCHOOLS_AT_ONCE)
  await readSchools(await schoolsOf(added), (some) => bornUnknown(trx, some).execute())
  const undated = added.filter(({ dob }) => !isDay(textIn(dob)))
  if (undated.length === 0) return registered
  await readSchools(await schoolsOf(undated), (some) =>
    likeStudents(trx).where('students.school_id', 'in', some).execute(),
  )
  return registered
}
