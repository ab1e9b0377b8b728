import { ANONYMOUS } from '#contract/rights/erasure.ts'
import type { Db } from '../../database/connect.ts'
import { wordsIn } from '../erasure/mentions.ts'
import type { Entry } from './exportedRecord.ts'

const LEFT_OUT = 'Left out: it names another child'

/** The numbers of words that a ref or a pair of names can have. */
const lengths = [1, 2, 3, 4]

/** The first word of a text with each of its other words, as texts name a person. */
const pairsOf = (text: string) => {
  const [first, ...rest] = wordsIn(text)
  return rest.map((word) => `${first} ${word}`)
}

/**
 * Replaces texts that name another student: by the ref, or by the first name and another one. The names of `own` people stay, also
 * if a student has the same.
 */
export async function withoutOthers(
  db: Db,
  student_id: number,
  own: (string | null)[],
): Promise<(entry: Entry) => Entry> {
  const users = await db.selectFrom('users').select(['first_name', 'last_name']).execute()
  const others = await db
    .selectFrom('students')
    .select(['name', 'ref'])
    .where('id', '!=', student_id)
    .where('name', '!=', ANONYMOUS)
    .execute()
  // A ref without letters could be any number or year.
  const refs = others.map(({ ref }) => wordsIn(ref).join(' ')).filter((ref) => /\p{L}/u.test(ref))
  const named = new Set(others.flatMap(({ name }) => pairsOf(name)).concat(refs))
  for (const text of [...own, ...users.map((user) => `${user.first_name} ${user.last_name}`)])
    for (const pair of pairsOf(text ?? '')) named.delete(pair)

  const isAboutOthers = (text: string) => {
    const words = wordsIn(text)
    return words.some((_, place) =>
      lengths.some((length) => named.has(words.slice(place, place + length).join(' '))),
    )
  }
  const cleared = (entry: Entry): Entry =>
    Object.fromEntries(
      Object.entries(entry).map(([label, value]) => [
        label,
        Array.isArray(value)
          ? value.map(cleared)
          : typeof value === 'string' && isAboutOthers(value)
            ? LEFT_OUT
            : value,
      ]),
    )
  return cleared
}
