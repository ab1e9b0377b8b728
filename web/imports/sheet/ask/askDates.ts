import type { ImportKind } from '#contract/imports.ts'
import { type Answers, keyOf } from '../Answers.ts'
import { type ChosenSheets, columnsOf } from '../guess/guessColumns.ts'
import { dateIn, type DateOrder, type Days, daysIn, serialOf, swapped } from '../readDay.ts'
import type { SheetRow } from '../rowsOf.ts'
import { cellText } from '../Spreadsheet.ts'
import type { Target } from '../targets.ts'

/** The effect of one answer on the column. */
export type DateReading = {
  order: DateOrder
  /** The example as a day, `2010-04-03`; null if it would not be a date. */
  day: string | null
  /** How many texts would not be dates, and one of them. */
  wrong: number
  wrongExample: string | null
}

export type DateQuestion = {
  target: Target
  heading: string
  /** About texts of digits only, `03/04/2010`; null if the column has none. */
  order: {
    /** The first ambiguous text, or else the first text of digits. */
    example: string
    readings: [DateReading, DateReading]
    /** A text that is a date only in the settled order, such as 17/09/2009. */
    proof: string | null
    /** The order that the column's own texts prove; null if the user has to choose. */
    settled: DateOrder | null
  } | null
  /** Numbers such as 40271, which may be a spreadsheet's serial numbers of days. */
  serials: { rows: number; example: number; day: string } | null
  /**
   * Cells stored as dates, none after the 12th, beside texts that are dates in one order only. This happens when
   * the spreadsheet expected the other order, and swapped day and month in every text that it could convert.
   */
  swapped: {
    rows: number
    /** One of them: its row, and the name in that row. */
    example: { row: string; name: string; date: string; other: string }
  } | null
}

/**
 * The keys of the questions about a column, with the dates that they depend on: other dates are asked again.
 */
export function dateKeys({ target: { field }, heading, order, serials, swapped: mixed }: DateQuestion) {
  const key = (kind: 'order' | 'serials' | 'swapped', ...texts: (string | number | null)[]) =>
    keyOf(kind, field, [heading, ...texts].join(' '))
  return {
    order: order && isAsked(order) ? key('order', order.example, order.proof) : undefined,
    serials: serials ? key('serials', serials.example) : undefined,
    swapped: mixed ? key('swapped', mixed.example.date) : undefined,
  }
}

/** The keys of the questions about a column that nobody has answered. */
export function openDates(date: DateQuestion, answers: Answers): string[] {
  const { order, serials, swapped: mixed } = dateKeys(date)
  return [date.order?.settled ? undefined : order, serials, mixed].flatMap((key) =>
    key !== undefined && answers[key] === undefined ? key : [],
  )
}

type Order = NonNullable<DateQuestion['order']>

/** Whether any date of the column depends on the order of day and month. */
export const isAsked = ({ readings: [dayFirst, monthFirst] }: Order) =>
  dayFirst.day !== null && monthFirst.day !== null && dayFirst.day !== monthFirst.day

/** One question for each date column that contains texts of digits, or numbers. */
export function askDates(
  kind: ImportKind,
  { columns }: Pick<ChosenSheets, 'columns'>,
  rows: readonly SheetRow[],
): DateQuestion[] {
  const name = columns.find(({ field }) => field === 'name')?.index ?? -1
  return columnsOf(kind, columns, 'date').flatMap(({ target, heading, index }) => {
    const cells = rows.map(({ cells: all }) => all[index] ?? null)
    const order = askOrder(cells.flatMap((cell) => daysIn(cell) ?? []))
    const [serial, ...others] = cells.flatMap((cell) => serialOf(cell) ?? [])
    const serials = serial ? { rows: 1 + others.length, example: serial.serial, day: serial.day } : null
    const dates = rows.flatMap(({ name: row, cells: all }) => {
      const date = dateIn(all[index] ?? null)
      return date ? { row, name: cellText(all[name]), date, other: swapped(date) ?? '' } : []
    })
    const example = dates.find(({ date, other }) => date !== other)
    const mayBeSwapped = order?.proof && dates.every(({ other }) => other !== '')
    const mixed = example && mayBeSwapped ? { rows: dates.length, example } : null
    return order || serials ? { target, heading, order, serials, swapped: mixed } : []
  })
}

function askOrder(texts: Days[]): DateQuestion['order'] {
  const differing = texts.filter((text) => text['day first'] !== text['month first'])
  const ambiguous = differing.find((text) => text['day first'] && text['month first'])
  const proofs = {
    'day first': differing.find((text) => !text['month first']),
    'month first': differing.find((text) => !text['day first']),
  }
  const example = ambiguous ?? texts[0]
  if (!example) return null
  const reading = (order: DateOrder): DateReading => {
    const wrong = texts.filter((text) => !text[order])
    return { order, day: example[order], wrong: wrong.length, wrongExample: wrong[0]?.text ?? null }
  }
  const [proven, another] = (['day first', 'month first'] as const).filter((order) => proofs[order])
  // If the order changes no date, day first is as good as month first.
  const settled = another ? null : (proven ?? (ambiguous ? null : 'day first'))
  return {
    example: example.text,
    readings: [reading('day first'), reading('month first')],
    proof: (settled && proofs[settled]?.text) ?? null,
    settled,
  }
}
