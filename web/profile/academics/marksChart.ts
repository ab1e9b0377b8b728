import {
  bandsOf,
  chartedAt,
  countsPoints,
  type CurriculumName,
  curriculumOf,
  DEFAULT_CURRICULUM,
} from '#contract/records/curricula.ts'
import { countedMean, type ReportCard } from '#contract/records/reportCards.ts'
import { shownMark } from '../../ui/amounts.ts'
import { listOf, plural } from '../../ui/plural.ts'
import { hasMean, type ProgressRow } from './progressTable.ts'

/** The result of a whole term. Without a curriculum it has a mean. */
type Mean = Pick<ReportCard, 'grade' | 'mark'> & Partial<Pick<ReportCard, 'curriculum' | 'overall_level'>>
type DatedMean = Mean & Pick<ReportCard, 'year' | 'term'>

/** The name at the right end of a line, at a mark or at points. The mean has no subject. */
export type LineEnd = { subject_id?: number; name: string; mark: number; isLower: boolean }

/** The plot's edges, and where values are in it. */
export type Plot = {
  left: number
  right: number
  top: number
  bottom: number
  /** The middle of a term, by its index, which may lie between two terms. */
  xOf: (position: number) => number
  yOf: (mark: number) => number
}

const TEN = 10
const NAME_MAX = 12
/** The word for the means if all of them are X or Y. */
const NONE = 'none'

/** Start, end and ticks of the axis: full tens around all marks. */
export function axisOf(marks: number[]): { low: number; high: number; ticks: number[] } {
  const low = Math.min(Math.floor(Math.min(...marks) / TEN) * TEN, 90)
  const high = Math.max(Math.ceil(Math.max(...marks) / TEN) * TEN, low + TEN)
  const step = high - low > 6 * TEN ? 2 * TEN : TEN
  const ticks = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, tick) => low + tick * step)
  return { low, high, ticks }
}

/** An axis with the labels of its values, on the axis itself and at the ends of lines. */
export type ChartAxis = ReturnType<typeof axisOf> & {
  tick: (value: number) => string
  said: (value: number) => string
  /** What the axis measures, if its labels do not make it clear. */
  title?: string
  bands: ReturnType<typeof bandsOf>
}

/** The axis of a curriculum: the range of its marks, or all of its levels. */
export function chartAxis(curriculum: CurriculumName, values: number[]): ChartAxis {
  const { axis, levels } = curriculumOf(curriculum)
  if (axis === 'marks')
    return { ...axisOf(values), tick: String, said: shownMark, title: 'Mark out of 100', bands: [] }
  const ticks = levels.map(({ points }) => points)
  const said = (value: number) => levels.find(({ points }) => points === value)?.grade ?? ''
  const bands = bandsOf(curriculum)
  return { low: Math.min(...ticks) - 0.5, high: Math.max(...ticks) + 0.5, ticks, tick: said, said, bands }
}

/** Where a result of this curriculum is drawn in its row; undefined if it is not. */
export function axisValue(curriculum: CurriculumName, cells: ProgressRow['cells'], at: number) {
  const cell = cells[at]
  return cell && (chartedAt({ curriculum, grade: cell.grade, mark: cell.mark ?? null }) ?? undefined)
}

/** Whether a result is drawn as fallen. A lower mark at the same level is red in the table only. */
export const hasFallen = (curriculum: CurriculumName, cells: ProgressRow['cells'], at: number) =>
  cells[at]?.isLower === true &&
  (axisValue(curriculum, cells, at) ?? Infinity) < (axisValue(curriculum, cells, at - 1) ?? Infinity)

/** The index in its row of a result that has fallen, else -1. */
export const fallenAt = (curriculum: CurriculumName, cells: ProgressRow['cells']) =>
  cells.findIndex((_cell, at) => hasFallen(curriculum, cells, at))

export const curriculumIn = (card: Pick<Mean, 'curriculum'> | undefined) =>
  card?.curriculum ?? DEFAULT_CURRICULUM

/** Consecutive report cards of one curriculum. */
export function runsOf<Card extends Mean>(cards: Card[]): { curriculum: CurriculumName; cards: Card[] }[] {
  const runs: { curriculum: CurriculumName; cards: Card[] }[] = []
  for (const card of cards) {
    const curriculum = curriculumIn(card)
    const run = runs.at(-1)
    if (run?.curriculum === curriculum) run.cards.push(card)
    else runs.push({ curriculum, cards: [card] })
  }
  return runs
}

/** Whether all of them have means of one curriculum. Means of two curricula are not compared. */
export const isOneMean = (cards: Mean[]) => cards.every(hasMean) && runsOf(cards).length < 2

