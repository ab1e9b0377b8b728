import type { Key, ReactNode } from 'react'
import classes from './ListCards.module.css'

type ListCardsProps<Row> = {
  label: string
  rows: Row[]
  rowKey: (row: Row) => Key
  /** The number of the row before the first. */
  before: number
  card: (row: Row, number: number) => ReactNode
  /** What follows the last of them. */
  foot?: ReactNode
}

/** The same rows on a phone. */
export function ListCards<Row>({ label, rows, rowKey, before, card, foot }: ListCardsProps<Row>) {
  return (
    <>
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row, place) => (
          <li key={rowKey(row)}>{card(row, before + place + 1)}</li>
        ))}
      </ul>
      {foot}
    </>
  )
}
