import { Box, Group, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { StudentProfile } from '#contract/students/students.ts'
import type { AnnualDocument } from '#contract/records/documents.ts'
import { VerifyDialog } from '../../records/verify/AdminVerify.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { PrintButton } from '../../ui/print/PrintSheet.tsx'
import { EmptySection } from '../EmptySection.tsx'
import { ProfileSection } from '../ProfileSection.tsx'
import { sheetParts } from '../ProfileSheet.tsx'
import { useChosenYear, type Year, YearChoice } from '../YearChoice.tsx'
import { PdfLink } from '../PdfLink.tsx'
import { documentsQuery, yearReceiptsQuery } from './financeApi.ts'
import { PaidToSchool } from './PaidToSchool.tsx'
import { YearLedger } from './YearLedger.tsx'
import { documentName } from './documentName.ts'

/** The costs of a student by year, and the documents of each year. */
export function FinancialStatements({ student }: { student: StudentProfile }) {
  const { id, annual_finance: years } = student
  const { chosen: year, choose } = useChosenYear('finance_year', years)
  const { data: receipts } = useQuery(yearReceiptsQuery(id, year?.id))
  if (!year) return <EmptySection title={sheetParts.finance} kind="receipt" />
  return (
    <ProfileSection
      title={sheetParts.finance}
      subtitle={`Receipts for ${year.year_name}, in Kenya shillings`}
      tools={
        <>
          <YearChoice label="Financial year" years={years} chosen={year} onChoose={choose} />
          <PrintButton part={sheetParts.finance} isOff={!receipts?.length} />
        </>
      }
      isFull
    >
      <DocumentLinks student={id} year={year} />
      <PaidToSchool student={id} year={year.id} />
      <VerifyDialog kind="receipt" isReadOnly={student.erasure !== null}>
        <Receipts student={id} year={year} />
      </VerifyDialog>
    </ProfileSection>
  )
}

function Receipts({ student, year }: { student: number; year: Year }) {
  const { data: receipts, error, refetch } = useQuery(yearReceiptsQuery(student, year.id))
  if (receipts) return <YearLedger receipts={receipts} year={year.year_name} />
  return (
    // About as high as the content, so that loading shifts the layout little.
    <Box className="el-line" p="16px var(--edge)" mih={320}>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <VisuallyHidden component="output">Loading the receipts</VisuallyHidden>
      )}
    </Box>
  )
}

/** The fee structure and the account statement of a year, if there are any. */
function DocumentLinks({ student, year }: { student: number; year: Year }) {
  const { data: documents, error, refetch } = useQuery(documentsQuery(student, year.id))
  if (error && !documents)
    return (
      <Box p="0 var(--edge) 12px">
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </Box>
    )
  if (!documents?.length) return null
  return (
    <Group component="ul" gap="0 22px" px="var(--edge)" pb={{ base: 8, sm: 12 }}>
      {documents.map(({ id, type, path }: AnnualDocument) => (
        <li key={id}>
          <PdfLink href={path}>{documentName(type, year)}</PdfLink>
        </li>
      ))}
    </Group>
  )
}
