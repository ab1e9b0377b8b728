import { leftOutKinds, leftOutReasons, type NoticePreview } from '#contract/notifications.ts'
import classes from './LeftOut.module.css'
import { inWords } from './noticeWords.ts'

type LeftOutProps = { students: NoticePreview['left_out'] }

/** What is approved and yet not sent, and why. */
export const LeftOut = ({ students }: LeftOutProps) => (
  <section className={classes.box} aria-labelledby="left-out">
    <h3 id="left-out" className={classes.title}>
      Left out, and stays Approved
    </h3>
    {leftOutKinds.map((reason) => {
      const own = students.filter((student) => student.reason === reason)
      if (own.length === 0) return null
      return (
        <div key={reason}>
          <h4 className={classes.reason}>{leftOutReasons[reason]}</h4>
          <ul className={classes.list}>
            {own.map((student) => (
              <li key={student.id}>
                {student.name} ({student.ref}): {inWords(student)}
              </li>
            ))}
          </ul>
        </div>
      )
    })}
  </section>
)
