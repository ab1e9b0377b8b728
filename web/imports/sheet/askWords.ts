import type { ImportKind } from '#contract/imports.ts'
import { fold } from '#contract/lists.ts'
import type { ColumnChoice, Remembered } from './guessColumns.ts'
import { dataRows } from './guessHeader.ts'
import { cellText, type Sheet } from './Spreadsheet.ts'
import { type Target, targetsOf } from './targets.ts'

/** By field and then by folded word (`foldWord`): what the word means; a choice of the form, or a name known here. */
export type WordAnswers = Record<string, Record<string, string>>

export type WordQuestion = {
  target: Target
  /** The heading of its column. */
  heading: string
  /** The words that are not a choice of the form themselves, the most frequent first, each with the guess. */
  words: { word: string; rows: number; guess: string | null }[]
  /** Those that need no question, as the form spells them. */
  understood: string[]
}

/** The key of a word in the answers. */
export const foldWord = (word: string) => fold(word).replace(/\s+/g, ' ')

/** Words that registers have for the choices of the form, in English and Swahili. */
const spellings: Record<string, Record<string, string>> = {
  gender: {
    Female: 'f, fem, female, girl, g, woman, w, lady, msichana, ke',
    Male: 'm, male, boy, b, man, mvulana, me',
  },
  category: {
    'High School': 'high school, high, hs, secondary, sec, secondary school, senior school, sen school',
    Special: 'special, special school, special needs, special needs education, special education',
  },
  entry_exam: {
    KCPE: 'kcpe, k.c.p.e, k.c.p.e., std 8, standard 8, class 8',
    KJSEA: 'kjsea, grade 9, g9, junior school',
    KPLEA: 'kplea',
    None: 'none, no exam, nil',
  },
  pathway: {
    STEM: 'stem, science, sciences, science technology engineering and mathematics',
    'Social Sciences': 'social sciences, social science, social studies, social',
    'Arts and Sports Science':
      'arts and sports science, arts & sports science, arts and sports, arts & sports, arts, sports',
  },
}

/** The choice of the form that a word surely means. */
export function choiceOf({ field, words }: Target, word: string): string | undefined {
  const folded = foldWord(word)
  return words.find(
    (choice) => foldWord(choice) === folded || spellings[field]?.[choice]?.split(', ').includes(folded),
  )
}

/** One for each column that holds words of a list. One whose `words` are empty asks nothing. */
export function askWords(
  kind: ImportKind,
  sheet: Sheet,
  header: number,
  choices: ColumnChoice[],
  remembered?: Remembered,
): WordQuestion[] {
  const rows = dataRows(sheet, header)
  return columnsOf(kind, choices, 'words').map(({ target, heading, index }) => {
    const counts = new Map<string, { word: string; rows: number }>()
    for (const { cells } of rows) {
      const word = cellText(cells[index])
      const count = counts.get(foldWord(word)) ?? { word, rows: 0 }
      if (word !== '') counts.set(foldWord(word), { ...count, rows: count.rows + 1 })
    }
    const known = (key: string) => target.words.find((choice) => foldWord(choice) === key)
    const before = remembered?.words[target.field]
    const guessOf = (key: string) =>
      target.words.find((choice) => choice === before?.[key]) ?? choiceOf(target, key)
    const words = [...counts].toSorted(([, a], [, b]) => b.rows - a.rows)
    return {
      target,
      heading,
      words: words
        .filter(([key]) => !known(key))
        .map(([key, count]) => ({ ...count, guess: guessOf(key) ?? null })),
      understood: words.flatMap(([key]) => known(key) ?? []),
    }
  })
}

/** The columns whose fields hold that, in the order of the form. */
export const columnsOf = (kind: ImportKind, choices: ColumnChoice[], holds: Target['holds']) =>
  targetsOf(kind).flatMap((target) => {
    const choice = target.holds === holds && choices.find(({ field }) => field === target.field)
    return choice ? { target, heading: choice.heading, index: choice.index } : []
  })

const shortened: Record<string, string> = {
  sec: 'secondary',
  sch: 'school',
  pri: 'primary',
  prim: 'primary',
  acad: 'academy',
  hs: 'high school',
}
/** They tell one school from another as little as `the` does. */
const common = new Set(['school', 'the'])

const nameWords = (name: string) =>
  foldWord(name)
    .replaceAll("'", '')
    .split(/[^\p{L}\p{N}@]+/u)
    .flatMap((word) => (shortened[word] ?? word).split(' '))
    .filter((word) => word !== '' && !common.has(word))

/** The one name of ours that may be meant, as `St Kizito Girls Secondary School` by `St. Kizito Sec`. */
export function guessName(
  field: string,
  word: string,
  ours: readonly string[],
  remembered?: Remembered,
): string | undefined {
  const before = remembered?.words[field]?.[foldWord(word)]
  if (before !== undefined && ours.includes(before)) return before
  const wanted = nameWords(word)
  if (wanted.length === 0) return undefined
  const fitting = ours.filter((name) => {
    const words = nameWords(name)
    const [fewer, more] = words.length < wanted.length ? [words, wanted] : [wanted, words]
    return fewer.length > 0 && fewer.every((part) => more.includes(part))
  })
  return fitting.length === 1 ? fitting[0] : undefined
}
