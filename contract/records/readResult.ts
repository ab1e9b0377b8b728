import { type CurriculumName, gradesOf, isUnmarked } from './curricula.ts'
import { MARK_MAX } from './reportCards.ts'

/** A mark with one decimal at most, and a grade; a missing part is null or empty. */
export type ReadResult = { mark: number | null; grade: string }

const MARK = String.raw`(?<mark>\d{1,3}(?:\.\d+)?)(?:\s*%|\s*/\s*100)?`
const BETWEEN = String.raw`[\s,;:/|(-]*`

/** By curriculum: a mark, a grade, or both in either order. */
const patterns = new Map<CurriculumName, RegExp[]>()

function patternsOf(curriculum: CurriculumName): RegExp[] {
  const known = patterns.get(curriculum)
  if (known) return known
  // The longest first, so that `A-` is not read as `A`.
  const grades = gradesOf(curriculum).toSorted((a, b) => b.length - a.length)
  const GRADE = `(?<grade>${grades.map((grade) => grade.replace('+', String.raw`\+`)).join('|')})`
  const made = [`^${MARK}(?:${BETWEEN}${GRADE})?\\)?$`, `^${GRADE}(?:${BETWEEN}${MARK})?\\)?$`].map(
    (pattern) => new RegExp(pattern),
  )
  patterns.set(curriculum, made)
  return made
}

/**
 * Reads a result as registers write it: `67 B`, `B 67`, `67%`, `ME1`, `b plain (67)`, `absent`. Undefined if it is none
 * of this curriculum. A computed mark such as `61.333` is rounded.
 */
export function readResult(typed: string, curriculum: CurriculumName): ReadResult | undefined {
  const text = typed
    .trim()
    .toUpperCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^ABS(ENT)?\.?$/, 'X')
    .replace(/([A-E])[\s.]*PLAIN\b/, '$1')
    .replace(/\b([EMAB]E)[\s-]+([12])\b/, '$1$2')
    .replace(/\b([A-E])\s+([+-])(?!\d)/, '$1$2')
  for (const pattern of patternsOf(curriculum)) {
    const { mark, grade = '' } = pattern.exec(text)?.groups ?? {}
    if (mark === undefined && grade === '') continue
    if (isUnmarked(grade)) return { mark: 0, grade }
    if (Number(mark ?? 0) > MARK_MAX) return undefined
    return { mark: mark === undefined ? null : Math.round(Number(mark) * 10) / 10, grade }
  }
  return undefined
}
