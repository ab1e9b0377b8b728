import { editDistance } from './editDistance.ts'
import { fold } from './lists.ts'

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
  fold(name)
    .replace(/['`´]/g, '')
    .replace(/(?<!\p{L})\p{L}(?:[\s./]+\p{L}(?!\p{L}))+/gu, (letters) => letters.replace(/[\s./]/g, ''))
    .split(/[^\p{L}\p{N}@]+/u)
    .flatMap((word) => (abbreviations.get(word) ?? word).split(' '))
    .filter((word) => word !== '')

/** Whether a name has no abbreviation. */
export const isWrittenOut = (name: string) =>
  nameWords(name).join(' ') ===
  fold(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A key that is the same for `St. Kizito Sec` and `ST KIZITO SECONDARY SCHOOL`. */
export const nameKey = (name: string) =>
  nameWords(name)
    .filter((word) => !fillers.has(word))
    .toSorted()
    .join(' ')

/**
 * Finds the one registered name that a name of the sheet means: the same words, or all but `School` or `High`, or with
 * one typing error. All other words must match: `Machakos Girls` is not `Machakos School`. The words of `others` are no
 * typing errors either.
 */
export function nameGuesser(ours: readonly string[], others: readonly string[] = []) {
  const names = ours.map(wordsOf)
  // A word that occurs in another registered name is not a typing error: Nyabururu and Nyahururu are two places.
  const known = new Set([...ours, ...others].flatMap(nameWords))
  const guess = (said: string): string | undefined => {
    const wanted = wordsOf(said)
    const fits = names.flatMap((name) =>
      mayFit(wanted, name) ? (fitOf(wanted.words, name, known) ?? []) : [],
    )
    const least = Math.min(...fits.map(({ cost }) => cost))
    const [best, other] = fits.filter(({ cost }) => cost === least)
    return best?.isSure && !other ? best.name : undefined
  }
  /** Adds a name that can be found. Its words must be known already. */
  const add = (name: string) => void names.push(wordsOf(name))
  return Object.assign(guess, { add })
}

/** Comparing each with each takes too long for a column that was assigned by mistake. */
const COMPARED_MAX = 300

/** Sheets often spell one place in several ways: finds a name, of those added before, that certainly means the same. */
export function twinFinder(all: readonly string[]) {
  const byKey = new Map<string, string>()
  const guess = all.length <= COMPARED_MAX ? nameGuesser([], all) : undefined
  return {
    find: (name: string): string | undefined => byKey.get(nameKey(name)) ?? guess?.(name),
    add(name: string): void {
      const key = nameKey(name)
      if (key === '' || byKey.has(key)) return
      byKey.set(key, name)
      guess?.add(name)
    },
  }
}

type Name = ReturnType<typeof wordsOf>
function wordsOf(name: string) {
  const words = nameWords(name)
  const initials = (some: string[]) => some.map((word) => word.slice(0, 1))
  return { name, words, all: initials(words), own: initials(words.filter((word) => !isOptional(word))) }
}

/** Whether the first letters of two names allow a match, to compare few names in full. */
const mayFit = (wanted: Name, { all, own }: Name) =>
  // The second half is for `Lake View` and `Lakeview`.
  wanted.own.every((initial) => all.includes(initial)) || own.every((initial) => wanted.own.includes(initial))

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
  // Accepts `St. Mary` for `St Mary's`.
  while (pair((one, other) => `${one}s` === other || one === `${other}s`));
  // Accepts `Lake View` for `Lakeview`.
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
export const isSlip = (one: string, other: string) =>
  Math.max(one.length, other.length) >= MISSPELT_FROM &&
  one[0] === other[0] &&
  one.at(-1) === other.at(-1) &&
  !/\d/.test(one + other) &&
  editDistance(one, other, 1) === 1
