import { useQuery } from '@tanstack/react-query'
import type { AnnualDocument } from '#contract/documents.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import type { Year } from '../useChosenYear.ts'
import classes from './DocumentLinks.module.css'
import { documentName } from './documentName.ts'
import { documentsQuery } from './financeApi.ts'
import { PdfLink } from '../PdfLink.tsx'

/** The fee structure and the account statement of a year, where there are any. */
export function DocumentLinks({ student, year }: { student: number; year: Year }) {
  const { data: documents, error, refetch } = useQuery(documentsQuery(student, year.id))
  if (error && !documents)
    return (
      <div className={classes.failure}>
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (!documents?.length) return null
  return (
    <ul className={classes.links}>
      {documents.map(({ id, type, path }: AnnualDocument) => (
        <li key={id}>
          <PdfLink href={path}>{documentName(type, year)}</PdfLink>
        </li>
      ))}
    </ul>
  )
}
