import { Link } from '@tanstack/react-router'
import type { StudentRow } from '#contract/students.ts'
import classes from './ProfileLink.module.css'

/** A student's name, which leads to their profile and from there back to this list as it stands. */
export const ProfileLink = ({ student: { id, name } }: { student: StudentRow }) => (
  <Link
    to="/dashboard"
    search={{ menu: 'profile', student: id, profile: 'academics' }}
    state={{ openedFrom: 'students' }}
    className={classes.name}
  >
    {name}
  </Link>
)
