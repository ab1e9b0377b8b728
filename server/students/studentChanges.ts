import { inWords } from '#contract/base/fields.ts'
import { entryExams } from '#contract/students/entryExams.ts'
import { needsPaper, type StudentForm } from '#contract/students/studentForms.ts'
import { STUDENT_ACTIVE, type StudentFacts, studentFields } from '#contract/students/students.ts'
import { storeConsentStates } from '../privacy/consents/storeConsentStates.ts'
import { type Change, type Trx, writeAdded } from '../database/history.ts'
import { addFileRow, type StoredBytes } from '../files/storeUpload.ts'
import { invalid } from '../base/ApiError.ts'
import { keepFormerSchool } from '../funding/leaving.ts'
import { changeStudent, fileChange, joined } from './changeStudent.ts'
import { comparedFields, storePairs } from './duplicates/storePairs.ts'
import { findChosen, numberAtSchool, searchColumns } from './studentRules.ts'

/** Not every exam requires a document. */
export type StudentFiles = { pic: StoredBytes; cert?: StoredBytes | undefined }

/** Adds a student and returns their id. A user who may not choose the liaison officer becomes the liaison officer. */
export async function addStudent(
  change: Change,
  form: StudentForm,
  { pic, cert }: StudentFiles,
): Promise<number> {
  const { trx, actor, at } = change
  const liaison_id = form.liaison_id ?? actor.id
  const { school, liaison } = await findChosen(trx, { ...form, liaison_id })
  const number = await takeNumbers(trx, 1)
  const { id } = await trx
    .insertInto('students')
    .values(newStudent({ ...form, liaison_id }, number, liaison.name, { at, by: actor.id }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const owner = { student_id: id, created_by: actor.id, created_at: at }
  const picture_id = await addFileRow(trx, pic, owner)
  const certificate_id = cert ? await addFileRow(trx, cert, owner) : null
  await trx.updateTable('students').set({ picture_id, certificate_id }).where('id', '=', id).execute()

  const facts = {
    ref: refOf(number),
    ...inWords(studentFields, form),
    school: school.name,
    liaison: liaison.name,
  }
  await writeAdded(change, { entity: 'student', entity_id: id }, facts)
  await storePairs(trx, [id])
  return id
}

export async function editStudent(
  change: Change,
  id: number,
  { version: known, ...typedForm }: StudentForm & { version?: number | undefined },
  paper: StoredBytes | undefined,
): Promise<void> {
  const { trx, actor } = change
  let [hasNewBirthDate, isComparedAgain] = [false, false]
  await changeStudent(change, id, { action: 'edited', known }, async (before) => {
    const form = { ...typedForm, admission_no: numberAtSchool(before, typedForm) }
    hasNewBirthDate = form.dob !== before.dob
    isComparedAgain = comparedFields.some((field) => form[field] !== before[field])
    const { entry_exam } = form
    if (!paper && needsPaper(entry_exam, before)) throw invalid({ cert: [entryExams[entry_exam].required] })
    const liaisonBefore = { id: before.liaison_id, name: before.liaison }
    const liaison_id = form.liaison_id ?? liaisonBefore.id
    const { school, liaison } = await findChosen(trx, { ...form, liaison_id }, liaisonBefore)
    if (form.school_id !== before.school_id) await keepFormerSchool(change, before)
    const typed = {
      columns: {
        ...form,
        liaison_id,
        ...searchColumns({ ...form, ref: before.ref }, liaison.name),
      },
      from: { ...inWords(studentFields, before), school: before.school, liaison: before.liaison },
      to: { ...inWords(studentFields, form), school: school.name, liaison: liaison.name },
    }
    return paper ? joined([typed, await fileChange(change, before, paper)]) : typed
  })
  // What others than the student agreed to ends before the 18th birthday.
  if (hasNewBirthDate) await storeConsentStates(trx, [id], actor.today)
  if (isComparedAgain) await storePairs(trx, [id])
}

export const refOf = (number: number) => `EL-${String(number).padStart(4, '0')}`

/** The row of a new student, who has no supporter yet. */
export function newStudent(
  form: StudentFacts,
  number: number,
  liaison: string,
  { at, by }: { at: string; by: number },
) {
  const ref = refOf(number)
  return {
    ...form,
    number,
    ref,
    status: STUDENT_ACTIVE,
    version: 1,
    ...searchColumns({ ...form, ref }, liaison),
    supporter_order: '',
    created_at: at,
    created_by: by,
    updated_at: at,
    updated_by: by,
  }
}

/** Reserves the numbers up to this one, which a sheet gives to its students. */
export async function reserveNumbers(trx: Trx, last: number): Promise<void> {
  await trx
    .updateTable('counters')
    .set({ value: last })
    .where('name', '=', 'student')
    .where('value', '<', last)
    .execute()
}

/**
 * Reserves the next numbers, and returns the first. They are in order and unique, because the row lock of the counter
 * makes parallel creations wait.
 */
export async function takeNumbers(trx: Trx, count: number): Promise<number> {
  const { value } = await trx
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', count) }))
    .where('name', '=', 'student')
    .returning('value')
    .executeTakeFirstOrThrow()
  return value - count + 1
}
