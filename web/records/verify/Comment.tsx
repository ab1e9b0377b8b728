import paper from '../../ui/exerciseBook.module.css'
import classes from './Comment.module.css'

/** A comment on ruled paper, with the lines that were typed. */
export const Comment = ({ title, children }: { title: string; children: string }) => (
  <section className={classes.comment}>
    <h4 className={classes.title}>{title}</h4>
    <p className={`${paper.paper} ${classes.text}`}>{children}</p>
  </section>
)
