import type { ReportCard } from '#contract/records/reportCards.ts'
import { recordKinds, reportCardComments } from '../../records/recordKinds.ts'
import classes from './Comments.module.css'

const commentsOf = (card: ReportCard) =>
  reportCardComments
    .map((field) => [recordKinds.report.labels[field], card[field]] as const)
    .filter(([, comment]) => comment)

/** The comments of a term that the server sends to this user. A report card of the past may have none. */
export function Comments({ card }: { card: ReportCard }) {
  const comments = commentsOf(card)
  if (comments.length === 0) return <p className="el-ui el-ink-2">No comments.</p>
  return (
    <dl className={classes.comments}>
      {comments.map(([label, comment]) => (
        <div key={label}>
          <dt className="el-sm el-strong el-ink-2">{label}</dt>
          <dd className={classes.comment}>{comment}</dd>
        </div>
      ))}
    </dl>
  )
}
