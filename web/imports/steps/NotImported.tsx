import { Group } from '@mantine/core'
import { IconColumns2, IconTableMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ImportKind } from '#contract/imports.ts'
import { listOf, plural } from '../../ui/plural.ts'
import frame from '../imports.module.css'
import { nounsOf } from '../rowWords.ts'
import type { ColumnChoice } from '../sheet/guess/guessColumns.ts'

type NotImportedProps = {
  kind: ImportKind
  /** The columns with data, and the rows that are no records, in words. */
  columns: string[]
  others: string[]
  /** The link that changes it. */
  change?: ReactNode
}

/** Names every column and every kind of row that is not imported. */
export const NotImported = ({ kind, columns, others, change }: NotImportedProps) => (
  <>
    {columns.length > 0 && (
      <Group className={frame.quiet} gap={11} wrap="nowrap">
        <IconColumns2 size={20} aria-hidden />
        <span className="el-grow">
          <b className="el-strong">Not imported:</b> {listOf(columns)}
        </span>
        {change}
      </Group>
    )}
    {others.length > 0 && (
      <Group className={frame.quiet} gap={11} wrap="nowrap">
        <IconTableMinus size={20} aria-hidden />
        <span className="el-grow">
          <b className="el-strong">Rows that are no {nounsOf(kind)}:</b> {listOf(others)}
        </span>
      </Group>
    )}
  </>
)

/** `Remarks (64 cells)` for each column with data that is not imported. */
export const columnsLeftOut = (columns: readonly ColumnChoice[]): string[] =>
  columns.flatMap(({ field, filled, heading, letter }) =>
    field === null && filled > 0 ? `${heading || `column ${letter}`} (${plural(filled, 'cell')})` : [],
  )
