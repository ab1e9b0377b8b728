import { createHash } from 'node:crypto'
import type { Addressee } from './readApproved.ts'

/** Stands for who gets a letter about which versions of what: another one means that something has changed. */
export function fingerprintOf(addressees: Addressee[]): string {
  const hash = createHash('sha256')
  for (const { id, email, students } of addressees) {
    hash.update(`${id} ${email}\n`)
    for (const student of students)
      for (const item of student.items) hash.update(`${item.kind} ${item.id} ${item.version}\n`)
  }
  return hash.digest('base64url')
}
