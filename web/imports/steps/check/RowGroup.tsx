import { Box, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import card from '../../../ui/card/CardHead.module.css'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { ListTable } from '../../../ui/list/ListTable.tsx'
import { capital } from '../../../ui/plural.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import type { CheckedParts } from '../../importApi.ts'
import { useMore } from '../../../ui/list/useMore.tsx'
import type { StepProps } from '../../ImportFrame.tsx'
import type { Prepared } from '../../sheet/bodyOf.ts'
import frame from '../../imports.module.css'
import type { MadeRows } from '../../sheet/makeRows.ts'
import type { SheetRow } from '../../sheet/rowsOf.ts'
import type { Sums } from './moneyOf.ts'
import classes from './RowGroup.module.css'

/** The props of each card of the check. */
export type CheckedProps = StepProps &
  Pick<Prepared, 'asked' | 'settled'> & {
    found: CheckedParts
    /** The rows that were checked. */
    made: MadeRows
    /** Of receipts. */
    money: Sums | undefined
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
          <Group component="h3" gap={0} wrap="nowrap" fw={600} className="el-h3 el-break">
            <span className={classes.icon}>
              {of === 'rows' ? (
                <IconAlertCircle size={20} color="var(--el-red)" aria-hidden />
              ) : (
                <IconPencil size={20} color="var(--el-primary-ink)" aria-hidden />
              )}
            </span>
            <span>
              <span className="el-numbers">{count}:</span> {title}
            </span>
          </Group>
          {advice && (
            <Text className={`${frame.text} ${classes.advice}`} mt={4}>
              {advice}
            </Text>
          )}
        </div>
        <Group gap={8} className={`${frame.names} ${classes.fix}`}>
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

type NamedRow = { source: Pick<SheetRow, 'key' | 'name'>; name: string }
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
}

/** Rows of the sheet: a table, or on a phone a list. */
export function RowList<Row extends NamedRow>(props: RowListProps<Row>) {
  const { label, rows, columns, input, renderText, first = FIRST_SHOWN } = props
  const [shown, more] = useMore(rows, { first })
  return (
    <>
      {useIsPhone() ? (
        <Box component="ul" m="0 16px 4px">
          {shown.map((row) => (
            <Box component="li" key={row.source.key} className="el-line" pt={10} pb={12}>
              <Group justify="space-between" wrap="nowrap" gap={10} mb={8}>
                <b className="el-strong">{row.name}</b>
                <Text span size="sm" c="dimmed" lh="inherit" flex="none">
                  {capital(row.source.name)}
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
        <Box className={`el-box ${frame.inputs} ${classes.table}`}>
          <ListTable
            label={label}
            columns={[numberColumn, ...columns, ...(input ? [{ name: 'input', ...input }] : [])]}
            rows={shown}
            rowKey={({ source }) => source.key}
          />
        </Box>
      )}
      {more && <div className={classes.more}>{more}</div>}
    </>
  )
}

const numberColumn: ListColumn<NamedRow> = {
  name: 'number',
  header: 'Row',
  width: 76,
  cell: ({ source }) => <span className="el-ink-3">{source.name.replace(/^row /, '')}</span>,
}
