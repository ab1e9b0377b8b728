import { isUnmarked, MARK_MAX, meanOf } from '#contract/reportCards.ts'
import type { ReportValues } from './reportValues.ts'

/** The mean of the marks typed so far, unless it is the mean score already, or there is none with the mean grade. */
export function meanOffered({
  marks,
  mark,
  grade: own,
}: Pick<ReportValues, 'marks' | 'mark' | 'grade'>): number | undefined {
  if (isUnmarked(own)) return undefined
  const read = marks
    .map((row) => ({ grade: row.grade, mark: scoreOf(row.mark) }))
    .filter((row): row is { grade: string; mark: number } => row.mark !== undefined)
  const mean = meanOf(read.filter(({ grade }) => !isUnmarked(grade)))
  return mean === scoreOf(mark) ? undefined : mean
}

function scoreOf(typed: string): number | undefined {
  const score = Number(typed.trim())
  return /^\d{1,3}(\.\d)?$/.test(typed.trim()) && score <= MARK_MAX ? score : undefined
}
