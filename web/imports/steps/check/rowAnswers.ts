import type { Decision } from '#contract/imports.ts'
import type { ImportJob } from '../../importJob.ts'
import { isLeftOutOfAll } from '../../sheet/bodyOf.ts'
import { keyOf } from '../../sheet/Answers.ts'
import type { SheetRow } from '../../sheet/rowsOf.ts'

type Answered = Pick<ImportJob, 'answers' | 'corrections'>

/** Gives fields of some rows. A value for an empty cell is used only if the row adds a student. */
export function withCorrections(
  { corrections }: Pick<ImportJob, 'corrections'>,
  rows: readonly SheetRow[],
  given: ImportJob['corrections'][string],
): Pick<ImportJob, 'corrections'> {
  const corrected = rows.map(({ key }) => [key, { ...corrections[key], ...given }] as const)
  return { corrections: { ...corrections, ...Object.fromEntries(corrected) } }
}

/** The user's answer about a row that may be a duplicate; undefined if there is none. */
export function decisionOf(corrections: ImportJob['corrections'], { key }: SheetRow): Decision | undefined {
  const duplicate = corrections[key]?.['duplicate']
  return typeof duplicate === 'number' || duplicate === 'add' || duplicate === 'skip' ? duplicate : undefined
}

const keptIn = (corrections: ImportJob['corrections'], { key }: SheetRow): string[] => {
  const keep = corrections[key]?.['keep']
  return Array.isArray(keep) ? keep : []
}

/** Leaves a field out of all updates, or of the updates of some rows; or includes it again. */
export function withLeftOut(
  { answers, corrections }: Answered,
  field: string,
  isLeftOut: boolean,
  rows: readonly SheetRow[],
  isAll = false,
): Answered {
  const { [keyOf('update', field, '')]: _before, ...others } = answers
  const kept = (row: SheetRow) => keptIn(corrections, row).filter((each) => each !== field)
  const isKept = isLeftOut && !isAll
  const some = rows.flatMap((row): [string, ImportJob['corrections'][string]][] =>
    isKept || kept(row).length < keptIn(corrections, row).length
      ? [[row.key, { ...corrections[row.key], keep: [...kept(row), ...(isKept ? [field] : [])] }]]
      : [],
  )
  return {
    answers: !isAll ? answers : isLeftOut ? { ...others, [keyOf('update', field, '')]: 'left out' } : others,
    corrections: { ...corrections, ...Object.fromEntries(some) },
  }
}

/** Whether a field is left out of all updates, or of one row's update. */
export const isLeftOutOfUpdates = ({ answers, corrections }: Answered, field: string, row?: SheetRow) =>
  isLeftOutOfAll(answers, field) || (row !== undefined && keptIn(corrections, row).includes(field))
