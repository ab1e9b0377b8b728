import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { VisuallyHidden } from '@mantine/core'
import type { ListColumn } from './ListColumn.ts'
import classes from './RowToggle.module.css'

type RowToggleProps<Row> = {
  isOpen: (row: Row) => boolean
  onToggle: (row: Row) => void
  /** What opens: `the letter to Amina Mwangi`. */
  nameOf: (row: Row) => string
}

/** The last column of a list whose rows open. */
export const toggleColumn = <Row,>({ isOpen, onToggle, nameOf }: RowToggleProps<Row>): ListColumn<Row> => ({
  name: 'open',
  isScreenOnly: true,
  header: <VisuallyHidden>Open</VisuallyHidden>,
  align: 'right',
  width: 64,
  cell: (row) => {
    const Chevron = isOpen(row) ? IconChevronUp : IconChevronDown
    return (
      <button
        type="button"
        className={classes.chevron}
        aria-expanded={isOpen(row)}
        aria-label={`${isOpen(row) ? 'Close' : 'Open'} ${nameOf(row)}`}
        onClick={() => onToggle(row)}
      >
        <Chevron size={20} aria-hidden />
      </button>
    )
  },
})
