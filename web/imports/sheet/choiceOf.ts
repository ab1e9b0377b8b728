import { fold } from '#contract/base/lists.ts'
import type { Target } from './targets.ts'

/** The key of a word in the answers. */
export const foldWord = (word: string) => fold(word).replace(/\s+/g, ' ')

/** Looks up a word of the sheet, which may be any text, such as `constructor`. */
export const answerFor = <Meaning>(said: Record<string, Meaning> | undefined, key: string) =>
  said && Object.hasOwn(said, key) ? said[key] : undefined

/** Usual spellings of the form's choices in registers, in English and Swahili. */
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

/** The form's choice that a word certainly means. */
export function choiceOf(
  { field, words }: Pick<Target, 'field' | 'words'>,
  word: string,
): string | undefined {
  const folded = foldWord(word)
  return words.find(
    (choice) => foldWord(choice) === folded || spellings[field]?.[choice]?.split(', ').includes(folded),
  )
}
