import type { ImportKind } from '#contract/imports.ts'
import { type ColumnChoice, columnsOf } from './guess/guessColumns.ts'
import { dataRows } from './guess/guessHeader.ts'
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
    /** One of them: the sheet's row number and the name in that row. */
    example: { number: number; name: string; date: string; other: string }
    texts: number
    text: string
    expected: DateOrder
  } | null
}

/** The unanswered questions about a date column, as the page names them. */
export const unansweredDates = (
  { target: { label }, order, serials, swapped: mixed }: DateQuestion,
  said: DateAnswers[string] | undefined,
): string[] => [
  ...(order && isAsked(order) && !(said?.order ?? order.settled) ? [`the dates of ${label}`] : []),
  ...(serials && said?.readsSerials == null ? [`the numbers in ${label}`] : []),
  ...(mixed && said?.areSwapped == null ? [`whether day and month are swapped in ${label}`] : []),
]

type Order = NonNullable<DateQuestion['order']>

/** Whether any date of the column depends on the order of day and month. */
export const isAsked = ({ readings: [dayFirst, monthFirst] }: Order) =>
  dayFirst.day !== null && monthFirst.day !== null && dayFirst.day !== monthFirst.day

/** One question for each date column that contains texts of digits, or numbers. */
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
  // If the order changes no date, day first is as good as month first.
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
