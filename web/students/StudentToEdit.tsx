import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { studentToEditQuery } from './studentApi.ts'
import { StudentFields } from './StudentFields.tsx'
import classes from './StudentToEdit.module.css'
import { studentFields, type StudentValues, valuesOf } from './studentValues.ts'

type EditValues = StudentValues & { version: number }
type StudentToEditProps = { id: number; form: UseFormReturnType<EditValues> }

/** The fields of a student, as soon as the student is there. */
export function StudentToEdit({ id, form }: StudentToEditProps) {
  const { data: student, error, refetch } = useQuery(studentToEditQuery(id))
  const fields = useRef<HTMLDivElement>(null)
  const { initialize, initialized: isFilled } = form

  useEffect(() => {
    // What comes later, such as after a lost connection, does not overwrite what is typed.
    if (student) initialize({ ...valuesOf(student), version: student.version })
  }, [student, initialize])
  useEffect(() => {
    if (isFilled) fields.current?.querySelector('input')?.focus()
  }, [isFilled])

  if (student && isFilled)
    return (
      <div ref={fields}>
        <StudentFields
          form={form}
          liaison={{ value: String(student.liaison_id), label: student.liaison ?? '' }}
        />
      </div>
    )
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <>
      <VisuallyHidden component="output">Loading the student</VisuallyHidden>
      <div className={classes.skeleton} aria-hidden>
        {studentFields.map((field) => (
          <span key={field} className={classes.bar} />
        ))}
      </div>
    </>
  )
}
