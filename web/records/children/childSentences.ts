import { dayInWords, formatDay, onOneLine } from '#contract/base/days.ts'
import { termName } from '#contract/notifications.ts'
import { type Child, NEWS_DAYS } from '#contract/reports.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { firstNameOf } from '../../students/studentRow.ts'
import { listOf, plural } from '../../ui/plural.ts'
import type { StatusTone } from '../../ui/StatusBadge.tsx'

const GRADUATED = 3

export type Notice = {
  kind: 'graduated' | 'left' | 'awaited'
  tone: StatusTone
  first: string
  rest?: string
}

/** What a supporter reads first about a child: that they left, never why, or that a report card is not here yet. */
export function noticeOf(child: Child): Notice | undefined {
  const { status, left_in, awaited, result } = child
  const name = firstNameOf(child)
  const when = left_in ? ` in ${dayInWords(`${left_in}-01`).replace(/^\S+ /, '')}` : ''
  if (status === GRADUATED)
    return {
      kind: 'graduated',
      tone: 'blue',
      first: `${name} graduated${when}.`,
      rest: 'Congratulations to you both.',
    }
  if (status !== STUDENT_ACTIVE)
    return {
      kind: 'left',
      tone: 'amber',
      first: `${name} left the programme${when}.`,
      rest: 'Thank you for the terms you gave. What you shared stays here for you to read.',
    }
  if (!awaited) return undefined
  const term =
    awaited.year === result?.year
      ? awaited.term
      : termName({ term_name: awaited.term, year_name: awaited.year })
  const first = result
    ? `The ${term} report card is not here yet.`
    : `${name}’s first report card is not here yet.`
  return { kind: 'awaited', tone: 'blue', first }
}

/** Which report cards came in the last days. */
export function newsOf(children: readonly Child[]): string {
  const news = children.flatMap(({ result }) => (result?.came_on ? [{ ...result, on: result.came_on }] : []))
  const [first] = news
  if (!first) return ''
  const [child] = children
  if (child && children.length === 1)
    return `${firstNameOf(child)}’s ${first.term} report card came on ${onOneLine(formatDay(first.on))}.`
  return `${plural(news.length, 'report card')} came in the last ${NEWS_DAYS} days.`
}

/** `Form 3, EL-0090`, and of a child who has left `Finished Form 4` or `Last in Form 1`. */
export function classLine({
  status,
  class: schoolClass,
  ref,
}: Pick<Child, 'status' | 'class' | 'ref'>): string {
  const before = status === STUDENT_ACTIVE ? '' : status === GRADUATED ? 'Finished ' : 'Last in '
  return [...(schoolClass ? [`${before}${schoolClass}`] : []), ref].join(', ')
}

/** `Term 1`, `Terms 1 and 2`, `Terms 1 to 3`; other names one by one. */
export function termsInWords(terms: readonly string[]): string {
  const numbers = terms.map((term) => Number(/^Term (\d+)$/.exec(term)?.[1]))
  const [first = 0] = numbers
  if (terms.length < 2 || numbers.some(Number.isNaN)) return listOf(terms)
  const isRun = numbers.length > 2 && numbers.every((number, index) => number === first + index)
  return isRun ? `Terms ${first} to ${numbers.at(-1)}` : `Terms ${listOf(numbers.map(String))}`
}
