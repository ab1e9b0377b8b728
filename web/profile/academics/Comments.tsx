import type { ReportCard } from '#contract/records/reportCards.ts'
import { recordKinds, reportCardComments } from '../../records/recordKinds.ts'
import classes from './Comments.module.css'

const commentsOf = (card: ReportCard) =>
  reportCardComments
    .map((field) => [recordKinds.report.labels[field], card[field]] as const)
    .filter(([, comment]) => comment)

/** The comments of a term that the server sends to this user. */
export const Comments = ({ card }: { card: ReportCard }) => (
  <dl className={classes.comments}>
    {commentsOf(card).map(([label, comment]) => (
      <div key={label}>
        <dt className="el-sm el-strong el-ink-2">{label}</dt>
        <dd className={classes.comment}>{comment}</dd>
      </div>
    ))}
  </dl>
)
