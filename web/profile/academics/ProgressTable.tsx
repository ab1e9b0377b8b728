import type { ReactNode } from 'react'
import { Table, VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight } from '@tabler/icons-react'
import { countsPoints, type CurriculumName, curriculumOf, pointsOf } from '#contract/records/curricula.ts'
import { countedMean, type ReportCard } from '#contract/records/reportCards.ts'
import { shownMark } from '../../ui/amounts.ts'
import classes from './ProgressTable.module.css'
import { hasMean, type ProgressRow, type Scored } from './progressTable.ts'

type ProgressTableProps = {
  cards: ReportCard[]
  rows: ProgressRow[]
  /** The name of a term without a report card, which has an empty column at the end. */
  missing?: string | undefined
  /** Rows under the means. */
  children?: ReactNode
}

/** A year's marks: a row for each subject. No ListTable, whose columns are fields of its rows; here they are terms. */
export const ProgressTable = ({ cards, rows, missing, children }: ProgressTableProps) => (
  <Table className={`el-ui el-medium ${classes.table}`} aria-label={`Marks of ${cards[0]?.year}`}>
    <thead className="el-cap el-strong el-ink-2">
      <tr>
        <th scope="col">Subject</th>
        {cards.map(({ id, term, curriculum }) => (
          <th key={id} scope="col" className={classes.term} {...columnOf(curriculum)}>
            {term}
            {countsPoints(curriculum) && <PartsOfResult gradeWord={curriculumOf(curriculum).gradeWord} />}
          </th>
        ))}
        {missing && (
          <th scope="col" className={classes.term}>
            {missing}
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ subject_id, subject_name, cells }) => (
        <tr key={subject_id}>
          <th scope="row">{subject_name}</th>
          {cards.map(({ id, curriculum }, index) => (
            <td key={id} {...columnOf(curriculum)}>
              <MarkCell curriculum={curriculum} scored={cells[index]} />
            </td>
          ))}
          {missing && <td>{none}</td>}
        </tr>
      ))}
    </tbody>
    <tfoot>
      {wholesOf(cards).map(({ name, of }) => (
        <tr key={name} className={classes.mean}>
          <th scope="row">{name}</th>
          {cards.map((card) => (
            <td key={card.id} {...columnOf(card.curriculum)}>
              <MarkCell curriculum={card.curriculum} scored={of(card)} />
            </td>
          ))}
          {missing && <td>{none}</td>}
        </tr>
      ))}
      {children}
    </tfoot>
  </Table>
)

/** Sets whether a term's column is for marks and grades, or also has room for points. */
export const columnOf = (curriculum: CurriculumName) => ({
  'data-points': countsPoints(curriculum) || undefined,
})

/** The headings of a term's column, under its name. */
const PartsOfResult = ({ gradeWord }: { gradeWord: string }) => (
  <span className={`el-ink-3 ${classes.parts}`} aria-hidden>
    <span className={classes.mark}>Mark</span>
    <span className={classes.grade}>{gradeWord}</span>
    <span className={classes.points}>Points</span>
  </span>
)

/** The rows about whole terms that these report cards need, with their cells: means, overall levels, or both. */
function wholesOf(cards: ReportCard[]) {
  const mean = (card: ReportCard): Scored | undefined =>
    hasMean(card)
      ? { mark: countedMean(card) ?? undefined, grade: card.grade ?? '', isLower: false }
      : undefined
  const overall = ({ overall_level: grade }: ReportCard): Scored | undefined =>
    grade === null ? undefined : { mark: undefined, grade, isLower: false }
  return [
    ...(cards.some(hasMean) ? [{ name: 'Mean score and grade', of: mean }] : []),
    ...(cards.some(overall) ? [{ name: 'Overall level', of: overall }] : []),
  ]
}

const none = <span className={`el-ink-3 ${classes.none}`}>–</span>

/** A mark with its grade beside it, and the points of the grade where the curriculum counts them. */
function MarkCell({ curriculum, scored }: { curriculum: CurriculumName; scored: Scored | undefined }) {
  if (!scored) return none
  const { mark, grade, isLower } = scored
  return (
    <span className={`el-numbers ${classes.cell}`} data-lower={isLower || undefined}>
      {isLower && (
        <>
          <IconArrowDownRight size={16} aria-hidden />
          <VisuallyHidden>Lower than Term 2</VisuallyHidden>
        </>
      )}
      <span className={classes.mark}>{mark !== undefined && shownMark(mark)}</span>
      <span className={classes.grade}>{grade}</span>
      {countsPoints(curriculum) && <Points points={pointsOf(curriculum, grade)} />}
    </span>
  )
}

const Points = ({ points }: { points: number | null }) => (
  <span className={`el-ink-3 ${classes.points}`}>
    {points}
    {points !== null && <VisuallyHidden> points</VisuallyHidden>}
  </span>
)
