import { keysOf, longWords, namePairs, placedWords, placesOf, type Texts, wordsIn } from '../mentions.ts'

export type KnownNames = {
  /** The keys that name other students: refs, and pairs of words. */
  keys: ReadonlySet<string>
  /** The pairs of words in names that are not redacted. */
  pairs: ReadonlySet<string>
  /** The words of other students' names. */
  words: ReadonlySet<string>
  /** Words that are never redacted alone, because the record's own people have them too. */
  ownWords: ReadonlySet<string>
}

/** Collects the keys of other students, except those that also fit a name that is not redacted. */
export function keysOfOthers(staying: string[]) {
  const pairs = new Set(staying.flatMap(namePairs))
  const keys = new Set<string>()
  const words = new Set<string>()
  return {
    pairs,
    keys,
    words,
    add(other: Texts) {
      for (const key of keysOf(other)) if (!pairs.has(key)) keys.add(key)
      for (const word of other.names.flatMap(longWords)) words.add(word)
    },
  }
}

type Given = { companions: string[]; names: string[] }
type Span = { start: number; end: number }

/**
 * Finds the words that name another child in the texts of a record: a ref, two words of a name near each other, and the given
 * names. Also single words: of a name that one of the texts contains in full, and of a child who is in a picture with the
 * student.
 */
export function spansOfOthers(known: KnownNames, { companions, names }: Given) {
  const alone = new Set(companions.flatMap(longWords).filter((word) => !known.ownWords.has(word)))
  const given = names.map((name) => wordsIn(name).join('-')).filter((key) => key !== '')
  const namedIn = placesOf(new Set([...known.keys, ...given]))
  const aloneIn = placesOf(alone)
  const stayingIn = placesOf(known.pairs)

  return {
    /** Adds the words of the names that a text has in full: afterwards `spansIn` finds them alone, too. */
    addNamesOf(text: string): void {
      const words = wordsIn(text)
      const named = [...namedIn(words)].map((place) => words[place] ?? '')
      for (const word of named) if (known.words.has(word) && !known.ownWords.has(word)) alone.add(word)
    },
    spansIn(text: string): Span[] {
      const placed = placedWords(text)
      const words = placed.map(({ word }) => word)
      const [named, single, staying] = [namedIn(words), aloneIn(words), stayingIn(words)]
      const isFound = (place: number) => named.has(place) || (single.has(place) && !staying.has(place))
      return joined(
        placed.filter((_, place) => isFound(place)),
        text,
      )
    },
  }
}

/** Between the words of one name or ref: blanks, one sign, or an initial. A full stop with a blank ends a sentence. */
const WITHIN = /^(\s*|[./-]|\s+\p{L}\.?\s+)$/u

/** Joins the words of one name. */
function joined(words: Span[], text: string): Span[] {
  const spans: Span[] = []
  for (const { start, end } of words) {
    const last = spans.at(-1)
    if (last && WITHIN.test(text.slice(last.end, start))) last.end = end
    else spans.push({ start, end })
  }
  return spans
}
