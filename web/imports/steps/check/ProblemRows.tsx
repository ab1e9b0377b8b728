import { Button, Text } from '@mantine/core'
import { isDay } from '#contract/base/days.ts'
import type { ImportErrorCode } from '#contract/imports.ts'
import { formatDay } from '../../../ui/formatDate.ts'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { nameOf, textOf } from '../../rowWords.ts'
import { cellText } from '../../sheet/Spreadsheet.ts'
import { ValueInput } from '../../ValueInput.tsx'
import type { Problem } from './problems.ts'
import { type CheckedProps, RowList } from './RowGroup.tsx'

/** Errors that a new value of the same cell cannot fix. */
export const notFixableHere = new Set<ImportErrorCode>([
  'notActive',
  'recordClosed',
  'studentTwice',
  'recordTwice',
  'subjectUnknown',
  'categoryUnknown',
])

type ShownRow = { number: number; name: string; inSheet: string; reads: string }

type ProblemRowsProps = Omit<CheckedProps, 'found' | 'isLast'> & {
  problem: Problem
  onCheckAgain: () => void
}

/** The rows of a problem, each with the sheet's value and an input for the right one. */
export function ProblemRows({ kind, problem, made, job, handle, onCheckAgain }: ProblemRowsProps) {
  const { target, rows } = problem
  const column = job.answers.columns.find(({ field }) => field === target?.field)?.index ?? -1
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
    <RowList
      label={`Rows: ${problem.message}`}
      rows={rows.map((row): ShownRow => {
        const [number, sent] = [made.numbers[row] ?? 0, made.rows[row] ?? {}]
        const day = textOf(sent, target?.field ?? '')
        // A mark or cost may be joined from several cells.
        const inSheet = cellText(job.sheet.rows[number - 1]?.[column]) || textOf(sent, target?.field ?? '')
        return { number, name: nameOf(kind, sent), inSheet, reads: isDay(day) ? formatDay(day) : '' }
      })}
      columns={[
        { name: 'name', header: 'Name', isName: true, cell: ({ name }) => name || '–' },
        { name: 'inSheet', header: 'In your sheet', cell: ({ inSheet }) => inSheet || '–' },
        ...(readsDates ? [readsColumn] : []),
      ]}
      input={editTarget && { header: editTarget.label, width: 230, cell: input }}
      isWrong
      renderText={({ inSheet, reads }) =>
        inSheet && `“${inSheet}”${readsDates && reads ? ` reads as ${reads}` : ''}`
      }
      action={
        isTyped && (
          <Button variant="default" onClick={onCheckAgain}>
            Check again
          </Button>
        )
      }
    />
  )
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
