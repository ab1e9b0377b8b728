import type { ReactNode } from 'react'
import type { SortValue } from './rows/arrangeRows.ts'

export type TableWidth = 'wide' | 'narrow'

/** One column of a list, as a feature describes it. */
export type ListColumn<Row> = {
  /** Its name in calls, which the server sorts by. */
  name: string
  header: ReactNode
  /** `number` counts the rows from 1 through all pages, `line` the lines of this row from 0. */
  cell: (row: Row, number: number, line: number) => ReactNode
  /** Where a row has several lines, this column has a cell in each line instead of one for all. */
  isPerLine?: boolean
  /** Numbers, money and marks are aligned right, single icons centred. */
  align?: 'left' | 'center' | 'right'
  width?: number | string
  /** Makes the column sortable. */
  sortBy?: (row: Row) => SortValue
  /** The row's name, in bold. */
  isName?: boolean
  /** The sum of the columns before it, in bold and tinted. */
  isTotal?: boolean
  /** Its colour as a background, for what needs attention. */
  tint?: 'amber' | 'red'
  /** Contains only buttons, so it is not printed. */
  isScreenOnly?: boolean
  /** Shown only in tables of this width. Narrow tables, below 1200 px, have no room for all columns. */
  only?: TableWidth
  /** In a narrow table its cell is shown, in small type, under that of the named column. */
  under?: string
  /** The shape of its cells while they load; text by default. */
  shape?: 'photo' | 'badge'
  /** Adjacent columns of the same group share this heading, empty for none, and are separated by vertical rules. */
  group?: string
}

/** A column that shows one field of the rows, and sorts by it. */
export const fieldColumn = <Name extends string, Row extends Record<Name, SortValue>>(
  name: Name,
  header: string,
  options: Partial<ListColumn<Row>> = {},
): ListColumn<Row> => ({ name, header, cell: (row) => row[name], sortBy: (row) => row[name], ...options })

/** `first` is the name of its first column, since two groups may have one name. */
export type HeadGroup = { name: string | undefined; span: number; first: string }

/** The groups of neighbouring columns, from left to right. */
export function headGroups<Row>(columns: ListColumn<Row>[]): HeadGroup[] {
  const groups: HeadGroup[] = []
  for (const { name, group } of columns) {
    const last = groups.at(-1)
    if (last && last.name === group) last.span += 1
    else groups.push({ name: group, span: 1, first: name })
  }
  return groups
}

/** Whether there is a vertical rule before this column. */
export function startsGroup<Row>(columns: ListColumn<Row>[], index: number): boolean {
  return index > 0 && columns[index]?.group !== columns[index - 1]?.group
}
