import { importColumns } from '../importColumns.ts'
import { cellText, isFilled, type Sheet, type SheetCell } from '../Spreadsheet.ts'
import { mayBeHeading, ROWS_TRIED } from './guessHeader.ts'
import { headingKey, isSkippedHeading, isUsualHeading, withoutBesides } from './headings.ts'

/** Words of a group that name no person or thing: `School Details`. */
const GENERAL =
  /\b(bio ?data|personal|student|pupil|learner|child|children)s?\b|\b(contacts?|details?|data|particulars?|info|information)\b/gi
/** Headings that mean something else in each group, such as the name of a guardian. */
const OPEN =
  /^(full )?(name|names|phone|phone no|phone number|tel|tel no|telephone|mobile|contact|contacts|email|e mail|id|no|number|date|day|year|reason|status|result|results|amount|paid|cost|total)$/

/** Rows of students contain some words that are headings too, such as languages. */
const KNOWN_SHARE = 2 / 3

/** Whether a heading says what part of a subject's result or of a category's cost its column has. */
const isPart = (heading: string) =>
  ['subject_result', 'category_cost'].some(
    (field) => withoutBesides(heading, importColumns[field] ?? {}) === '',
  )

const isKnown = (heading: string) => {
  const key = headingKey(heading)
  return isUsualHeading(key) || isSkippedHeading(key) || isPart(key)
}

/** The sheet with one heading row, if the headings have two: groups, such as `Guardian`, and below them `Name` and `Phone`. */
export function joinHeadings(sheet: Sheet): Sheet {
  const { rows } = sheet
  const at = rows.slice(0, ROWS_TRIED).findIndex((cells, index) => isPair(cells, rows[index + 1] ?? []))
  if (at < 0) return sheet
  const headings = joined(rows[at] ?? [], rows[at + 1] ?? [])
  return { ...sheet, rows: rows.with(at, []).with(at + 1, headings) }
}

const text = (cells: SheetCell[], place: number) => cellText(cells[place])

/** Whether a row has the groups of the headings in the next one. */
function isPair(groups: SheetCell[], below: SheetCell[]): boolean {
  const heads = below.filter(isFilled)
  const known = heads.filter((cell) => mayBeHeading(cell) && isKnown(cellText(cell)))
  if (heads.length < 2 || known.length < heads.length * KNOWN_SHARE || !groups.every(isHeadingOrEmpty))
    return false
  const isGroup = (_: SheetCell, place: number) =>
    text(groups, place) !== '' &&
    text(below, place) !== '' &&
    text(groups, place + 1) === '' &&
    text(below, place + 1) !== ''
  if (!groups.some(isGroup)) return false
  const keys = heads.map((cell) => headingKey(cellText(cell)))
  // A title is no heading. A merged cell is in both rows.
  const completes = (cell: SheetCell, place: number) =>
    isKnown(cellText(cell)) && ['', cellText(cell)].includes(text(below, place))
  return (
    groups.some(completes) ||
    (new Set(keys).size < keys.length && groups.some((cell) => isKnown(cellText(cell).replace(GENERAL, ''))))
  )
}

const isHeadingOrEmpty = (cell: SheetCell) => !isFilled(cell) || mayBeHeading(cell)

function joined(groups: SheetCell[], below: SheetCell[]): SheetCell[] {
  let group = ''
  return Array.from({ length: Math.max(groups.length, below.length) }, (_, place) => {
    const [above, own] = [text(groups, place), text(below, place)]
    // A group reaches as far as there are headings below it.
    if (above !== '') group = above
    else if (own === '') group = ''
    return own === '' || group === '' || own === group ? own || above : headingIn(group, own)
  })
}

/** `Guardian Phone`, but `Date of Birth` in the group `Personal Details`. */
function headingIn(group: string, own: string): string {
  const named = group.replace(GENERAL, '').trim()
  const whole = `${named} ${own}`
  const isOpen = OPEN.test(headingKey(own)) || isPart(own) || !isKnown(own)
  return named !== '' && (isKnown(whole) || isOpen) ? whole : own
}
