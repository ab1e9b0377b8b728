import { listOf, plural } from '../../ui/plural.ts'
import { type LeftOutReason, leftOutRows } from './guess/guessHeader.ts'
import { cellText, type ChosenSheet, isFilled } from './Spreadsheet.ts'

const NAMED = 5

const wordsOf: Record<LeftOutReason, (texts: string[]) => string> = {
  'the heading of a group': (texts) => {
    const rest = texts.length - NAMED
    const named = listOf([...texts.slice(0, NAMED), ...(rest > 0 ? [`${rest} more`] : [])])
    return `${texts.length === 1 ? '1 heading of a group' : `${texts.length} headings of groups`} (${named})`
  },
  'a total': ({ length }) => plural(length, 'total'),
  'headings again': ({ length }) => plural(length, 'row') + ' with the headings again',
}

/** The rows below the headings that are no records: `2 headings of groups (GROUP 2 and GROUP 3)`, `4 totals` */
export function otherRows(sheets: readonly ChosenSheet[]): string[] {
  const found = sheets.flatMap((sheet) => (sheet.refusal ? [] : leftOutRows(sheet, sheet.header)))
  return [...Map.groupBy(found, ({ why }) => why)].map(([why, rows]) =>
    wordsOf[why](rows.map(({ row }) => cellText(row.cells.find(isFilled)))),
  )
}
