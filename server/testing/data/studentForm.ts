import { pdf, photo } from '../files/trialFiles.ts'
import { filledForm } from './students.ts'
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
