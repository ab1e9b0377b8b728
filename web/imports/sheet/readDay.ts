import { dayOf } from '#contract/base/days.ts'
import { BORN_FROM } from '#contract/students/students.ts'
import { readDate } from '../../ui/form/date/readDate.ts'
import { dayOfSerial } from './read/cellFormats.ts'
import { cellText, type SheetCell } from './Spreadsheet.ts'

export type DateOrder = 'day first' | 'month first'

/** By field. The check refuses dates whose question is not answered (null). */
export type DateAnswers = Record<
  string,
  {
    order?: DateOrder | null
    readsSerials?: boolean | null
    /** Whether the spreadsheet swapped day and month in the cells that it converted to dates. */
    areSwapped?: boolean | null
  }
>

/** `April 3, 2010` */
const MONTH_FIRST = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i

/** Longer than any date. Longer texts are skipped, because matching them is slow. */
const LONGEST = 'Wednesday, 30th September, 2010 12:00:00.000 a.m.'.length

/** Parses an unambiguous date: `2010-04-03`, `2010/04/03`, `3 Apr 2010`, `3-Apr-10`, `April 3, 2010`. */
function readPlainDay(typed: string): string | undefined {
  const text = typed.trim().replace(TIME, '')
  const [, month, day, year] = MONTH_FIRST.exec(text) ?? []
  if (month) return readDate(`${day} ${month} ${year}`)
  if (/^\d{4}[/.]/.test(text)) return readDate(text.replace(/[/.]/g, '-'))
  return readDate(
    text.replace(/([a-z][\s/.,-]+)(\d\d)$/i, (_, before: string, short: string) => before + wholeYear(short)),
  )
}

/** Whether a cell is a date under any answer. */
export const readsAsDay = (cell: SheetCell): boolean =>
  (['day first', 'month first'] as const).some(
    (order) => readDay(cell, { order, readsSerials: true }) !== null,
  )

/** A cell of a date column as `2010-04-03`; null if it is not a date under the answer. */
export function readDay(cell: SheetCell, answer: DateAnswers[string] | undefined): string | null {
  const found = dateIn(cell)
  if (found && typeof cell !== 'object' && !answer?.readsSerials) return null
  if (found)
    return answer?.areSwapped === null ? null : answer?.areSwapped ? (swapped(found) ?? found) : found
  if (typeof cell !== 'string' || cellText(cell).length > LONGEST) return null
  const days = daysIn(cell)
  if (!days) return readPlainDay(cell) ?? null
  if (answer?.order) return days[answer.order]
  const [day, ...others] = new Set([days['day first'], days['month first']].filter((each) => each !== null))
  return others.length === 0 ? (day ?? null) : null
}

/** The day of a cell that the spreadsheet stores as a date, even if it displays a number. */
export const dateIn = (cell: SheetCell): string | undefined =>
  typeof cell === 'object' ? cell?.date : serialOf(cell)?.day

/** The date with day and month swapped. */
export function swapped(date: string): string | undefined {
  const [year, month, day] = date.split('-')
  return Number(day) <= 12 ? `${year}-${day}-${month}` : undefined
}

/** A date cell as it is sent and saved. Without a readable day it is a text that the check refuses. */
export function dayText(cell: SheetCell, answer: DateAnswers[string] | undefined): string {
  const isOpen = typeof cell === 'object' && answer?.areSwapped === null
  return readDay(cell, answer) ?? (isOpen && cell ? `${cell.date} or ${swapped(cell.date)}` : cellText(cell))
}

/** `03/04/2010`, `3.4.10` */
const FIGURES = /^(\d{1,2})\s*[/. -]\s*(\d{1,2})\s*[/. -]\s*(\d{4}|\d{2})$/
/** The time of day after a date, as `T00:00:00` or ` 12:00:00 AM`. */
const TIME = /[\sT]+\d{1,2}:\d\d(:\d\d(\.\d+)?)?(\s*[ap]\.?m\.?)?Z?$/i

/** The day that a text of digits is in each order; null if it is no date. */
export type Days = { text: string } & Record<DateOrder, string | null>

export function daysIn(cell: SheetCell): Days | undefined {
  if (typeof cell !== 'string' || cellText(cell).length > LONGEST) return undefined
  const text = cell.trim().replace(TIME, '')
  const [, first, second, short] = FIGURES.exec(text) ?? []
  if (short === undefined) return undefined
  const year = wholeYear(short)
  return {
    text,
    'day first': readDate(`${first}/${second}/${year}`) ?? null,
    'month first': readDate(`${second}/${first}/${year}`) ?? null,
  }
}

/** No student was born before 1950 or in the future, so that two digits mean one year. */
function wholeYear(year: string): string {
  if (year.length === 4) return year
  return `20${year}` <= dayOf(new Date()).slice(0, 4) ? `20${year}` : `19${year}`
}

/** A number that may be a spreadsheet's serial number of a day from 1950 to the near future. */
export function serialOf(cell: SheetCell): { serial: number; day: string } | undefined {
  const serial =
    typeof cell === 'number' || /^\d{5}$/.test(cellText(cell)) ? Number(cellText(cell)) : Number.NaN
  const day = dayOfSerial(serial)
  return day && day >= BORN_FROM && day < '2100' ? { serial, day } : undefined
}
