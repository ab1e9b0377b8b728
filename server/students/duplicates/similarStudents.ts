import type { SelectQueryBuilder } from 'kysely'
import type { LikeStudent } from '#contract/students/duplicates.ts'
import { isDay } from '#contract/base/days.ts'
import { fold } from '#contract/base/lists.ts'
import { withYields } from '../../base/yieldToRequests.ts'
import { mapInBatches } from '../../database/inBatches.ts'
import type { Db } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { fileUrlIn } from '../../files/fileUrl.ts'
import { readAnswers, withoutOthers } from './duplicateAnswers.ts'
import { type ComparedName, comparedName, hasSameWords, isSimilarName } from './similarNames.ts'

/** Dates per query. Few enough not to block the event loop, even if many students share a date. */
const DAYS_AT_ONCE = 50

/** The maximum number of similar students for one name, because a name may be similar to thousands. */
const SIMILAR_MAX = 20

/**
 * A date that more children share is probably a placeholder, as 1 January often is. Their names must then have the
 * same words: comparing all pairs for spelling would take too long.
 */
const BORN_ON_A_DAY = 300

/** `dob` is null if the date of birth is unknown. */
export type Compared<Of> = {
  of: Of
  dob: string | null
  school_id: number
  name: ComparedName
  /** The admission number; empty without one. */
  number: string
}

/**
 * Finds students who may be the same child without comparing all pairs: only those with the same admission number and
 * school, those with the same date of birth and a word with the same first letter, and, if a date is unknown, those with
 * the same name and school.
 */
export function createBirthdays<Of>() {
  const buckets = new Map<string, Compared<Of>[]>()
  const put = (key: string, student: Compared<Of>) => {
    const bucket = buckets.get(key)
    if (bucket) bucket.push(student)
    else buckets.set(key, [student])
  }
  return {
    add(student: Compared<Of>): void {
      const { dob, name, number } = student
      if (dob !== null) for (const initial of new Set(name.initials)) put(dob + initial, student)
      put(namesakeKey(student, dob !== null), student)
      if (number) put(numberKey(student), student)
    },
    /**
     * Students with the same number and school, with a similar name or the same initials and school and the same date, or
     * with the same name and day and month swapped.
     */
    like(child: Omit<Compared<Of>, 'of'>): Of[] {
      const { dob, name, school_id, number } = child
      const keys = [false, ...(dob === null ? [true] : [])].map((isDated) => namesakeKey(child, isDated))
      if (number) keys.unshift(numberKey(child))
      const namesakes = keys.flatMap((key) => buckets.get(key) ?? [])
      const found = new Set(namesakes.slice(0, SIMILAR_MAX).map(({ of }) => of))
      if (dob === null) return [...found]
      const swapped = swappedDay(dob)
      for (const initial of new Set(name.initials)) {
        if (found.size >= SIMILAR_MAX) break
        const born = buckets.get(dob + initial) ?? []
        const isLike = (other: Compared<Of>) =>
          born.length > BORN_ON_A_DAY
            ? hasSameWords(name, other.name)
            : isSimilarName(name, other.name) ||
              (school_id === other.school_id && name.initials === other.name.initials)
        for (const other of born)
          if (found.size < SIMILAR_MAX && !found.has(other.of) && isLike(other)) found.add(other.of)
        if (swapped)
          for (const other of buckets.get(swapped + initial) ?? [])
            if (hasSameWords(name, other.name)) found.add(other.of)
      }
      return [...found].slice(0, SIMILAR_MAX)
    },
  }
}

type Facts = { name: string; dob: string | null; school_id: number; admission_no: string | null }

export const comparedStudent = <Of>({ name, dob, school_id, admission_no }: Facts, of: Of): Compared<Of> => ({
  of,
  dob,
  school_id,
  name: comparedName(name),
  number: comparedNumber(admission_no),
})

/** An admission number as it is compared with others of the school. */
export const comparedNumber = (admission_no: string | null) => fold(admission_no ?? '').replaceAll(/\s/g, '')

type Numbered = Pick<Compared<unknown>, 'school_id' | 'number'>
const numberKey = ({ school_id, number }: Numbered) => `${school_id} ${number}`

/** Equal for students of one school whose names have the same words, and who all have a date of birth, or all have none. */
const namesakeKey = ({ school_id, name }: Omit<Compared<unknown>, 'of'>, isDated: boolean) =>
  `${school_id} ${isDated} ${name.sorted}`

