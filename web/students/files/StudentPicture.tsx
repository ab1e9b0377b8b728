import { useState } from 'react'
import { STUDENT_ACTIVE, type StudentRow } from '#contract/students/students.ts'
import classes from './StudentPicture.module.css'

const TINTS = 6

type StudentPictureProps = { student: Pick<StudentRow, 'id' | 'name' | 'path' | 'status'> }

/** A student's picture, or initials if there is none. Hidden from screen readers, because the name is beside it. */
export function StudentPicture({ student: { id, name, path, status } }: StudentPictureProps) {
  const [missing, setMissing] = useState<string>()
  const isInactive = status !== STUDENT_ACTIVE
  if (path && path !== missing)
    return (
      <img
        className={classes.picture}
        data-inactive={isInactive}
        src={`${path}?size=thumb`}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setMissing(path)}
      />
    )
  return (
    <span className={classes.picture} style={isInactive ? undefined : tintOf(id)} aria-hidden>
      {initialsOf(name)}
    </span>
  )
}

export const tintOf = (id: number) => {
  const tint = `--el-av${(id % TINTS) + 1}`
  return { background: `var(${tint})`, color: `var(${tint}-ink)` }
}

/** The first letters of the first two names. */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/, 2)
    .map((word) => word.charAt(0))
    .join('')
