import { Box, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { columnName } from '#contract/base/columnName.ts'
import { listOf } from '../../ui/plural.ts'
import { dataRows, leftOutRows } from '../sheet/guess/guessHeader.ts'
import { cellText, isEmptyRow, type Sheet } from '../sheet/Spreadsheet.ts'
import classes from './SheetPreview.module.css'

const COLUMNS_SHOWN = 7
const ABOVE_SHOWN = 3
const BELOW_SHOWN = 4

type SheetPreviewProps = { sheet: Sheet; header: number }

/** The first rows of a sheet, with the heading row highlighted. */
export function SheetPreview({ sheet, header }: SheetPreviewProps) {
  const data = dataRows(sheet, header)
  const width = Math.max(0, ...sheet.rows.slice(0, header + 100).map(usedCells))
  const columns = Array.from({ length: Math.min(width, COLUMNS_SHOWN) }, (_, index) => index)
  const from = Math.max(0, header - ABOVE_SHOWN)
  const shown = sheet.rows.slice(from, header + 1 + BELOW_SHOWN)
  const leftOut = [
    ...sheet.rows.flatMap((cells, index) => (index < header && !isEmptyRow(cells) ? String(index + 1) : [])),
    ...leftOutRows(sheet, header).map(({ row, why }) => `${row.number} (${why})`),
  ]
  return (
    <div>
      <Group gap="0 10px" align="baseline" mt={10} mb={8}>
        <h2 className="el-h3">The first rows</h2>
        <span className="el-sm el-ink-3 el-numbers">{rowsRead(data)}</span>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls horizontally on phones, and must be reachable by keyboard */}
      <section className={`el-box el-numbers el-scroll ${classes.sheet}`} aria-label="The sheet" tabIndex={0}>
        <Table aria-label="The first rows" fz="0.90625rem" lh="ui">
          <thead>
            <tr>
              <th>
                <VisuallyHidden>Row</VisuallyHidden>
              </th>
              {columns.map((index) => (
                <th key={index} scope="col">
                  {columnName(index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((cells, position) => {
              const index = from + position
              const isTitle = index < header && usedCells(cells) <= 1
              const look = index < header ? above : index === header ? headings : {}
              // Text above the headings is cut off, so that it widens no column.
              const style = index < header ? { maxWidth: 0 } : undefined
              return (
                <Box
                  component="tr"
                  key={index}
                  className="el-line"
                  data-headings={index === header}
                  {...look}
                >
                  <th scope="row">{index + 1}</th>
                  {isTitle ? (
                    <td colSpan={columns.length} style={style}>
                      {cellText(cells[0])}
                    </td>
                  ) : (
                    columns.map((column) => (
                      <td key={column} style={style}>
                        {cellText(cells[column])}
                      </td>
                    ))
                  )}
                </Box>
              )
            })}
          </tbody>
        </Table>
      </section>
      <Text size="sm" c="dimmed" lh="1.125rem" mt={5} className="el-numbers">
        {[
          width > COLUMNS_SHOWN &&
            `Columns ${columnName(COLUMNS_SHOWN)} to ${columnName(width - 1)} follow in the next step.`,
          leftOut.length > 0 &&
            `${leftOut.length > 1 ? 'Rows' : 'Row'} ${listOf(leftOut)} ${leftOut.length > 1 ? 'are' : 'is'} left out.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
    </div>
  )
}

/** Styles of the rows above the headings, and of the headings. */
const above = { c: 'dimmed' }
const headings = {
  bg: 'var(--el-primary-soft)',
  c: 'var(--el-primary-ink)',
  fw: 'var(--el-fw-strong)',
}

const usedCells = (cells: Sheet['rows'][number]) =>
  cells.reduce<number>((last, cell, index) => (cellText(cell) === '' ? last : index + 1), 0)

function rowsRead(data: ReturnType<typeof dataRows>): string {
  const [first, last] = [data[0], data.at(-1)]
  return first && last
    ? `Rows ${first.number} to ${last.number} will be read, ${data.length} in all`
    : 'There are no rows below'
}
