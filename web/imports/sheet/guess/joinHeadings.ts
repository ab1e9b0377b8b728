import { cellText, type MergedCells, ROWS_TRIED, type Sheet } from '../Spreadsheet.ts'
import { mayBeHeading } from './guessHeader.ts'
import { headingKey, isPart, isSkippedHeading, isUsualHeading } from './headings.ts'

/** Words of a group that name no person or thing: `School Details`. */
const GENERAL =
  /\b(bio ?data|personal|student|pupil|learner|child|children)s?\b|\b(contacts?|details?|data|particulars?|info|information)\b/gi
/** Headings that mean something else in each group, such as the name of a guardian. */
const OPEN =
  /^(full )?(name|names|phone|phone no|phone number|tel|tel no|telephone|mobile|contact|contacts|email|e mail|id|no|number|date|day|year|reason|status|result|results|amount|paid|cost|total)$/

/** Rows of students contain some words that are headings too, such as languages. */
const KNOWN_SHARE = 2 / 3

const isKnown = (heading: string) => {
  const key = headingKey(heading)
  return isUsualHeading(key) || isSkippedHeading(key) || isPart(key)
}

/** The sheet with one heading row, if the headings have two: groups, such as `Guardian`, and below them `Name` and `Phone`. */
export function joinHeadings(sheet: Sheet): Sheet {
  const { rows } = sheet
  const texts = rows.slice(0, ROWS_TRIED + 1).map((cells) => cells.map(cellText))
  const at = texts.findIndex((groups, index) => isPair(groups, texts[index + 1] ?? []))
  if (at < 0) return sheet
  const merged = sheet.merged?.filter(({ row }) => row === at) ?? []
  const headings = joined(texts[at] ?? [], texts[at + 1] ?? [], merged)
  return { ...sheet, rows: rows.with(at, []).with(at + 1, headings) }
}

/** Whether a row has the groups of the headings in the next one. */
function isPair(groups: string[], below: string[]): boolean {
  const heads = below.filter(Boolean)
  const known = heads.filter((head) => mayBeHeading(head) && isKnown(head))
  if (heads.length < 2 || known.length < heads.length * KNOWN_SHARE) return false
  if (!groups.every((group) => group === '' || mayBeHeading(group))) return false
  const isGroup = (group: string, position: number) =>
    group && below[position] && !groups[position + 1] && below[position + 1]
  if (!groups.some(isGroup)) return false
  const hasEqualHeads = new Set(heads.map(headingKey)).size < heads.length
  // A title is no heading. A merged cell is in both rows.
  const completes = (group: string, position: number) =>
    isKnown(group) && ['', group].includes(below[position] ?? '')
  return (
    groups.some(completes) || (hasEqualHeads && groups.some((group) => isKnown(group.replace(GENERAL, ''))))
  )
}

function joined(groups: string[], below: string[], merged: readonly MergedCells[]): string[] {
  let group = ''
  let end = Infinity
  return Array.from({ length: Math.max(groups.length, below.length) }, (_, position) => {
    const [above = '', own = ''] = [groups[position], below[position]]
    // A group reaches as far as its cells are merged, or else as far as there are headings below it.
    if (above !== '') {
      group = above
      end = merged.find(({ from }) => from === position)?.to ?? (merged.length > 0 ? position : Infinity)
    } else if (own === '' || position > end) group = ''
    return own === '' || group === '' || own === group ? own || above : headingIn(group, own)
  })
}

/** `Guardian Phone`, but `Date of Birth` in the group `Personal Details`. */
function headingIn(group: string, own: string): string {
  const named = group.replace(GENERAL, '').trim()
  // The lower heading alone comes first, if it means the same in each group.
  const isOpen = OPEN.test(headingKey(own)) || isPart(own) || !isKnown(own)
  return named !== '' && isOpen ? `${named} ${own}` : own
}
