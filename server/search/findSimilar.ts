import { sql } from 'kysely'
import { editDistance } from '#contract/base/editDistance.ts'
import { fold } from '#contract/base/lists.ts'
import { canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import type { StudentResult } from '#contract/search.ts'
import { matchedWords, wordsOf } from '#contract/searchMatch.ts'
import type { Db } from '../database/connect.ts'
import { like } from './sqlText.ts'
import { studentFacts } from './studentFacts.ts'

/** Shorter words are compared exactly: another letter often makes another name. */
const MISSPELT_FROM = 4
/** SQL finds at most this many names, the shortest ones. Then they are compared letter by letter. */
const CANDIDATES = 500

/** Students whose names match with at most one typing error in each word, the best first. Reads the whole name index. */
export async function findSimilar(
  db: Db,
  { typed = '', most }: { typed: string | undefined; most: number },
  role: number,
): Promise<StudentResult[]> {
  const words = matchedWords(typed)
  const long = words.filter(isLong)
  if (long.length === 0 || !words.every((word) => /^\p{L}+$/u.test(word))) return []
  const read = await db
    .selectFrom('students')
    .select(['id', 'search'])
    .where(sql<boolean>`(${sql.join(long.map(hasHalf), sql` and `)})`)
    .orderBy(sql`length(search)`)
    .orderBy('search')
    .limit(CANDIDATES)
    .execute()
  const ids = read
    .map(({ id, search }) => ({ id, errors: errorsIn(wordsOf(search.split('\n')[0] ?? ''), words) }))
    .filter(({ errors }) => errors < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.errors - b.errors)
    .slice(0, most)
    .map(({ id }) => id)
  if (ids.length === 0) return []
  const chosen = db.selectFrom('students').select('students.id').where('students.id', 'in', ids).as('chosen')
  const rows = await studentFacts(db, chosen, canSeeLiaisonAndSupporter(role)).execute()
  const named = Map.groupBy(rows, ({ name }) => fold(name))
  return rows
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => Object.assign(row, { is_inside: false, namesakes: named.get(fold(row.name))?.length ?? 1 }))
}

const isLong = (word: string) => word.length >= MISSPELT_FROM

/**
 * Whether a name contains one half of a word, or the word with any two letters in its middle. A name with one typing error
 * always does.
 */
function hasHalf(word: string) {
  const middle = word.length >> 1
  const [start, end] = [word.slice(0, middle), word.slice(middle)]
  const patterns = [start, end, `${start.slice(0, -1)}__${end.slice(1)}`]
  return sql`(${sql.join(
    patterns.map((pattern) => sql`search ${like(`%${pattern}%`)}`),
    sql` or `,
  )})`
}

/** The typing errors if each word begins a word of the name; infinite if a word has more than one. */
function errorsIn(name: readonly string[], words: readonly string[]): number {
  const errorsOf = (word: string) => Math.min(...name.map((own) => errorsBetween(own, word)))
  return words.reduce((sum, word) => sum + errorsOf(word), 0)
}

function errorsBetween(own: string, word: string): number {
  if (own.startsWith(word)) return 0
  if (!isLong(word)) return Number.POSITIVE_INFINITY
  const isNear = [-1, 0, 1].some((more) => editDistance(own.slice(0, word.length + more), word, 1) <= 1)
  return isNear ? 1 : Number.POSITIVE_INFINITY
}
