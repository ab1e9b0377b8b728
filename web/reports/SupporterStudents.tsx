import type { SupporterRow } from '#contract/reports.ts'
import { StudentStatusBadge } from '../students/StudentStatusBadge.tsx'
import classes from './SupporterStudents.module.css'

/** The students of a supporter on a phone, where each has a place of its own. */
export const SupporterStudents = ({ students }: Pick<SupporterRow, 'students'>) => (
  <ul className={classes.students}>
    {students.map(({ id, student_name, school, liaison, status }) => (
      <li key={id} className={classes.student}>
        <span className={classes.name}>{student_name}</span>
        <StudentStatusBadge status={status} />
        <span className={classes.line}>{school}</span>
        <span className={classes.line}>Liaison Officer: {liaison}</span>
      </li>
    ))}
  </ul>
)
