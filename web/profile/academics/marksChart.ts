import { countedMean, type ReportCard } from '#contract/reportCards.ts'
import { shownMark } from '../../records/amounts.ts'
import type { ProgressRow } from './progressTable.ts'

type Mean = Pick<ReportCard, 'grade' | 'mark'>
type DatedMean = Mean & Pick<ReportCard, 'year' | 'term'>

/** The name at the right end of a line. The mean has no subject. */
export type LineEnd = { subject_id?: number; name: string; mark: number; isLower: boolean }

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

/** The mean, and the subjects that fell in Term 3. */
export function lineEnds(cards: Mean[], rows: ProgressRow[]): LineEnd[] {
  const last = counted(cards).at(-1)
  const mean = last ? [{ name: 'Mean', mark: last.mark, isLower: false }] : []
  const fallen = rows.flatMap(({ subject_id, subject_name, cells }) => {
    const mark = cells.find((cell) => cell?.isLower)?.mark
    return mark === undefined ? [] : [{ subject_id, name: shortName(subject_name), mark, isLower: true }]
  })
  return [...mean, ...fallen]
}

const shortName = (name: string) => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1).trim()}…` : name)

/** Moves overlapping places apart, but none out of the room. Answers them in the given order. */
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

/** The chart of a year in words, for screen readers. */
export function chartSentence(cards: DatedMean[], rows: ProgressRow[]): string {
  const means = counted(cards)
    .map(({ term, mark }) => `${term} ${shownMark(mark)}`)
    .join(', ')
  const fallen = rows.filter(({ cells }) => cells.some((cell) => cell?.isLower))
  const names = fallen.map(({ subject_name }) => subject_name)
  const fell = names.length > 0 ? ` ${listed(names)} fell in Term 3.` : ''
  return `Mean score by term in ${cards[0]?.year}: ${means || NONE}.${fell}`
}

/** The chart across the years in words. */
export function yearsSentence(cards: DatedMean[]): string {
  const means = counted(cards)
    .map(({ year, term, mark }) => `${term} of ${year} ${shownMark(mark)}`)
    .join(', ')
  return `Mean score by term: ${means || NONE}.`
}

/** The cards that have a mean, with it. */
const counted = <Told extends Mean>(cards: Told[]) =>
  cards.flatMap((card) => {
    const mark = countedMean(card)
    return mark === null ? [] : [{ ...card, mark }]
  })

const listed = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
