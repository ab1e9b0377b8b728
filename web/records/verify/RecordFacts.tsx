import { Box, Table } from '@mantine/core'
import { countsPoints, curriculumOf, isUnmarked, pointsOf } from '#contract/records/curricula.ts'
import { countedMean, meanOf, type ReportCard } from '#contract/records/reportCards.ts'
import type { Receipt } from '#contract/records/receipts.ts'
import paper from '../../ui/ruledPaper.module.css'
import { Message } from '../../ui/Message.tsx'
import { money, shownMark } from '../../ui/amounts.ts'
import { recordKinds, reportCardComments } from '../recordKinds.ts'
import classes from './RecordFacts.module.css'

/** The typed values of a report card. */
export function ReportCardFacts({ card }: { card: ReportCard }) {
  const { marks, curriculum } = card
  const { gradeWord, hasMean } = curriculumOf(curriculum)
  const hasPoints = countsPoints(curriculum)
  const mark = countedMean(card)
  const mean = hasMean ? meanOf(marks) : undefined
  const whole = hasMean
    ? { name: 'Mean score and grade', grade: card.grade }
    : { name: 'Overall level', grade: card.overall_level }
  return (
    <>
      <Table className={classes.table ?? ''}>
        <thead className="el-hidden-phone el-cap el-strong el-ink-2">
          <tr>
            <th scope="col">Subject</th>
            <th scope="col" className={classes.number}>
              Mark
            </th>
            <th scope="col" className={classes.grade}>
              {gradeWord}
            </th>
            {hasPoints && (
              <th scope="col" className={`el-ink-3 ${classes.number}`}>
                Points
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {marks.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.subject_name}</th>
              <td className={classes.number}>
                {!isUnmarked(row.grade) && row.mark !== null && shownMark(row.mark)}
              </td>
              <td className={classes.grade}>{row.grade}</td>
              {hasPoints && (
                <td className={`el-ink-3 ${classes.number}`}>{pointsOf(curriculum, row.grade)}</td>
              )}
            </tr>
          ))}
        </tbody>
        {whole.grade !== null && (
          <tfoot className="el-strong">
            <tr>
              <th scope="row">{whole.name}</th>
              <td className={classes.number}>{mark !== null && shownMark(mark)}</td>
              <td className={classes.grade}>{whole.grade}</td>
              {hasPoints && (
                <td className={`el-ink-3 ${classes.number}`}>{pointsOf(curriculum, whole.grade)}</td>
              )}
            </tr>
          </tfoot>
        )}
      </Table>
      {mean !== undefined && mean !== mark && (
        <Box mt={12}>
          <Message tone="note">The mean of these marks is {shownMark(mean)}.</Message>
        </Box>
      )}
      {reportCardComments.map((field) => (
        <Comment key={field} title={recordKinds.report.labels[field]}>
          {card[field] ?? ''}
        </Comment>
      ))}
    </>
  )
}

/** The typed values of a receipt: the items by category, each with its sum. */
export const ReceiptFacts = ({ receipt }: { receipt: Receipt }) => (
  <>
    <Table className={classes.table ?? ''}>
      <thead className="el-hidden-phone el-cap el-strong el-ink-2">
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className={classes.number}>
            Cost, KES
          </th>
        </tr>
      </thead>
      {receipt.categories.map(({ category, category_total_cost, category_items }) => (
        <tbody key={category}>
          <tr className="el-strong">
            <th scope="rowgroup">{category}</th>
            <td className={classes.number}>{money(category_total_cost)}</td>
          </tr>
          {category_items.map(({ id, item, cost }) => (
            <tr key={id} className="el-ink-2">
              <th scope="row" className={classes.item}>
                {item}
              </th>
              <td className={classes.number}>{money(cost)}</td>
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot className="el-strong">
        <tr>
          <th scope="row">Receipt total</th>
          <td className={classes.number}>{money(receipt.total_cost)}</td>
        </tr>
      </tfoot>
    </Table>
    {receipt.receipt_no && (
      <Comment title={recordKinds.receipt.labels.receipt_no}>{receipt.receipt_no}</Comment>
    )}
    <Comment title={recordKinds.receipt.labels.liaison_comment}>{receipt.liaison_comment}</Comment>
  </>
)

/** A comment on ruled paper, with its line breaks. */
const Comment = ({ title, children }: { title: string; children: string }) => (
  <Box component="section" mt={16}>
    <Box component="h4" fz="sm" lh="sm" fw={600} c="gray" m="0 0 2px">
      {title}
    </Box>
    <p className={`${paper.paper} ${classes.text}`}>{children}</p>
  </Box>
)