/** `2010-04-03` for `2010-03-04`: the same date with day and month swapped. */
export function swappedDay(dob: string): string | undefined {
  const [year, month, day] = dob.split('-')
  const swapped = `${year}-${day}-${month}`
  return swapped !== dob && isDay(swapped) ? swapped : undefined
}

/** Whom to compare with some children, who have these facts. */
type Wanted = {
  days: string[]
  schools: number[]
  /** The schools of those whose date of birth is unknown. */
  schoolsOfUndated: number[]
  numbered: Iterable<Pick<Facts, 'school_id' | 'admission_no'>>
}

/** Schools per query, because a school may have hundreds of students. */
const SCHOOLS_AT_ONCE = 4

/** The students who may be the same as some children, from the rows of a query, each once. */
export async function readCandidates<Row extends LikeStudent>(
  db: Db,
  rows: SelectQueryBuilder<Tables, 'students' | 'schools', Row>,
  { days, schools, schoolsOfUndated, numbered }: Wanted,
): Promise<Row[]> {
  const inSchools = (students: typeof rows, ids: number[]) =>
    mapInBatches(ids, (some) => students.where('students.school_id', 'in', some).execute(), SCHOOLS_AT_ONCE)
  const found = [
    ...(await mapInBatches(
      await withSwapped(days),
      (some) => rows.where('students.dob', 'in', some).orderBy('students.id').execute(),
      DAYS_AT_ONCE,
    )),
    ...(await inSchools(rows.where('students.dob', 'is', null), schools)),
    ...(await inSchools(rows, schoolsOfUndated)),
    ...(await mapInBatches(await numberedLike(db, numbered), (some) =>
      rows.where('students.id', 'in', some).orderBy('students.id').execute(),
    )),
  ]
  return [...new Map(found.map((row) => [row.id, row])).values()]
}

/** These dates, and those with day and month swapped. */
async function withSwapped(days: string[]): Promise<string[]> {
  const wanted = new Set<string>()
  for await (const day of withYields(days)) {
    wanted.add(day)
    const swapped = swappedDay(day)
    if (swapped) wanted.add(swapped)
  }
  return [...wanted]
}

/** The students with one of these admission numbers at its school. They are compared here, because a number is written in several ways. */
async function numberedLike(db: Db, children: Wanted['numbered']): Promise<number[]> {
  const wanted = new Set<string>()
  const schools = new Set<number>()
  for await (const { school_id, admission_no } of withYields(children)) {
    const number = comparedNumber(admission_no)
    if (number === '') continue
    wanted.add(numberKey({ school_id, number }))
    schools.add(school_id)
  }
  return mapInBatches(
    [...schools],
    async (some) => {
      const numbered = db
        .selectFrom('students')
        .select(['id', 'school_id', 'admission_no'])
        .where('school_id', 'in', some)
        .where('admission_no', 'is not', null)
      return (await numbered.execute()).flatMap(({ id, school_id, admission_no }) =>
        wanted.has(numberKey({ school_id, number: comparedNumber(admission_no) })) ? id : [],
      )
    },
    SCHOOLS_AT_ONCE,
  )
}

/** The students as shown in warnings and in the list of pairs. */
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
      'students.school_id',
      'schools.school',
      'admission_no',
      fileUrlIn('picture_id').as('path'),
    ])

type Asked = {
  name: string
  dob: string
  school_id?: number | undefined
  admission_no?: string
  except?: number | undefined
}

/** The students who may be the same child as the one being added, or as the student `except`. */
export async function findSimilar(
  db: Db,
  { name, dob, school_id = 0, admission_no = '', except }: Asked,
): Promise<LikeStudent[]> {
  const birthdays = createBirthdays<LikeStudent>()
  const candidates = await readCandidates(db, likeStudents(db), {
    days: isDay(dob) ? [dob] : [],
    schools: isDay(dob) ? [school_id] : [],
    schoolsOfUndated: [],
    numbered: [{ school_id, admission_no }],
  })
  for (const student of candidates)
    if (student.id !== except) birthdays.add(comparedStudent(student, student))
  const child = { name, dob: isDay(dob) ? dob : null, school_id, admission_no }
  const found = birthdays.like(comparedStudent(child, undefined))
  if (found.length === 0) return []
  const ids = [...found.map(({ id }) => id), ...(except ? [except] : [])]
  return withoutOthers({ id: except, name, dob }, found, await readAnswers(db, ids))
}
