import type { Kysely } from 'kysely'
import type { LikeStudent } from '#contract/duplicates.ts'
import { isDay } from '#contract/fields.ts'
import { inBatches, withYields } from '../database/inBatches.ts'
import type { Tables } from '../database/tables.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { readAnswers, withoutOthers } from './duplicateAnswers.ts'
import { type ComparedName, comparedName, hasSameWords, initialsOf, isSimilarName } from './similarNames.ts'

type Db = Kysely<Tables>

/** Few enough for an answer that does not block the event loop, though many are born on each. */
const DAYS_AT_ONCE = 50

/** No more than these are found for one name: nobody would look at more, and each might be like thousands. */
const SIMILAR_MAX = 20

/**
 * A day that more children have stands for one that is not known, as 1 January often does. Their names have to have the
 * same words: comparing each spelling with each would take too long.
 */
const BORN_ON_A_DAY = 300

export type Compared<Of> = { of: Of; dob: string; name: ComparedName }

/**
 * Finds who may be one child, among many, without comparing each with each: only those who were born on one day and
 * have a word with the same first letter.
 */
export function createBirthdays<Of>() {
  const buckets = new Map<string, Compared<Of>[]>()
  return {
    add(student: Compared<Of>): void {
      for (const initial of initialsOf(student.name)) {
        const key = student.dob + initial
        const bucket = buckets.get(key)
        if (bucket) bucket.push(student)
        else buckets.set(key, [student])
      }
    },
    /** Those of nearly the same name and the same day, or of the same name where day and month are swapped. */
    like({ dob, name }: Omit<Compared<Of>, 'of'>): Of[] {
      const found = new Set<Of>()
      const swapped = swappedDay(dob)
      for (const initial of initialsOf(name)) {
        if (found.size >= SIMILAR_MAX) break
        const born = buckets.get(dob + initial) ?? []
        const isLike = born.length > BORN_ON_A_DAY ? hasSameWords : isSimilarName
        for (const other of born)
          if (found.size < SIMILAR_MAX && !found.has(other.of) && isLike(name, other.name))
            found.add(other.of)
        if (swapped)
          for (const other of buckets.get(swapped + initial) ?? [])
            if (hasSameWords(name, other.name)) found.add(other.of)
      }
      return [...found].slice(0, SIMILAR_MAX)
    },
  }
}

/** `2010-04-03` for `2010-03-04`: a date that may have been typed the other way round. */
export function swappedDay(dob: string): string | undefined {
  const [year, month, day] = dob.split('-')
  const swapped = `${year}-${day}-${month}`
  return swapped !== dob && isDay(swapped) ? swapped : undefined
}

/** The students who were born on one of these days, or on one that is written the other way round. */
export async function bornOn(db: Db, days: string[]): Promise<LikeStudent[]> {
  const wanted = new Set<string>()
  for await (const day of withYields(days)) {
    wanted.add(day)
    const swapped = swappedDay(day)
    if (swapped) wanted.add(swapped)
  }
  const found: LikeStudent[] = []
  await inBatches(
    [...wanted],
    async (some) => {
      const rows = await likeStudents(db).where('students.dob', 'in', some).orderBy('students.id').execute()
      for (const row of rows) found.push(row)
    },
    DAYS_AT_ONCE,
  )
  return found
}

/** The students as they are shown beside who may be the same child. */
export const likeStudents = (db: Db) =>
  db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .select([
      'students.id',
      'ref',
      'name',
      'students.status',
      'dob',
      'schools.school',
      fileUrlIn('picture_id').as('path'),
    ])

/** Who may be the child that somebody is about to add, or the one with the id `except`. */
export async function findSimilar(
  db: Db,
  { name, dob, except }: { name: string; dob: string; except?: number | undefined },
): Promise<LikeStudent[]> {
  if (!isDay(dob)) return []
  const birthdays = createBirthdays<LikeStudent>()
  for (const student of await bornOn(db, [dob]))
    if (student.id !== except)
      birthdays.add({ of: student, dob: student.dob, name: comparedName(student.name) })
  const found = birthdays.like({ dob, name: comparedName(name) })
  if (found.length === 0) return []
  const ids = [...found.map(({ id }) => id), ...(except ? [except] : [])]
  return withoutOthers({ id: except, name, dob }, found, await readAnswers(db, ids))
}
