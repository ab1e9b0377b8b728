import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import type { Upload } from '../../ui/modal/useSaving.ts'
import { RecordState } from '../form/RecordState.tsx'
import { reportToEditQuery } from './reportApi.ts'
import { ReportFields } from './ReportFields.tsx'
import classes from './ReportToEdit.module.css'
import { type ReportValues, valuesOf } from './reportValues.ts'

type EditValues = ReportValues & { version: number }
type ReportToEditProps = {
  id: number
  form: UseFormReturnType<EditValues>
  upload: Upload | undefined
  onAddSubject: () => void
}

/** The fields of a report, as soon as the report is there. */
export function ReportToEdit({ id, form, upload, onAddSubject }: ReportToEditProps) {
  const { data: report, error, refetch } = useQuery(reportToEditQuery(id))
  const fields = useRef<HTMLDivElement>(null)
  const { initialize, initialized: isFilled } = form

  useEffect(() => {
    // What comes later, such as after a lost connection, does not overwrite what is typed.
    if (report) initialize({ ...valuesOf(report), version: report.version })
  }, [report, initialize])
  useEffect(() => {
    if (isFilled) fields.current?.querySelector('select')?.focus()
  }, [isFilled])

  if (report && isFilled)
    return (
      <div ref={fields} className={classes.fields}>
        <RecordState record={report} />
        <ReportFields form={form} upload={upload} onAddSubject={onAddSubject} present={report.pathReport} />
      </div>
    )
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <>
      <VisuallyHidden component="output">Loading the report</VisuallyHidden>
      <div className={classes.skeleton} aria-hidden>
        {Array.from({ length: 8 }, (_, index) => (
          <span key={index} className={classes.bar} />
        ))}
      </div>
    </>
  )
}
