import { z } from 'zod'
import { foundStudent, type FoundStudent } from '#contract/search.ts'
import { userMemory } from '../ui/userMemory.ts'

const NAME = 'opened'
const MOST = 5

/** The students whose profiles the user opened last in this browser, the newest first. A logout removes them. */
export function openedStudents(userId: number): FoundStudent[] {
  try {
    return z.array(foundStudent).parse(JSON.parse(userMemory.read(userId, NAME) ?? '[]'))
  } catch {
    return []
  }
}

export function rememberOpened(userId: number, { id, ref, name, status, path, school }: FoundStudent): void {
  const others = openedStudents(userId).filter((known) => known.id !== id)
  const opened = [{ id, ref, name, status, path, school }, ...others].slice(0, MOST)
  userMemory.write(userId, NAME, JSON.stringify(opened))
}
