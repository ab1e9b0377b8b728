import { formOf } from './uploadTrial.ts'

export const mediaFields = {
  student_id: '1',
  title: 'Sports day',
  description: 'Third in the 800 metres.',
}

export type MediaParts = Record<string, string | Buffer | File | null>

/** What the page sends with the file; `null` leaves a field out. */
export function mediaFormData(parts: MediaParts): FormData {
  const sent = Object.entries({ ...mediaFields, ...parts })
  return formOf(sent.flatMap(([name, part]) => (part === null ? [] : [[name, part]])))
}

/** A file with a unique name. */
export const called = (name: string, bytes: Buffer) => new File([new Uint8Array(bytes)], name)
