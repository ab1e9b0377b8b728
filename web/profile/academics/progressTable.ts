import {
  compareResults,
  type CurriculumName,
  curriculumOf,
  DEFAULT_CURRICULUM,
  isUnmarked,
} from '#contract/records/curricula.ts'
import type { ReportCard } from '#contract/records/reportCards.ts'
import { fold } from '#contract/base/lists.ts'

/** The result of a subject in a term. Grades X and Y have no mark, and others may have none. */
export type Scored = { mark: number | undefined; grade: string; isLower: boolean }

export type ProgressRow = {
  subject_id: number
  subject_name: string
  /** One for each report card, in their order; undefined if the subject was not taken. */
  cells: (Scored | undefined)[]
}

type Mark = ReportCard['marks'][number]
type TermReportCard = Pick<ReportCard, 'term' | 'marks'> & { curriculum?: CurriculumName }

/** Whether a report card has a mean, by its curriculum. */
export const hasMean = ({ curriculum = DEFAULT_CURRICULUM }: { curriculum?: CurriculumName } = {}) =>
  curriculumOf(curriculum).hasMean

/** The marks of a year by subject, in the order in which the report cards first list them. */
export function progressTable(cards: TermReportCard[]): ProgressRow[] {
  const subjects = new Map(
    cards.flatMap(({ marks }) => marks.map(({ subject_id, subject_name }) => [subject_id, subject_name])),
  )
  return [...subjects].map(([subject_id, subject_name]) => {
    const marks = cards.map((card) => card.marks.find((mark) => mark.subject_id === subject_id))
    const isLower = isLowerThanBefore(cards, marks)
    const cells = marks.map(
      (mark, term) => mark && { mark: scoreOf(mark), grade: mark.grade, isLower: isLower(term) },
    )
    return { subject_id, subject_name, cells }
  })
}

const scoreOf = ({ grade, mark }: Mark) => (isUnmarked(grade) ? undefined : (mark ?? undefined))

/** Returns a function that reports whether a term is Term 3, with a result below that of Term 2. */
function isLowerThanBefore(cards: TermReportCard[], marks: (Mark | undefined)[]) {
  const placeOf = (name: string) => cards.findIndex(({ term }) => fold(term) === name)
  const resultAt = (index: number) => {
    const mark = marks[index]
    return mark && { curriculum: cards[index]?.curriculum ?? DEFAULT_CURRICULUM, ...mark }
  }
  const third = placeOf('term 3')
  const before = resultAt(placeOf('term 2'))
  const now = resultAt(third)
  const isLower = before !== undefined && now !== undefined && (compareResults(now, before) ?? 0) < 0
  return (term: number) => isLower && term === third
}
