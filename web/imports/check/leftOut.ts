import type { ImportCheck } from '#contract/imports.ts'
import type { ImportJob } from '../ImportJobs.tsx'
import type { MadeRows } from '../sheet/makeRows.ts'
import type { Reason } from '../sheet/saveRows.ts'

/** Why rows do not come in, by their numbers in the sheet. */
export const reasonsOf = ({ errors }: Pick<ImportCheck, 'errors'>, { numbers }: MadeRows): Reason[] =>
  errors.map(({ row, message }) => ({ number: numbers[row] ?? 0, reason: message }))

/** The same, with the possible duplicates that nobody decided to bring in. */
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
