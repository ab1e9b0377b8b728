import type { ReactNode } from 'react'
import type { SortValue } from './arrangeRows.ts'

export type TableWidth = 'wide' | 'narrow'

/** One column of a list, as a feature describes it. */
export type ListColumn<Row> = {
  /** Its name on the wire, by which the server sorts. */
  name: string
  header: ReactNode
  /** `number` counts the rows from 1 through all pages, `line` the lines of this row from 0. */
  cell: (row: Row, number: number, line: number) => ReactNode
  /** Where a row has several lines, this column has a cell in each of them instead of one beside them all. */
  isPerLine?: boolean
  /** Numbers, money and marks stand right, single icons in the centre. */
  align?: 'left' | 'center' | 'right'
  width?: number | string
  /** Makes the column sortable. */
  sortBy?: (row: Row) => SortValue
  /** Names the row, and is set off by weight. */
  isName?: boolean
  /** Sums up the columns before it, and is set off by weight and tint. */
  isTotal?: boolean
  /** Holds nothing but buttons, so it is not printed. */
  isScreenOnly?: boolean
  /** Has a place in tables of one width only. Narrow ones, below 1200 px, have no room for all columns. */
  only?: TableWidth
  /** In a narrow table its cell stands, in small type, under that of the named column instead of beside it. */
  under?: string
  /** What its cells look like while they load: text, if nothing is said. */
  shape?: 'photo' | 'badge'
  /** Neighbours of the same group share a heading and are set off by vertical rules. */
  group?: string
}

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

/** Whether a vertical rule stands before this column. */
export function startsGroup<Row>(columns: ListColumn<Row>[], index: number): boolean {
  return index > 0 && columns[index]?.group !== columns[index - 1]?.group
}
