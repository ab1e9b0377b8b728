import '@mantine/core/styles/VisuallyHidden.css'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight } from '@tabler/icons-react'
import { countedMean, type ReportCard } from '#contract/reportCards.ts'
import { shownMark } from '../../records/amounts.ts'
import classes from './ProgressTable.module.css'
import type { ProgressRow, Scored } from './progressTable.ts'

type ProgressTableProps = {
  cards: ReportCard[]
  rows: ProgressRow[]
  /** Rows under the means. */
  children?: ReactNode
}

/** A year's marks: a row for each subject, a column for each term. */
export const ProgressTable = ({ cards, rows, children }: ProgressTableProps) => (
  <table className={classes.table} aria-label={`Marks of ${cards[0]?.year}`}>
    <thead>
      <tr>
        <th scope="col">Subject</th>
        {cards.map(({ id, term }) => (
          <th key={id} scope="col" className={classes.term}>
            {term}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ subject_id, subject_name, cells }) => (
        <tr key={subject_id}>
          <th scope="row">{subject_name}</th>
          {cards.map(({ id }, place) => (
            <td key={id}>
              <MarkCell scored={cells[place]} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr className={classes.mean}>
        <th scope="row">Mean score and grade</th>
        {cards.map((card) => (
          <td key={card.id}>
            <MarkCell
              scored={{ mark: countedMean(card) ?? undefined, grade: card.grade ?? '', isLower: false }}
            />
          </td>
        ))}
      </tr>
      {children}
    </tfoot>
  </table>
)

/** A mark with its grade beside it. */
function MarkCell({ scored }: { scored: Scored | undefined }) {
  if (!scored) return <span className={classes.none}>–</span>
  const { mark, grade, isLower } = scored
  return (
    <span className={classes.cell} data-lower={isLower || undefined}>
      {isLower && (
        <>
          <IconArrowDownRight size={16} stroke={1.75} aria-hidden />
          <VisuallyHidden>Lower than Term 2</VisuallyHidden>
        </>
      )}
      <span className={classes.mark}>{mark !== undefined && shownMark(mark)}</span>
      <span className={classes.grade}>{grade}</span>
    </span>
  )
}
