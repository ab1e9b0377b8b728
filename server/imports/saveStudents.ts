import { inWords, namesOf } from '#contract/base/fields.ts'
import { STUDENT_ACTIVE, type StudentFacts, studentFields } from '#contract/students/students.ts'
import { storeConsentStates } from '../privacy/consents/storeConsentStates.ts'
import { changesBetween, type Changes, changesFromNothing, writeChanges } from '../database/history.ts'
import { withYields } from '../base/yieldToRequests.ts'
import { overwriting } from '../database/uniqueViolation.ts'
import { endPromises } from '../funding/commitments.ts'
import { keepFormerSchool, leftAfter } from '../funding/leaving.ts'
import { findPresentTerm } from '../funding/terms.ts'
import { followStudents } from '../payments/followStudents.ts'
import { statusWord } from '../students/changeStudent.ts'
import { storePairs } from '../students/duplicates/storePairs.ts'
import { newStudent, reserveNumbers, takeNumbers } from '../students/studentChanges.ts'
import { numberAtSchool, searchColumns, supporterInWords } from '../students/studentRules.ts'
import { orderOf } from '../users/studentsOfUser.ts'
import type { GoodStudent } from './checkStudents.ts'
import { addRows, inSmallBatches, type Importing, saveImportRows } from './importing.ts'
import type { Student, StudentNames } from './studentLookups.ts'

export type Update = GoodStudent & { before: Student; namesBefore: StudentNames }
type Replaced = { before: Student; after: Student; names: StudentNames }

export const isUpdate = (student: GoodStudent): student is Update => student.before !== undefined

export async function saveStudents(importing: Importing, students: GoodStudent[]): Promise<void> {
  const added = students.filter((student) => !isUpdate(student))
  const ids = await addStudents(importing, added)
  const updated = await updateStudents(importing, students.filter(isUpdate))
  // Not the names in refused rows: nothing shows them, and anonymising could miss them.
  const named = students.flatMap(({ row, files }) => (files ? [[row, files] as const] : []))
  const file_names = named.length > 0 ? JSON.stringify(Object.fromEntries(named)) : null
  const { trx, id } = importing
  await trx.updateTable('imports').set({ file_names }).where('id', '=', id).execute()
  await storePairs(trx, [...ids, ...updated])
}

async function addStudents(importing: Importing, students: GoodStudent[]): Promise<number[]> {
  if (students.length === 0) return []
  const { trx, at, actor } = importing
  const own = students.flatMap((student) => student.number ?? [])
  await reserveNumbers(trx, Math.max(0, ...own))
  let next = await takeNumbers(trx, students.length - own.length)
  const ids = await addRows(importing, 'student', students, ({ row, number, defaulted, ...student }) => {
    const { columns, names } = student
    const added = newStudent(columns, number ?? next++, names.liaison, { at, by: actor.id })
    const facts = {
      ref: added.ref,
      ...factsOf(columns, names),
      ...(defaulted.length > 0 && { 'given for empty cells': defaulted.join(', ') }),
    }
    const supporter_order = orderOf(names.supporter)
    const { name } = columns
    return {
      row,
      name,
      ref: added.ref,
      version: 1,
      columns: { ...added, ...columns, supporter_order },
      facts,
    }
  })
  const status = { entity: 'student', action: 'changed status' } as const
  const given = students.flatMap((student, index) => {
    const changes = givenStatus(student)
    return Object.keys(changes).length > 0 ? [{ ...status, entity_id: ids[index] ?? 0, changes }] : []
  })
  for await (const some of inSmallBatches(given)) await writeChanges(importing, some)
  return ids
}

async function updateStudents(importing: Importing, students: Update[]): Promise<number[]> {
  const changed: (Update & { after: Student; own: (keyof Student)[] })[] = []
  for await (const each of withYields(students)) {
    const { before } = each
    const columns = { ...each.columns, admission_no: numberAtSchool(before, each.columns) }
    const student = { ...each, columns }
    // Compared by columns, because two users may have the same name.
    const own = namesOf(columns).filter((column) => before[column] !== columns[column])
    if (own.length > 0) changed.push({ ...student, after: { ...before, ...columns }, own })
  }
  for await (const some of inSmallBatches(changed)) {
    for (const { before, after, namesBefore } of some) {
      const { id, school_id } = before
      const school = namesBefore.school ?? ''
      if (after.school_id !== school_id) await keepFormerSchool(importing, { id, school_id, school })
    }
    await replaceStudents(importing, some)
    await saveImportRows(
      importing,
      some.map(({ own, ...student }) => ({
        entity: 'student',
        entity_id: student.before.id,
        student_id: student.before.id,
        row: student.row,
        name: student.after.name,
        ref: student.before.ref,
        version: student.before.version + 1,
        before: JSON.stringify(student.before, own),
        changes: changesOf(student),
      })),
    )
  }
  await followStudents(importing, changed)
  return changed.map(({ before }) => before.id)
}

/** Overwrites students, many in one statement, and ends the promises of supporters whom they no longer have. */
export async function replaceStudents(importing: Importing, replaced: Replaced[]): Promise<void> {
  const { trx, at, actor } = importing
  const isAnyLeaving = replaced.some(({ before, after }) => before.status !== after.status)
  const present = isAnyLeaving ? await findPresentTerm(trx, actor.today) : null
  const rows = replaced.map(({ before, after, names }) => ({
    ...after,
    left_after: leftAfter(before, after.status, present),
    ...searchColumns(after, names.liaison),
    supporter_order: orderOf(names.supporter),
    version: before.version + 1,
    updated_at: at,
    updated_by: actor.id,
  }))
  const [first] = rows
  if (!first) return
  const columns = namesOf(first).filter((column) => column !== 'id')
  await trx
    .insertInto('students')
    .values(rows)
    .onConflict(overwriting(['id'], columns))
    .execute()
  const withNewBirthDate = replaced.flatMap(({ before, after }) =>
    before.dob === after.dob ? [] : before.id,
  )
  await storeConsentStates(trx, withNewBirthDate, actor.today)
  for (const { before, after } of replaced)
    if (before.supporter_id !== null && after.supporter_id !== before.supporter_id)
      await endPromises(importing, before.id, before.supporter_id)
}

/** The changes of an update as readable texts. */
export const changesOf = (student: Update): Changes => ({
  ...changesBetween(factsOf(student.before, student.namesBefore), factsOf(student.columns, student.names)),
  ...(student.columns.status !== student.before.status && givenStatus(student)),
})

/** The status of a new student, or the changed one, with its day and reason. */
function givenStatus({ columns: { status }, status_on, reason }: GoodStudent): Changes {
  const isPlain = status === STUDENT_ACTIVE && status_on === null && reason === null
  if (isPlain) return {}
  const before = statusWord(STUDENT_ACTIVE)
  return { status: [before, statusWord(status)], ...changesFromNothing({ status_on, reason }) }
}

/** The facts of a student in words. */
export const factsOf = (
  student: Omit<StudentFacts, 'liaison_id'> & Pick<Student, 'supporter_name'>,
  { supporter, ...names }: StudentNames,
) => ({
  ...inWords(studentFields, student),
  ...names,
  supporter: supporterInWords({ supporter, supporter_name: student.supporter_name }),
})
