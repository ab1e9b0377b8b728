import type { ImportCheck } from '#contract/imports.ts'
import { listOf } from '../../../ui/plural.ts'
import type { ImportJob } from '../../ImportJobs.tsx'
import type { MadeRows } from '../../sheet/Answers.ts'
import type { Reason } from '../../sheet/saveRows.ts'

/** Why rows are not imported, by row number in the sheet. An error of a record is about all of its rows. */
export const reasonsOf = ({ errors }: Pick<ImportCheck, 'errors'>, { numbers, joined }: MadeRows): Reason[] =>
  errors.flatMap(({ row, message }) =>
    (joined?.[row] ?? [numbers[row] ?? 0]).map((number) => ({ number, reason: message })),
  )

/** The same, including skipped duplicates. */
export function leftOutOf(found: ImportCheck, made: MadeRows, { answers }: ImportJob): Reason[] {
  const wrong = new Set(found.errors.map(({ row }) => row))
  const skipped = found.duplicates.flatMap(({ row, of, of_row }) => {
    const number = made.numbers[row] ?? 0
    const decision = answers.decisions[number] ?? 'skip'
    if (decision !== 'skip' || wrong.has(row)) return []
    const other = of ? `${of.ref} ${of.name}` : `row ${made.numbers[of_row ?? 0]}`
    return [{ number, reason: `Possible duplicate of ${other}` }]
  })
  return [...reasonsOf(found, made), ...skipped]
}

const NAMED = 10

/** Lists the empty rows, because a column that is not imported may contain a student's name. */
export function emptyWords(empty: MadeRows['empty']): string {
  const rest = empty.length - NAMED
  const named = [...empty.slice(0, NAMED).map(String), ...(rest > 0 ? [`${rest} more`] : [])]
  const [rows, are] = empty.length === 1 ? ['Row', 'is'] : ['Rows', 'are']
  return `${rows} ${listOf(named)} ${are} left out: no column that is imported has anything there.`
}
