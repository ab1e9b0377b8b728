import { grades } from '#contract/reportCards.ts'

/**
 * The grade that a key leads to: a letter to the plain grade, plus and minus to the one beside it. By itself a select
 * box takes B for the first that begins so, which is B+.
 */
export function gradeByKey(present: string, key: string): string | undefined {
  const meant = key === '+' || key === '-' ? present.charAt(0) + key : key.toUpperCase()
  return grades.find((grade) => grade === meant)
}
