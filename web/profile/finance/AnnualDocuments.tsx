import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { documentTypes } from '#contract/documents.ts'
import { lookupName } from '#contract/lookups.ts'
import { canAddDocuments } from '#contract/permissions.ts'
import { STUDENT_ACTIVE, type Student } from '#contract/students.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { ProfileSection } from '../ProfileSection.tsx'
import { useChosenYear, type Year } from '../useChosenYear.ts'
import classes from './AnnualDocuments.module.css'
import type { DocumentType } from './documentName.ts'
import { DocumentUpload } from './DocumentUpload.tsx'
import { documentsQuery } from './financeApi.ts'

const types = Object.keys(documentTypes).map((type) => Number(type) as DocumentType)

/** Where staff upload the documents of a year, also of one that has no receipts yet. */
export function AnnualDocuments({ student }: { student: Student }) {
  const { role } = useSessionUser()
  if (!canAddDocuments(role) || student.status !== STUDENT_ACTIVE) return null
  return <Documents student={student} />
}

function Documents({ student }: { student: Student }) {
  const { data: lookups = [], error, refetch } = useQuery(lookupsQuery('years'))
  const { chosen: shown } = useChosenYear('finance_year', student.annual_finance)
  const [picked, setPicked] = useState<number>()
  const years = lookups.map((lookup): Year => ({ id: lookup.id, year_name: lookupName('years', lookup) }))
  const year = years.find(({ id }) => id === (picked ?? shown?.id)) ?? years[0]
  return (
    <ProfileSection
      title="Annual Documents"
      subtitle="The fee structure and the account statement of a year"
      tools={
        year && (
          <SelectBox
            aria-label="Year of the documents"
            data={years.map(({ id, year_name }) => ({ value: String(id), label: year_name }))}
            value={String(year.id)}
            onChange={({ currentTarget }) => setPicked(Number(currentTarget.value))}
          />
        )
      }
    >
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {/* A file that was chosen for one year does not go to another. */}
      {year && <Uploads key={year.id} student={student.id} year={year} />}
    </ProfileSection>
  )
}

function Uploads({ student, year }: { student: number; year: Year }) {
  const { data: documents } = useQuery(documentsQuery(student, year.id))
  return (
    <div className={classes.uploads}>
      {types.map((type) => (
        <DocumentUpload
          key={type}
          student={student}
          year={year}
          type={type}
          present={documents && (documents.find((document) => document.type === type) ?? null)}
        />
      ))}
    </div>
  )
}
