import type { ReactNode } from 'react'
import type { LikeStudent } from '#contract/duplicates.ts'
import { StudentPicture } from '../StudentPicture.tsx'
import { StudentStatusBadge } from '../StudentStatusBadge.tsx'
import classes from './duplicates.module.css'

type LikeStudentFactsProps = {
  student: LikeStudent
  /** The name, which may be a link. */
  name: ReactNode
  /** The last line. */
  born: string
}

/** The facts by which users recognise a student. */
export const LikeStudentFacts = ({ student, name, born }: LikeStudentFactsProps) => (
  <div className={classes.student}>
    <StudentPicture student={student} />
    <div className={classes.facts}>
      <p className={classes.head}>
        <b className={classes.name}>{name}</b>
        <StudentStatusBadge status={student.status} />
      </p>
      <p className={classes.line}>
        {student.ref}, {student.school}
      </p>
      <p className={classes.line}>{born}</p>
    </div>
  </div>
)
