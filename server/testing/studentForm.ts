import sharp from 'sharp'
import { filledForm } from './students.ts'

const drawn = sharp({ create: { width: 60, height: 40, channels: 3, background: '#79c9c2' } }).png()
const picture = new File([Uint8Array.from(await drawn.toBuffer())], 'faith.png', { type: 'image/png' })

/** The smallest PDF that readers open. */
const certificate = new File(
  [
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ],
  'kcpe.pdf',
  { type: 'application/pdf' },
)

export const files = { pic: picture, cert: certificate }

/** Add New Student as the page sends it; `null` leaves a field out. */
export function studentFormData(changes: Record<string, string | File | null> = {}): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries({ ...filledForm, ...files, ...changes }))
    if (value !== null) form.append(field, value)
  return form
}

export function formDataOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return form
}
