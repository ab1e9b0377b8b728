import { type RawBuilder, sql } from 'kysely'
import { fold } from '#contract/base/lists.ts'
import { canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import type { StudentResult } from '#contract/search.ts'
import { matchedWords, matchWords, ranks } from '#contract/searchMatch.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import { escaped } from '../database/lists.ts'
import { like, plain } from './sqlText.ts'
import { classId, studentFacts } from './studentFacts.ts'

/** The most promising rows, which the contract's matcher then ranks: SQL compares less exactly. */
const CANDIDATES = 100

export type Found<Row> = { rows: Row[]; total: number }
type Asked = { typed?: string | undefined; opened?: string | undefined; most: number }

/** The students whose name, ref or numbers match, perhaps together with school, class or liaison officer, the best first. */
export async function findStudents(
  db: Db,
  { typed = '', opened = '', most }: Asked,
  role: number,
): Promise<Found<StudentResult>> {
  const words = matchedWords(typed)
  if (words.length === 0) return { rows: [], total: 0 }
  const openedIds = opened.split(',').filter(Boolean).map(Number)
  const seesLiaison = canSeeLiaisonAndSupporter(role)
  const read = await candidates(db, { words, openedIds, seesLiaison }).execute()
  const placeOf = (id: number) => openedIds.indexOf(id) + 1 || openedIds.length + 1
  const matched = read
    .map(({ numbers, total, ...row }) => {
      const others = [row.school, row.class, row.liaison].filter((text) => text !== null)
      const subject = { name: row.name, numbers: [row.ref, ...numbers.split(/\s+/)].filter(Boolean), others }
      // SQL separates words at blanks only, so the matcher may not find all of its rows.
      const match = matchWords(subject, words) ?? { rank: ranks.INSIDE, skipped: 0, gap: 0 }
      return { row, match, total, name: fold(row.name) }
    })
    .toSorted(
      (a, b) =>
        a.match.rank - b.match.rank ||
        a.match.skipped - b.match.skipped ||
        a.match.gap - b.match.gap ||
        placeOf(a.row.id) - placeOf(b.row.id) ||
        Number(a.row.status !== STUDENT_ACTIVE) - Number(b.row.status !== STUDENT_ACTIVE) ||
        a.name.length - b.name.length ||
        (a.name < b.name ? -1 : Number(a.name > b.name)) ||
        a.row.id - b.row.id,
    )
  const named = Map.groupBy(matched, ({ name }) => name)
  const total = matched[0]?.total ?? 0
  const ranked = matched.map(({ row, match, name }): StudentResult => {
    const same = named.get(name)?.length ?? 1
    const namesakes = same > 1 && total > CANDIDATES ? null : same
    return Object.assign(row, { is_inside: match.rank === ranks.INSIDE, namesakes })
  })
  return { rows: withNamesakes(ranked).slice(0, most), total }
}

/** Moves students with the same name as the first one behind it, so that users see that there are several. */
function withNamesakes(rows: StudentResult[]): StudentResult[] {
  const first = rows[0]
  if (!first || first.namesakes === 1) return rows
  const isNamesake = (row: StudentResult) => fold(row.name) === fold(first.name)
  return [...rows.filter(isNamesake), ...rows.filter((row) => !isNamesake(row))]
}

type Wanted = { words: string[]; openedIds: number[]; seesLiaison: boolean }

function candidates(db: Db, { words, openedIds, seesLiaison }: Wanted) {
  const conditions = words.map((word) => conditionsOf(word, seesLiaison))
  const all = (of: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(of, sql` and `)})`
  const isNamed = all(conditions.map(({ isName }) => isName))
  const inOrder = words.map(escaped).join('% ')
  const [only = ''] = words
  const isNumber = words.length === 1 && /\d$/.test(only)
  const [name, numbers] = [plain('students.search'), plain('students.search_numbers')]
  const number = only.replace(/^([a-z]+-)?0*/, '')
  // A single word must match the student, not only the school, class or liaison officer.
  const matches = conditions.map(({ isName, isNumber: isOfNumber, isInOthers }) =>
    words.length === 1 ? isOfNumber : sql`(${isName} or ${isOfNumber} or ${isInOthers})`,
  )
  const order = sql<number>`case
    when ${
      isNumber
        ? sql`ltrim(split_part(students.search, '-', -1), '0') = ${number}
          or replace(${numbers}, ${' '}, ${'\n'}) || ${'\n'} ${like(`%\n${escaped(only)}\n%`)}`
        : sql`1 = 0`
    } then 1
    when ${name} ${like(`${inOrder}%`)} then 2
    when ${name} ${like(`% ${inOrder}%`)} then 3
    when ${isNamed} then 4
    when ${all(matches)} then 5
    else 6 end`
  const isOpened = openedIds.length > 0 ? sql`students.id in (${sql.join(openedIds)})` : sql`1 = 0`
  // Both queries read only the students' name index. It has no status, so more rows are read than are needed.
  const matching = db
    .selectFrom('students')
    .where(
      sql<boolean>`(${sql.join(
        conditions.map(({ isOwn }) => isOwn),
        sql` or `,
      )})`,
    )
    .where(all(conditions.map(({ isOwn, isInOthers }) => sql`(${isOwn} or ${isInOthers})`)))
  const total = matching.select((eb) => eb.fn.countAll<number>().as('total'))
  const found = matching
    .select(['students.id', order.as('place')])
    .select(sql<number>`case when ${isOpened} then 0 else 1 end`.as('recent'))
    .orderBy('place')
    .orderBy('recent')
    .orderBy(sql`length(students.search)`)
    .orderBy('students.search_all')
    .limit(5 * CANDIDATES)
    .as('found')
  const chosen = db
    .selectFrom(found)
    .innerJoin('students', 'students.id', 'found.id')
    .select('found.id')
    .orderBy('place')
    .orderBy('recent')
    .orderBy(sql`case when students.status = ${sql.lit(STUDENT_ACTIVE)} then 0 else 1 end`)
    .orderBy(sql`length(students.search)`)
    .orderBy('students.search')
    .limit(CANDIDATES)
    .as('chosen')
  return studentFacts(db, chosen, seesLiaison)
    .select('students.search_numbers as numbers')
    .select(total.$asScalar().$notNull().as('total'))
}

const begins = (text: RawBuilder<unknown>, word: string) => sql`' ' || ${text} ${like(`% ${escaped(word)}%`)}`

/** Whether a word is in a student's name or numbers, or begins a word of the school, class or liaison officer. */
function conditionsOf(word: string, seesLiaison: boolean) {
  const [name, numbers] = [plain('students.search'), plain('students.search_numbers')]
  const within = like(`%${escaped(word)}%`)
  const isOwn = sql<boolean>`(${name} ${within} or ${numbers} ${within})`
  const isName = sql<boolean>`(${begins(name, word)})`
  const liaison = sql`split_part(${plain('students.search_all')}, ${'\n'}, -1)`
  const school = sql`select id from schools where ${begins(plain('folded'), word)}`
  const classes = sql`select id from classes where ${begins(plain('folded'), word)}`
  const isInOthers = sql<boolean>`(students.school_id in (${school})
    or (exists (${classes}) and ${classId} in (${classes}))
    ${seesLiaison ? sql`or (${plain('students.search_all')} ${within} and ${begins(liaison, word)})` : sql``})`
  const isNumber = sql`(${name} ${like(`%\n${escaped(word)}%`)} or ${name} ${like(`%-${escaped(word)}%`)}
    or ${numbers} ${like(`%\n${escaped(word)}%`)} or ${numbers} ${like(`% ${escaped(word)}%`)})`
  return { isOwn, isName, isInOthers, isNumber }
}
