import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/** Stores the possible duplicates. Before, all students were compared for each answer. */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  const table = trx.schema.createTable('duplicate_pairs').addColumn('id', 'integer', id)
  await ['first_id', 'second_id']
    .reduce(
      (rest, name) =>
        rest.addColumn(name, 'integer', (column) =>
          column.notNull().references('students.id').onDelete('cascade'),
        ),
      table,
    )
    .addColumn('search', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .execute()
  await fill(trx)
  const indexes = {
    duplicate_pairs_by_name: ['search', 'second_id', 'state', 'id'],
    duplicate_pairs_by_first: ['first_id'],
    duplicate_pairs_by_second: ['second_id'],
  }
  for (const [name, columns] of Object.entries(indexes))
    await trx.schema.createIndex(name).on('duplicate_pairs').columns(columns).execute()
}

/** Rows per statement. */
const BATCH = 500

async function fill(trx: Transaction<unknown>): Promise<void> {
  const stateOf = await readStates(trx)
  const buckets = new Map<string, Compared[]>()
  const pairs: [first: number, second: number, search: string, state: string][] = []
  for (const student of await readStudents(trx)) {
    for (const other of likeIn(buckets, student))
      pairs.push([other.id, student.id, other.search, stateOf(other, student)])
    for (const key of keysOf(student)) {
      const bucket = buckets.get(key)
      if (bucket) bucket.push(student)
      else buckets.set(key, [student])
    }
  }
  for (let start = 0; start < pairs.length; start += BATCH) {
    const rows = pairs.slice(start, start + BATCH).map((pair) => sql`(${sql.join(pair)})`)
    await sql`insert into duplicate_pairs (first_id, second_id, search, state) values ${sql.join(rows)}`.execute(
      trx,
    )
  }
}

type Student = {
  id: number
  name: string
  search: string
  dob: string | null
  school_id: number
  admission_no: string | null
}
type Compared = Student & {
  folded: string
  words: string[]
  sorted: string
  initials: string
  number: string
}

/** The students who are not anonymised: first those without a date of birth, the others by that date. */
async function readStudents(trx: Transaction<unknown>): Promise<Compared[]> {
  const students: Compared[] = []
  for (let last = 0; ;) {
    const { rows } = await sql<Student>`
      select id, name, search, dob, school_id, admission_no from students
      where id > ${last} and name <> 'Anonymised student' order by id limit ${BATCH}`.execute(trx)
    for (const student of rows) students.push(compared(student))
    if (rows.length < BATCH) break
    last = rows.at(-1)?.id ?? last
  }
  const placeOf = ({ dob, id }: Student) => `${dob ?? ''} ${String(id).padStart(12, '0')}`
  return students.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

const fold = (text: string) =>
  text
    .replace(/[‘’ʼ]/g, "'")
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
const foldedName = (name: string) => fold(name).replaceAll(/\s+/g, ' ')

function compared(student: Student): Compared {
  const folded = foldedName(student.name)
  const words = folded.split(/[\s.,-]+/).filter((word) => word.length > 0)
  const initials = words.map((word) => word.slice(0, 1))
  return {
    ...student,
    folded,
    words: words.toSorted((one, other) => other.length - one.length),
    sorted: words.toSorted().join(' '),
    initials: initials.toSorted().join(''),
    number: fold(student.admission_no ?? '').replaceAll(/\s/g, ''),
  }
}

const initialsOf = ({ initials }: Compared) => [...new Set(initials)]
const numberKey = ({ school_id, number }: Compared) => `number ${school_id} ${number}`
const nameKey = ({ school_id, sorted }: Compared, isDated: boolean) =>
  `name ${school_id} ${isDated} ${sorted}`

const keysOf = (student: Compared) => [
  ...(student.dob === null ? [] : initialsOf(student).map((initial) => student.dob + initial)),
  nameKey(student, student.dob !== null),
  ...(student.number ? [numberKey(student)] : []),
]

/** The most pairs of one student, and the number of students on one date above which names must be equal. */
const MOST = 20
const MANY = 300

function likeIn(buckets: Map<string, Compared[]>, student: Compared): Compared[] {
  const { dob, school_id, sorted, initials } = student
  const keys = [
    ...(student.number ? [numberKey(student)] : []),
    nameKey(student, false),
    ...(dob === null ? [nameKey(student, true)] : []),
  ]
  const found = new Set(keys.flatMap((key) => buckets.get(key) ?? []).slice(0, MOST))
  const swapped = dob?.replace(/-(\d\d)-(\d\d)$/, '-$2-$1')
  for (const initial of dob === null ? [] : initialsOf(student)) {
    const born = buckets.get(dob + initial) ?? []
    for (const other of born) {
      if (found.size >= MOST) break
      const isLike =
        other.sorted === sorted ||
        (born.length <= MANY &&
          (isSimilar(student, other) || (other.school_id === school_id && other.initials === initials)))
      if (isLike) found.add(other)
    }
    if (swapped !== undefined && swapped !== dob)
      for (const other of buckets.get(swapped + initial) ?? []) if (other.sorted === sorted) found.add(other)
  }
  return [...found].slice(0, MOST)
}

function isSimilar(one: Compared, other: Compared): boolean {
  const [shorter, longer] = one.words.length <= other.words.length ? [one, other] : [other, one]
  if ((shorter.words.length === 1 && longer.words.length > 1) || longer.words.length > 8)
    return isNear(one.folded, other.folded)
  if (shorter.words[0]?.length === 1 || longer.words[0]?.length === 1) return false
  const left = [...longer.words]
  for (const word of shorter.words) {
    const equal = left.indexOf(word)
    const near = equal >= 0 ? equal : left.findIndex((each) => isNearWord(word, each))
    if (near < 0) return isNear(one.folded, other.folded)
    left.splice(near, 1)
  }
  return shorter.words.length > 0
}

const isNearWord = (one: string, other: string) =>
  one.length === 1 || other.length === 1 ? one.startsWith(other) || other.startsWith(one) : isNear(one, other)

function isNear(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length)
  const most = longest <= 5 ? 1 : 2
  if (Math.abs(one.length - other.length) > most || longest > 100) return false
  let before: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  const at = (row: number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= one.length; i++) {
    const current = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1
      let cost = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + change)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, at(before, j - 2) + 1)
      current.push(cost)
    }
    if (Math.min(...current) > most) return false
    before = previous
    previous = current
  }
  return at(previous, other.length) <= most
}

/** The answer about a pair, which counts for the names and dates of birth of that time; else the pair is open. */
async function readStates(trx: Transaction<unknown>) {
  const { rows } = await sql<{ first_id: number; second_id: number; about: string; answer: string }>`
    select first_id, second_id, about, answer from duplicate_answers`.execute(trx)
  const keyOf = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`
  const answers = new Map(rows.map((row) => [keyOf(row.first_id, row.second_id), row]))
  const aboutOf = ({ folded, dob }: Compared) => `${folded} ${dob ?? ''}`
  return (one: Compared, other: Compared) => {
    const found = answers.get(keyOf(one.id, other.id))
    const about = [aboutOf(one), aboutOf(other)].toSorted().join('\n')
    return found?.about === about ? found.answer : 'open'
  }
}
