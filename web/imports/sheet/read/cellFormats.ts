import { DAY_MS } from '#contract/base/days.ts'
import type { SheetCell } from '../Spreadsheet.ts'
import type { XmlTag } from './xmlTags.ts'
import { dayAndMonth, formatDay } from '../../../ui/formatDate.ts'

/** How a style displays a number. A `month` shows no day, and a `birthday` no year. */
export type CellFormat = 'number' | 'date' | 'month' | 'birthday' | { zeros: number }

/** The built-in date formats, which have no code in the file. Those from 27 on are East Asian dates. */
function builtIn(id: number): CellFormat {
  if (id === 16) return 'birthday'
  if (id === 17) return 'month'
  const isDate = id === 14 || id === 15 || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
  return isDate ? 'date' : 'number'
}

/** The longest format code that spreadsheets accept. */
const CODE_MAX = 255

/** The formats of cells, by style index. */
export function readFormats(tags: Iterable<XmlTag>): CellFormat[] {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let isCellStyle = false
  for (const tag of tags) {
    if (tag.name === 'numFmt' && !tag.isEnd)
      codes.set(Number(tag.attribute('numFmtId')), tag.attribute('formatCode')?.slice(0, CODE_MAX) ?? '')
    if (tag.name === 'cellXfs') isCellStyle = !tag.isEnd
    if (tag.name === 'xf' && !tag.isEnd && isCellStyle) {
      const id = Number(tag.attribute('numFmtId') ?? 0)
      formats.push(codes.has(id) ? formatOf(codes.get(id) ?? '') : builtIn(id))
    }
  }
  return formats
}

/** A code such as `dd/mm/yyyy;@` or `[$-809]d mmmm yyyy`. An `m` alone may be minutes. */
function formatOf(code: string): CellFormat {
  const plain = code.replace(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, '').split(';')[0] ?? ''
  if (!/general/i.test(plain)) {
    const showsYear = /y/i.test(plain)
    if (/d/i.test(plain)) return showsYear ? 'date' : 'birthday'
    if (showsYear || /mmm/i.test(plain)) return 'month'
  }
  return /^00+$/.test(plain) ? { zeros: plain.length } : 'number'
}

/** The last day of the year 9999. */
const LAST_SERIAL = 2_958_465
const DAYS_TO_1904 = 1462
/** Excel counts a 29th of February 1900, which did not exist, as day 60. */
const LEAP_DAY = 60

/** The day of a spreadsheet's serial number, `2010-04-03`; undefined if the number is not a day. */
export function dayOfSerial(serial: number, isFrom1904 = false): string | undefined {
  const whole = Math.floor(serial) + (isFrom1904 ? DAYS_TO_1904 : 0)
  if (!(whole >= 1 && whole <= LAST_SERIAL) || whole === LEAP_DAY) return undefined
  const days = whole < LEAP_DAY ? whole + 1 : whole
  return new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10)
}

export function formatted(number: number, format: CellFormat | undefined, isFrom1904: boolean): SheetCell {
  if (format === undefined || format === 'number') return number
  if (typeof format === 'object') return String(number).padStart(format.zeros, '0')
  const date = dayOfSerial(number, isFrom1904)
  if (!date) return number
  // A spreadsheet converts a typed "March 2010" to the first of March, and "Mar-10" to a day of this year.
  if (format === 'birthday') return dayAndMonth(date)
  if (format === 'month' && date.endsWith('-01')) return formatDay(date).slice('1 '.length)
  return { date }
}
