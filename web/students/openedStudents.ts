import { z } from 'zod'
import { foundStudent, type FoundStudent } from '#contract/search.ts'
import { OPENED_STUDENTS, userMemory } from '../ui/device/userMemory.ts'

const MOST = 5

/** The students whose profiles the user opened last in this browser, the newest first. They are removed when the session ends. */
export function openedStudents(userId: number): FoundStudent[] {
  try {
    return z.array(foundStudent).parse(JSON.parse(userMemory.read(userId, OPENED_STUDENTS) ?? '[]'))
  } catch {
    return []
  }
}

export function rememberOpened(userId: number, { id, ref, name, status, path, school }: FoundStudent): void {
  const others = openedStudents(userId).filter((known) => known.id !== id)
  const opened = [{ id, ref, name, status, path, school }, ...others].slice(0, MOST)
  userMemory.write(userId, OPENED_STUDENTS, JSON.stringify(opened))
}
