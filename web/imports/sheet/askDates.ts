import { dayOf } from '#contract/fields.ts'
import type { ImportKind } from '#contract/imports.ts'
import { BORN_FROM } from '#contract/students.ts'
import { readDate } from '../../ui/readDate.ts'
import { columnsOf } from './askWords.ts'
import type { ColumnChoice } from './guessColumns.ts'
import { dataRows } from './guessHeader.ts'
import { dayOfSerial } from './read/cellFormats.ts'
import { cellText, type Sheet, type SheetCell } from './Spreadsheet.ts'
import type { Target } from './targets.ts'

export type DateOrder = 'day first' | 'month first'

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

/** By field. What is not answered is sent as it stands, and refused by the check. */
export type DateAnswers = Record<string, { order?: DateOrder | null; readsSerials?: boolean | null }>

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

/** `03/04/2010`, `3.4.10` */
const FIGURES = /^(\d{1,2})\s*[/. -]\s*(\d{1,2})\s*[/. -]\s*(\d{4}|\d{2})$/
/** The time of day behind a date, as `T00:00:00` or ` 12:00:00 AM`. */
const TIME = /[\sT]+\d{1,2}:\d\d(:\d\d(\.\d+)?)?(\s*[ap]\.?m\.?)?Z?$/i

type Figures = { text: string; first: string; second: string; year: string }

function figuresOf(cell: SheetCell): Figures | undefined {
  if (typeof cell !== 'string') return undefined
  const text = cell.trim().replace(TIME, '')
  const [found, first = '', second = '', year = ''] = FIGURES.exec(text) ?? []
  return found === undefined ? undefined : { text, first, second, year: wholeYear(year) }
}

/** Nobody here was born before 1950 or in the future, so that two figures mean one year. */
function wholeYear(year: string): string {
  if (year.length === 4) return year
  return `20${year}` <= dayOf(new Date()).slice(0, 4) ? `20${year}` : `19${year}`
}

const dayIn = ({ first, second, year }: Figures, order: DateOrder): string | null =>
  readDate(order === 'day first' ? `${first}/${second}/${year}` : `${second}/${first}/${year}`) ?? null

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

/** A number that would be a day from 1950 to a while from now. */
function serialOf(cell: SheetCell): { serial: number; day: string } | undefined {
  const serial =
    typeof cell === 'number' || /^\d{5}$/.test(cellText(cell)) ? Number(cellText(cell)) : Number.NaN
  const day = dayOfSerial(serial)
  return day && day >= BORN_FROM && day < '2100' ? { serial, day } : undefined
}

function askSerials(serials: { serial: number; day: string }[]): DateQuestion['serials'] {
  const [first] = serials
  return first ? { rows: serials.length, example: first.serial, day: first.day } : null
}

/** `April 3, 2010` */
const MONTH_FIRST = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i

/** A text that can be read one way only: `2010-04-03`, `2010/04/03`, `3 Apr 2010`, `3-Apr-10`, `April 3, 2010`. */
function readPlainDay(typed: string): string | undefined {
  const text = typed.trim().replace(TIME, '')
  const [, month, day, year] = MONTH_FIRST.exec(text) ?? []
  if (month) return readDate(`${day} ${month} ${year}`)
  if (/^\d{4}[/.]/.test(text)) return readDate(text.replace(/[/.]/g, '-'))
  return readDate(
    text.replace(/([a-z][\s/.,-]+)(\d\d)$/i, (_, before: string, short: string) => before + wholeYear(short)),
  )
}

/** Whether a cell may be a date at all, by any answer. */
export const readsAsDay = (cell: SheetCell): boolean =>
  (['day first', 'month first'] as const).some(
    (order) => readDay(cell, { order, readsSerials: true }) !== null,
  )

/** A cell of a column of dates as `2010-04-03`; null if it is no date by the answer. */
export function readDay(cell: SheetCell, answer: DateAnswers[string] | undefined): string | null {
  if (typeof cell === 'object') return cell?.date ?? null
  const serial = serialOf(cell)
  if (serial) return answer?.readsSerials ? serial.day : null
  if (typeof cell !== 'string') return null
  const figures = figuresOf(cell)
  if (figures) return answer?.order ? dayIn(figures, answer.order) : null
  return readPlainDay(cell) ?? null
}
