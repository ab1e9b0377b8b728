import type { ReportCard } from '#contract/reportCards.ts'
import classes from './Comments.module.css'

const commentsOf = (card: ReportCard) =>
  [
    ['Teacher comment', card.teacher_comment],
    ['Liaison comment', card.liaison_comment],
    ['Action plan', card.action_plan],
    ['Psychosocial', card.psychosocial],
  ].filter(([, comment]) => comment !== undefined)

/** The comments of a term, as far as the server sends them to this user. */
export const Comments = ({ card }: { card: ReportCard }) => (
  <dl className={classes.comments}>
    {commentsOf(card).map(([label, comment]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={classes.comment}>{comment}</dd>
      </div>
    ))}
  </dl>
)
