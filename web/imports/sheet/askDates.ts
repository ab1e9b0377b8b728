import type { ImportKind } from '#contract/imports.ts'
import { type ColumnChoice, columnsOf } from './guessColumns.ts'
import { dataRows } from './guessHeader.ts'
import { type DateOrder, dayIn, type Figures, figuresOf, serialOf } from './readDay.ts'
import type { Sheet } from './Spreadsheet.ts'
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
}

/** One for each column of dates that holds texts of figures or numbers. */
export const askDates = (
  kind: ImportKind,
  sheet: Sheet,
  header: number,
  choices: ColumnChoice[],
): DateQuestion[] => {
  const rows = dataRows(sheet, header)
  return columnsOf(kind, choices, 'date').flatMap(({ target, heading, index }) => {
    const cells = rows.map(({ cells: all }) => all[index] ?? null)
    const order = askOrder(cells.map(figuresOf).filter((figures) => figures !== undefined))
    const serials = askSerials(cells.map(serialOf).filter((serial) => serial !== undefined))
    return order || serials ? { target, heading, order, serials } : []
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

function askSerials(serials: { serial: number; day: string }[]): DateQuestion['serials'] {
  const [first] = serials
  return first ? { rows: serials.length, example: first.serial, day: first.day } : null
}
