import { editDistance } from '#contract/base/editDistance.ts'
import type { Remembered } from '#contract/imports.ts'
import { answerFor, foldWord } from '../choiceOf.ts'

/** Usual abbreviations in names of schools. */
const abbreviations = new Map(
  Object.entries({
    hs: 'high school',
    ghs: 'girls high school',
    bhs: 'boys high school',
    ss: 'secondary school',
    sec: 'secondary',
    sch: 'school',
    schl: 'school',
    pri: 'primary',
    prim: 'primary',
    acad: 'academy',
    spec: 'special',
    snr: 'senior',
    sen: 'senior',
    jnr: 'junior',
    st: 'saint',
    mt: 'mount',
    center: 'centre',
    girl: 'girls',
    gls: 'girls',
    grls: 'girls',
    boy: 'boys',
    bys: 'boys',
    mem: 'memorial',
    tech: 'technical',
  }),
)
/** Words that do not distinguish schools. */
const fillers = new Set(['school', 'the'])
/** Registers often leave these out, because most schools are of this level. */
const levels = new Set(['high', 'secondary', 'senior'])
const kinds = new Set([...levels, 'junior', 'primary', 'academy', 'special', 'college'])
const optional = new Set([...fillers, ...levels])
const isOptional = (word: string) => optional.has(word) || [...optional].some((each) => isSlip(each, word))

/** `Girls’`, `GIRL'S` and `Girl` become one word, and so do `H/S` and `H. S.` */
export const nameWords = (name: string) =>
  foldWord(name)
    .replace(/['`´]/g, '')
    .replace(/(?<!\p{L})\p{L}(?:[ ./]+\p{L}(?!\p{L}))+/gu, (letters) => letters.replace(/[ ./]/g, ''))
    .split(/[^\p{L}\p{N}@]+/u)
    .flatMap((word) => (abbreviations.get(word) ?? word).split(' '))
    .filter((word) => word !== '')

/** Whether a name has no abbreviation. */
export const isWrittenOut = (name: string) =>
  nameWords(name).join(' ') ===
  foldWord(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A key that is the same for `St. Kizito Sec` and `ST KIZITO SECONDARY SCHOOL`. */
export const nameKey = (name: string) =>
  nameWords(name)
    .filter((word) => !fillers.has(word))
    .toSorted()
    .join(' ')

/** Finds what a name meant in an earlier import, if that person or place is still registered. */
export function rememberedName(field: string, ours: readonly string[], remembered?: Remembered) {
  const known = new Set(ours)
  return (said: string): string | undefined => {
    const before = answerFor(remembered?.words[field], foldWord(said))
    return before !== undefined && known.has(before) ? before : undefined
  }
}

/**
 * Finds the one registered name that a name of the sheet means: the same words, or all but `School` or `High`, or with
 * one typing error. All other words must match: `Machakos Girls` is not `Machakos School`. The words of `others` are no
 * typing errors either.
 */
export function nameGuesser(ours: readonly string[], others: readonly string[] = []) {
  const names = ours.map((name): Name => ({ name, words: nameWords(name) }))
  // A word that occurs in another registered name is not a typing error: Nyabururu and Nyahururu are two places.
  const known = new Set([...ours, ...others].flatMap(nameWords))
  return (said: string): string | undefined => {
    const wanted = nameWords(said)
    const fits = names.flatMap((name) => fitOf(wanted, name, known) ?? [])
    const least = Math.min(...fits.map(({ cost }) => cost))
    const [best, other] = fits.filter(({ cost }) => cost === least)
    return best?.isSure && !other ? best.name : undefined
  }
}

type Name = { name: string; words: string[] }

/** How much two names differ, and whether the match is certain; undefined if they name two schools. */
function fitOf(wanted: string[], { name, words }: Name, known: Set<string>) {
  const [missing, left] = [[...wanted], [...words]]
  const pair = (isPair: (one: string, other: string) => boolean) =>
    missing.some((word, at) => {
      const other = left.findIndex((each) => isPair(word, each))
      if (other < 0) return false
      missing.splice(at, 1)
      left.splice(other, 1)
      return true
    })
  while (pair((one, other) => one === other));
  // St. Mary is St Mary's.
  while (pair((one, other) => `${one}s` === other || one === `${other}s`));
  // Lake View is Lakeview.
  const [said, ours] = [missing, left].map((some) => some.filter((word) => !isOptional(word)).join(''))
  if (said && said === ours) return { name, isSure: true, cost: 5 }
  const hasSlip = pair((one, other) => !known.has(one) && isSlip(one, other))
  const isName = words.some((word) => !fillers.has(word) && !kinds.has(word))
  if (!isName || !missing.every(isOptional)) return undefined
  // `Olympic` may be Olympic High School even if only Olympic Primary School is registered.
  const isBare = !wanted.some((word) => kinds.has(word))
  const isSure = left.every(isOptional)
  if (!isSure && !(isBare && left.every((word) => isOptional(word) || kinds.has(word)))) return undefined
  const rest = [...missing, ...left]
  const isNearly = !isBare && rest.every((word) => fillers.has(word))
  return { name, isSure, cost: (hasSlip ? 3 : 0) + (rest.length === 0 ? 0 : isNearly ? 1 : 2) }
}

/** Shorter words are compared exactly, because Moi and Mui are two names. */
const MISSPELT_FROM = 5

/** Whether one word is the other with a typing error. Endings must match: Kangaru and Kangari are two places. */
const isSlip = (one: string, other: string) =>
  Math.max(one.length, other.length) >= MISSPELT_FROM &&
  one[0] === other[0] &&
  one.at(-1) === other.at(-1) &&
  !/\d/.test(one + other) &&
  editDistance(one, other, 1) === 1
