import type { ImportKind } from '#contract/imports.ts'
import { type ColumnChoice, columnsOf } from './guessColumns.ts'
import { dataRows } from './guessHeader.ts'
import {
  type DateAnswers,
  dateIn,
  type DateOrder,
  dayIn,
  type Figures,
  figuresOf,
  serialOf,
  swapped,
} from './readDay.ts'
import { cellText, type Sheet } from './Spreadsheet.ts'
import type { Target } from './targets.ts'

/** What one answer would do to the column. */
export type DateReading = {
  order: DateOrder
  /** The example as a day, `2010-04-03`; null if it would be none. */
  day: string | null
  /** How many texts would be no date, and one of them. */
  wrong: number
  wrongExample: string | null
}

export type DateQuestion = {
  target: Target
  heading: string
  /** Of the texts with figures alone, `03/04/2010`; null if the column has none: then no order is asked. */
  order: {
    /** The first text that could be read both ways, or else the first text of figures. */
    example: string
    readings: [DateReading, DateReading]
    /** A text that the settled order alone can read, such as 17/09/2009. */
    proof: string | null
    /** What the column settles by itself; null if somebody has to say. */
    settled: DateOrder | null
  } | null
  /** Numbers like 40271, which may be days of a spreadsheet. */
  serials: { rows: number; example: number; day: string } | null
  /**
   * Dates of the spreadsheet, none of them after the 12th, beside texts that can be read in one order only: so it is
   * where it expected the other order, and swapped day and month of all that it could read.
   */
  swapped: {
    rows: number
    /** One of them, by the number of its row in the sheet, and who stands there. */
    example: { number: number; name: string; date: string; other: string }
    texts: number
    text: string
    expected: DateOrder
  } | null
}

/** What nobody has said yet about the dates of a column, as it is named where answers are missing. */
export const unsaidOf = (
  { target: { label }, order, serials, swapped: mixed }: DateQuestion,
  said: DateAnswers[string] | undefined,
): string[] => [
  ...(order && isAsked(order) && !(said?.order ?? order.settled) ? [`the dates of ${label}`] : []),
  ...(serials && said?.readsSerials == null ? [`the numbers in ${label}`] : []),
  ...(mixed && said?.areSwapped == null ? [`whether day and month are swapped in ${label}`] : []),
]

type Order = NonNullable<DateQuestion['order']>

/** Whether a date of the column is another day if the month comes first. */
export const isAsked = ({ readings: [dayFirst, monthFirst] }: Order) =>
  dayFirst.day !== null && monthFirst.day !== null && dayFirst.day !== monthFirst.day

/** One for each column of dates that holds texts of figures or numbers. */
export const askDates = (
  kind: ImportKind,
  sheet: Sheet,
  header: number,
  choices: ColumnChoice[],
): DateQuestion[] => {
  const rows = dataRows(sheet, header)
  const name = choices.find(({ field }) => field === 'name')?.index ?? -1
  return columnsOf(kind, choices, 'date').flatMap(({ target, heading, index }) => {
    const cells = rows.map(({ cells: all }) => all[index] ?? null)
    const order = askOrder(cells.map(figuresOf).filter((figures) => figures !== undefined))
    const serials = askSerials(cells.map(serialOf).filter((serial) => serial !== undefined))
    const dates = rows.flatMap(({ number, cells: all }) => {
      const date = dateIn(all[index] ?? null)
      return date ? { number, name: cellText(all[name]), date } : []
    })
    return order || serials ? { target, heading, order, serials, swapped: askSwapped(dates, order) } : []
  })
}

function askOrder(texts: Figures[]): DateQuestion['order'] {
  const read = texts.map((figures) => ({
    text: figures.text,
    'day first': dayIn(figures, 'day first'),
    'month first': dayIn(figures, 'month first'),
  }))
  const [first] = read
  if (!first) return null
  const differing = read.filter((text) => text['day first'] !== text['month first'])
  const ambiguous = differing.find((text) => text['day first'] && text['month first'])
  const onlyBy = (order: DateOrder, other: DateOrder) => differing.find((text) => text[order] && !text[other])
  const dayFirst = onlyBy('day first', 'month first')
  const monthFirst = onlyBy('month first', 'day first')
  // Where no text would be another day, the order does not matter.
  const isDayFirst = differing.length === 0 || (dayFirst && !monthFirst)
  const settled = isDayFirst ? 'day first' : monthFirst && !dayFirst ? 'month first' : null
  const example = ambiguous ?? first
  const reading = (order: DateOrder): DateReading => {
    const wrong = read.filter((text) => !text[order])
    return { order, day: example[order], wrong: wrong.length, wrongExample: wrong[0]?.text ?? null }
  }
  return {
    example: example.text,
    readings: [reading('day first'), reading('month first')],
    proof:
      (settled === 'day first' ? dayFirst : settled === 'month first' ? monthFirst : undefined)?.text ?? null,
    settled,
  }
}

function askSwapped(
  dates: { number: number; name: string; date: string }[],
  order: DateQuestion['order'],
): DateQuestion['swapped'] {
  const both = dates.map((each) => ({ ...each, other: swapped(each.date) }))
  const example = both.find(({ date, other }) => date !== other)
  if (!example || !order?.proof || both.some(({ other }) => other === undefined)) return null
  const [dayFirst, monthFirst] = order.readings
  return {
    rows: dates.length,
    example: { ...example, other: example.other ?? '' },
    texts: (order.settled === 'day first' ? monthFirst : dayFirst).wrong,
    text: order.proof,
    expected: order.settled === 'day first' ? 'month first' : 'day first',
  }
}

function askSerials(serials: { serial: number; day: string }[]): DateQuestion['serials'] {
  const [first] = serials
  return first ? { rows: serials.length, example: first.serial, day: first.day } : null
}
