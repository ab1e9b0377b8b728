import { Box, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import card from '../../../ui/card/CardHead.module.css'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { ListTable } from '../../../ui/list/ListTable.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import type { CheckedParts } from '../../importApi.ts'
import { useMore } from '../../../ui/list/useMore.tsx'
import type { StepProps } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import type { MadeRows } from '../../sheet/Answers.ts'
import classes from './RowGroup.module.css'

/** The props of each card of the check. */
export type CheckedProps = StepProps & {
  found: CheckedParts
  /** The rows that were checked. */
  made: MadeRows
  /** Whether the card contains the step's foot. */
  isLast: boolean
}

type RowGroupProps = {
  /** Rows with errors, or rows with the same change. */
  of: 'rows' | 'changes'
  count: string
  title: string
  advice?: string
  isOpenAtFirst?: boolean
  /** What fixes or decides all rows of the group. */
  actions: ReactNode
  children: ReactNode
}

/** The head of a group of rows, which are shown on request. */
export function RowGroup({ of, count, title, advice, ...props }: RowGroupProps) {
  const [isOpen, setIsOpen] = useState(props.isOpenAtFirst ?? false)
  const verb = isOpen ? 'Hide' : 'Show'
  return (
    <>
      <div className={`el-line ${card.head}`}>
        <div>
          <Group component="h3" gap={9} wrap="nowrap" fw={600} className="el-h3 el-break">
            {of === 'rows' ? (
              <IconAlertCircle size={20} color="var(--el-red)" aria-hidden />
            ) : (
              <IconPencil size={20} color="var(--el-primary-ink)" aria-hidden />
            )}
            <span>
              <span className="el-numbers">{count}:</span> {title}
            </span>
          </Group>
          {advice && (
            <Text className={frame.text} mt={4} pl={{ sm: 29 }}>
              {advice}
            </Text>
          )}
        </div>
        <Group gap={8} className={classes.fix ?? ''}>
          <Button
            variant="subtle"
            ml={{ base: -10, sm: 'auto' }}
            aria-expanded={isOpen}
            aria-label={`${verb} ${of}: ${title}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {verb} {of}
          </Button>
          {props.actions}
        </Group>
      </div>
      {isOpen && props.children}
    </>
  )
}

/** More are shown on request. */
const FIRST_SHOWN = 3

type NumberedRow = { number: number; name: string }
type RowListProps<Row> = {
  label: string
  rows: Row[]
  columns: ListColumn<Row>[]
  /** The last column. */
  input: { header: string; width: number; cell: (row: Row) => ReactNode } | undefined
  /** On a phone: the row's values. A blank cell has none. */
  renderText: (row: Row) => ReactNode
  isWrong?: boolean
  /** The number of rows that are shown at first. */
  first?: number
  /** Below the rows. */
  action?: ReactNode
}

/** Rows of the sheet: a table, or on a phone a list. */
export function RowList<Row extends NumberedRow>(props: RowListProps<Row>) {
  const { label, rows, columns, input, renderText, first = FIRST_SHOWN } = props
  const [shown, more] = useMore(rows, first)
  return (
    <>
      {useIsPhone() ? (
        <Box component="ul" m="0 16px 4px">
          {shown.map((row) => (
            <Box component="li" key={row.number} className="el-line" pt={10} pb={12}>
              <Group justify="space-between" wrap="nowrap" gap={10} mb={8}>
                <b className="el-strong">{row.name}</b>
                <Text span size="sm" c="dimmed" lh="inherit" flex="none">
                  Row {row.number}
                </Text>
              </Group>
              {renderText(row) && (
                <Text size="ui" lh="body" fw="var(--el-fw-medium)" c={props.isWrong ? 'red' : 'gray'} mb={6}>
                  {renderText(row)}
                </Text>
              )}
              {input?.cell(row)}
            </Box>
          ))}
        </Box>
      ) : (
        <Box className={`el-box ${frame.inputs}`} m="0 20px 12px 49px">
          <ListTable
            label={label}
            columns={[numberColumn, ...columns, ...(input ? [{ name: 'input', ...input }] : [])]}
            rows={shown}
            rowKey={({ number }) => number}
          />
        </Box>
      )}
      {(more || props.action !== undefined) && (
        <Group
          justify="space-between"
          gap={0}
          wrap="nowrap"
          m={{ base: '0 16px 6px 0', sm: '-4px 20px 8px 35px' }}
        >
          {more}
          {props.action}
        </Group>
      )}
    </>
  )
}

const numberColumn: ListColumn<NumberedRow> = {
  name: 'number',
  header: 'Row',
  width: 76,
  cell: ({ number }) => <span className="el-ink-3">{number}</span>,
}
