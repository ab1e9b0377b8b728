import type { TestApp } from '../testApp.ts'
import { pdf, photo } from '../files/trialFiles.ts'
import { addStudents, filledForm } from './students.ts'
import { formOf } from '../files/uploadTrial.ts'

const picture = new File([Uint8Array.from(await photo().png().toBuffer())], 'faith.png', {
  type: 'image/png',
})
const certificate = new File([Uint8Array.from(pdf())], 'kcpe.pdf', { type: 'application/pdf' })

export const files = { pic: picture, cert: certificate }

/** Add New Student as the page sends it; `null` leaves a field out. */
export function studentFormData(changes: Record<string, string | File | null> = {}): FormData {
  const fields = Object.entries({ ...filledForm, ...files, ...changes })
  return formOf(fields.filter((field): field is [string, string | File] => field[1] !== null))
}

/** Adds a student before a scenario. */
export const student =
  (more: Parameters<typeof addStudents>[1][number] = {}) =>
  ({ db }: TestApp) =>
    addStudents(db, [more])

export const withoutKcpe = async (test: TestApp) => {
  await student()(test)
  await test.db.updateTable('students').set({ entry_exam: 'KJSEA', kcpe: null }).execute()
}
