import type { ReportCard } from '#contract/reportCards.ts'
import classes from './Comments.module.css'

const commentsOf = (report: ReportCard) =>
  [
    ['Teacher comment', report.teacher_comment],
    ['Liaison comment', report.liaison_comment],
    ['Action plan', report.action_plan],
    ['Psychosocial', report.psychosocial],
  ].filter(([, comment]) => comment !== undefined)

/** The comments of a term, as far as the server sends them to this user. */
export const Comments = ({ report }: { report: ReportCard }) => (
  <dl className={classes.comments}>
    {commentsOf(report).map(([label, comment]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={classes.comment}>{comment}</dd>
      </div>
    ))}
  </dl>
)
