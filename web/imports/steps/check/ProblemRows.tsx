import { Button, Text } from '@mantine/core'
import { isDay } from '#contract/base/days.ts'
import type { ImportedRow, ImportErrorCode, ImportKind } from '#contract/imports.ts'
import { formatDay } from '../../../ui/formatDate.ts'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import type { ImportJob, JobHandle } from '../../ImportJobs.tsx'
import { nameOf, textOf } from '../../rowWords.ts'
import type { MadeRows } from '../../sheet/makeRows.ts'
import { cellText } from '../../sheet/Spreadsheet.ts'
import type { Target } from '../../sheet/targets.ts'
import { useMore } from '../../../ui/useMore.tsx'
import { ValueInput } from '../../ValueInput.tsx'
import type { Problem } from './problems.ts'
import { RowList } from './RowGroup.tsx'
import classes from './RowGroup.module.css'

const FIRST_SHOWN = 3

/** Errors that a new value of the same cell cannot fix. */
const notFixableHere = new Set<ImportErrorCode>(['notActive', 'studentTwice'])

type ShownRow = { number: number; name: string; inSheet: string; reads: string }

export type CheckedProps = {
  /** The rows that were checked. */
  made: MadeRows
  job: ImportJob
  handle: JobHandle
  onCheckAgain: () => void
}
type ProblemRowsProps = CheckedProps & { kind: ImportKind; problem: Problem }

/** The rows of a problem, each with the sheet's value and an input for the right one. */
export function ProblemRows({ kind, problem, made, job, handle, onCheckAgain }: ProblemRowsProps) {
  const { target, rows } = problem
  const [first, more] = useMore(rows, FIRST_SHOWN)
  const shown = first.map((row) => shownRow(kind, made.numbers[row] ?? 0, made.rows[row] ?? {}, target, job))
  const editTarget = target && !notFixableHere.has(problem.code) ? target : undefined
  const readsDates = target?.holds === 'date'
  const isTyped = rows.some(
    (row) => target && job.typed[made.numbers[row] ?? 0]?.[target.field] !== undefined,
  )
  const input = ({ number, name }: ShownRow) =>
    editTarget && (
      <ValueInput
        target={editTarget}
        label={`${editTarget.label} of ${name || `row ${number}`}`}
        value={job.typed[number]?.[editTarget.field] ?? job.answers.mended[number]?.[editTarget.field] ?? ''}
        onChange={(value) =>
          handle.change(({ typed }) => ({
            typed: { ...typed, [number]: { ...typed[number], [editTarget.field]: value } },
          }))
        }
      />
    )
  return (
    <>
      <RowList
        label={`Rows: ${problem.message}`}
        rows={shown}
        columns={[
          { name: 'name', header: 'Name', isName: true, cell: ({ name }) => name || '–' },
          { name: 'inSheet', header: 'In your sheet', cell: ({ inSheet }) => inSheet || '–' },
          ...(readsDates ? [readsColumn] : []),
          ...(editTarget ? [{ name: 'fix', header: editTarget.label, width: 230, cell: input }] : []),
        ]}
        renderText={({ inSheet, reads }) =>
          inSheet && (
            <Text size="ui" lh="body" c="red" mb={6} className="el-medium">
              “{inSheet}”{readsDates && reads && ` reads as ${reads}`}
            </Text>
          )
        }
        input={input}
      />
      <div className={classes.more}>
        {more}
        {isTyped && (
          <Button variant="default" onClick={onCheckAgain}>
            Check again
          </Button>
        )}
      </div>
    </>
  )
}

function shownRow(
  kind: ImportKind,
  number: number,
  row: ImportedRow,
  target: Target | undefined,
  job: ImportJob,
): ShownRow {
  const column = job.answers.columns.find(({ field }) => field === target?.field)
  const inSheet = column ? cellText(job.sheet.rows[number - 1]?.[column.index]) : ''
  const sent = target ? textOf(row, target.field) : ''
  return { number, name: nameOf(kind, row), inSheet, reads: isDay(sent) ? formatDay(sent) : '' }
}

const readsColumn: ListColumn<ShownRow> = {
  name: 'reads',
  header: 'Reads as',
  cell: ({ reads }) => (
    <Text component="span" inherit c="var(--el-red)" fw="var(--el-fw-medium)">
      {reads || 'No date'}
    </Text>
  ),
}
