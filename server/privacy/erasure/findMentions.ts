import { namesOf } from '#contract/base/fields.ts'
import { type Mention, mentionLink, MENTIONS_MAX } from '#contract/privacy/erasure.ts'
import { notFound } from '../../base/ApiError.ts'
import type { Db } from '../../database/connect.ts'
import { rowsOf } from '../../database/inBatches.ts'
import type { EntityData, TextRow } from '../../database/studentData.ts'
import { studentEntities } from '../../database/studentEntities.ts'
import type { Services } from '../../Services.ts'
import { hasWordOf, isNameOf, keysOf, namesOneOf } from '../mentions.ts'
import { textsOf } from './forget.ts'

/** Columns with the name of an adult. */
const adults = new Set(['mother', 'father', 'guardian', 'supporter_name', 'name', 'witness', 'asked_by'])

type Found = Pick<Mention, 'kind' | 'id' | 'excerpt'> & Pick<TextRow, 'student_id' | 'record_id'>
type Searching = Pick<Services, 'db' | 'studentData'>

/** The texts in other students' records that name a student, which anonymising leaves, and how many there are. */
export async function findMentions({ db, studentData }: Searching, id: number) {
  const student = await db
    .selectFrom('students')
    .select(['id', 'name', 'ref'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  const texts = await textsOf(db, student)
  const isLikely = hasWordOf(texts)
  const [isNamed, isName] = [namesOneOf(new Set(keysOf(texts))), isNameOf(texts)]
  const namingTexts = (row: TextRow) =>
    Object.entries(row).flatMap(([column, text]) =>
      typeof text === 'string' && isLikely(text) && (adults.has(column) ? isName : isNamed)(text) ? text : [],
    )

  const data: Mention[] = []
  let total = 0
  for (const kind of namesOf(studentEntities)) {
    const found: Found[] = []
    for (const table of studentData[kind].texts ?? [])
      for await (const row of rowsOf(table(db, id))) {
        const { id: row_id, student_id, record_id } = row
        if (student_id === id) continue
        for (const text of namingTexts(row))
          found.push({ kind, id: row_id, student_id, record_id, excerpt: excerptOf(text, isNamed) })
      }
    total += found.length
    data.push(...(await describe(db, studentData[kind], found.slice(0, MENTIONS_MAX))))
  }
  return { data, total }
}

/** The words of an excerpt before those that name the student, and in all. */
const BEFORE = 6
const WORDS = 24
/** The most words that a name covers in a text, with those between its own. */
const NAME_WORDS = 5

/** The part of a text that names the student. */
function excerptOf(text: string, isNamed: (text: string) => boolean): string {
  const words = text.split(/\s+/)
  const at = words.findIndex((_, start) => isNamed(words.slice(start, start + NAME_WORDS).join(' ')))
  const start = Math.max(0, at - BEFORE)
  const part = words.slice(start, start + WORDS).join(' ')
  return `${start > 0 ? '… ' : ''}${part}${start + WORDS < words.length ? ' …' : ''}`
}

/** Adds the titles of the records, and their students. */
async function describe(db: Db, { title, termsOf }: EntityData, found: Found[]): Promise<Mention[]> {
  if (found.length === 0) return []
  const records = [...new Set(found.flatMap(({ record_id }) => record_id ?? []))]
  const terms = new Map((await termsOf?.(db, records))?.map(({ id, term }) => [id, term]))
  const students = await db
    .selectFrom('students')
    .select(['id', 'ref', 'name'])
    .where('id', 'in', [...new Set(found.map(({ student_id }) => student_id))])
    .execute()
  const byId = new Map(students.map((student) => [student.id, student]))
  return found.flatMap(({ kind, id, student_id, record_id, excerpt }) => {
    const student = byId.get(student_id)
    if (!student) return []
    const { ref, name } = student
    const term = terms.get(record_id ?? 0)
    const what = term ? `${title}, ${term}` : title
    return { kind, id, what, student_id, ref, name, excerpt, link: mentionLink(kind, student) }
  })
}