/** The mean, and the subjects that fell in Term 3. */
export function lineEnds(cards: Mean[], rows: ProgressRow[]): LineEnd[] {
  const curriculum = curriculumIn(cards[0])
  const last = counted(cards).at(-1)
  const mean = last ? [{ name: 'Mean', mark: last.mark, isLower: false }] : []
  const fallen = rows.flatMap(({ subject_id, subject_name, cells }) => {
    const mark = axisValue(curriculum, cells, fallenAt(curriculum, cells))
    return mark === undefined ? [] : [{ subject_id, name: shortName(subject_name), mark, isLower: true }]
  })
  return [...mean, ...(countsPoints(curriculum) ? together(fallen) : fallen)]
}

/** One name at each level: several subjects that fell to the same level are counted; the table names them. */
const together = (ends: Required<LineEnd>[]): LineEnd[] =>
  [...Map.groupBy(ends, ({ mark }) => mark).values()].flatMap((same) =>
    same.length === 1
      ? same
      : same.slice(0, 1).map((end) => Object.assign(end, { name: plural(same.length, 'subject') })),
  )

const shortName = (name: string) => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1).trim()}…` : name)

/** A term of a chart. One without a report card is missing. */
export type ChartTerm<Card> = { term: string; card: Card | undefined }

/** The terms from the first report card to the last, or to a missing one after it, out of all terms in their order. */
export function chartTerms<Card extends { term: string }>(
  cards: Card[],
  terms: readonly string[],
  missing?: string,
): ChartTerm<Card>[] {
  const placeOf = (term = '') => terms.indexOf(term)
  const [first, last] = [placeOf(cards[0]?.term), placeOf(cards.at(-1)?.term)]
  if (first < 0 || last < 0) return cards.map((card) => ({ term: card.term, card }))
  return terms
    .slice(first, Math.max(last, placeOf(missing)) + 1)
    .map((term) => ({ term, card: cards.find((card) => card.term === term) }))
}

/** The path through the marks, with a gap wherever there is none. */
export const lineOf = (marks: (number | null)[], { xOf, yOf }: Pick<Plot, 'xOf' | 'yOf'>) =>
  marks
    .map((mark, position) => {
      if (mark === null) return ''
      return `${(marks[position - 1] ?? null) === null ? 'M' : 'L'}${xOf(position)} ${yOf(mark)}`
    })
    .join('')

/** Separates overlapping positions within the available range. Returns them in the given order. */
export function spread(places: number[], gap: number, room: { top: number; bottom: number }): number[] {
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  const moved = [...places]
  let free = room.top
  for (const index of order) {
    moved[index] = Math.max(moved[index] ?? 0, free)
    free = (moved[index] ?? 0) + gap
  }
  let limit = room.bottom
  for (const index of order.toReversed()) {
    moved[index] = Math.min(moved[index] ?? 0, limit)
    limit = (moved[index] ?? 0) - gap
  }
  return moved
}

/** A text description of a year's chart, for screen readers. */
export function chartSentence(cards: DatedMean[], rows: ProgressRow[], missing: string[] = []): string {
  const means = counted(cards).map(({ term, mark }) => `${term} ${shownMark(mark)}`)
  const levels = cards.flatMap(({ term, overall_level }) => (overall_level ? `${term} ${overall_level}` : []))
  const wholes = (hasMean(cards[0]) ? means : levels).join(', ')
  const fallen = rows.filter(({ cells }) => fallenAt(curriculumIn(cards[0]), cells) >= 0)
  const names = fallen.map(({ subject_name }) => subject_name)
  const fell = names.length > 0 ? ` ${listOf(names)} fell in Term 3.` : ''
  const what = hasMean(cards[0]) ? 'Mean score' : 'Overall level'
  const none = missing.length > 0 ? ` No report card in ${listOf(missing)}.` : ''
  return `${what} by term in ${cards[0]?.year}: ${wholes || NONE}.${none}${fell}`
}

/** A text description of the chart across the years. */
export function yearsSentence(cards: DatedMean[]): string {
  const means = counted(cards)
    .map(({ year, term, mark }) => `${term} of ${year} ${shownMark(mark)}`)
    .join(', ')
  const changes = runsOf(cards)
    .filter((run, position) => !hasMean(run) || position > 0)
    .map((run) => {
      if (hasMean(run)) return ` ${run.curriculum} from ${run.cards[0]?.year}.`
      const levels = overallByYear(run.cards).flatMap(({ year, level }) => (level ? `${year} ${level}` : []))
      return ` ${run.curriculum} from ${run.cards[0]?.year}, without a mean. Overall level by year: ${levels.join(', ') || NONE}.`
    })
  return `Mean score by term: ${means || NONE}.${changes.join('')}`
}

/** The last overall level of each year, if the report cards give one. */
export function overallByYear<Card extends DatedMean>(cards: Card[]) {
  return [...Map.groupBy(cards, ({ year }) => year)].map(([year, its]) => ({
    year,
    cards: its,
    level: its.findLast(({ overall_level }) => overall_level)?.overall_level ?? undefined,
  }))
}

/** The cards that have a mean, with it. */
const counted = <Card extends Mean>(cards: Card[]) =>
  cards.flatMap((card) => {
    const mark = countedMean(card)
    return mark === null ? [] : [{ ...card, mark }]
  })
