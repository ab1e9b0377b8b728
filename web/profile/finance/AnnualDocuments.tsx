import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button, Group, SimpleGrid, Stack, VisuallyHidden } from '@mantine/core'
import { type AnnualDocument, documentTypes } from '#contract/records/documents.ts'
import { lookupName } from '#contract/lookups.ts'
import { canAddDocuments } from '#contract/permissions.ts'
import { type Student, STUDENT_ACTIVE } from '#contract/students/students.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { newestBegun } from '../../lookups/newestBegun.ts'
import { LeaveQuestion, UNSTORED_PAGES } from '../../ui/drafts/LeaveQuestion.tsx'
import { useLeaving } from '../../ui/drafts/useLeaving.ts'
import { useToday } from '../../ui/form/FormFields.tsx'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { FormHostContext, useFormHost } from '../../ui/form/useFormHost.ts'
import { paperFileName } from '../../ui/paper/Paper.ts'
import { PdfDrop } from '../../ui/paper/PdfDrop.tsx'
import { Message } from '../../ui/Message.tsx'
import { ProfileSection } from '../ProfileSection.tsx'
import { useChosenYear, type Year } from '../YearChoice.tsx'
import { documentName, type DocumentType } from './documentName.ts'
import { documentsQuery, uploadDocument } from './financeApi.ts'
import { useDocumentUpload } from './useDocumentUpload.ts'

const types = Object.keys(documentTypes).map((type) => Number(type) as DocumentType)

/** Where staff upload the documents of a year, including years without receipts. */
export function AnnualDocuments({ student }: { student: Student }) {
  const { role } = useSessionUser()
  if (!canAddDocuments(role) || student.status !== STUDENT_ACTIVE) return null
  return <Documents student={student} />
}

function Documents({ student }: { student: Student }) {
  const { data: lookups = [], error, refetch } = useQuery(lookupsQuery('years'))
  const { chosen: shown } = useChosenYear('finance_year', student.annual_finance)
  const [picked, setPicked] = useState<number>()
  const today = useToday()
  const years = lookups.map((lookup): Year => ({ id: lookup.id, year_name: lookupName('years', lookup) }))
  const wanted = picked ?? shown?.id ?? newestBegun(lookups, today)?.id
  const year = years.find(({ id }) => id === wanted)
  const { host, hasUnstored, discardUnstored } = useFormHost()
  // Unstored pages keep their year, even if the statements show another.
  if (hasUnstored && picked === undefined && year) setPicked(year.id)
  // The field itself asks before the page is closed.
  const { leave, askToLeave, stay } = useLeaving(hasUnstored)
  return (
    <ProfileSection
      title="Annual Documents"
      subtitle="The fee structure and the account statement of a year"
      tools={
        years.length > 1 ? (
          <SelectBox
            aria-label="Year of the documents"
            data={years.map(({ id, year_name }) => ({ value: String(id), label: year_name }))}
            value={String(year?.id)}
            onChange={({ currentTarget }) => {
              const id = Number(currentTarget.value)
              if (hasUnstored) askToLeave(() => setPicked(id))
              else setPicked(id)
            }}
          />
        ) : (
          year?.year_name
        )
      }
    >
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {/* The key discards the chosen files when the year changes, so that none is uploaded to the wrong year. */}
      {year && (
        <FormHostContext value={host}>
          <Uploads key={year.id} student={student} year={year} />
        </FormHostContext>
      )}
      {leave && (
        <LeaveQuestion
          {...UNSTORED_PAGES}
          onStay={stay}
          onLeave={() => {
            discardUnstored()
            stay()
            leave()
          }}
        />
      )}
    </ProfileSection>
  )
}

function Uploads({ student, year }: { student: Student; year: Year }) {
  const { data: documents } = useQuery(documentsQuery(student.id, year.id))
  return (
    <SimpleGrid type="container" cols={{ base: 1, '580px': 2 }} spacing={20} mt={4}>
      {types.map((type) => (
        <DocumentUpload
          key={type}
          student={student}
          year={year}
          type={type}
          present={documents && (documents.find((document) => document.type === type) ?? null)}
        />
      ))}
    </SimpleGrid>
  )
}

type DocumentUploadProps = {
  student: Student
  year: Year
  type: DocumentType
  /** The document that an upload replaces; undefined until it is loaded. */
  present: AnnualDocument | null | undefined
}

/** Uploads a fee structure or an account statement. */
function DocumentUpload({ student, year, type, present }: DocumentUploadProps) {
  const client = useQueryClient()
  const name = documentName(type, year)
  const button = useRef<HTMLButtonElement>(null)
  const { host, waits, discardAll } = useFormHost()
  const { file, choose, refuse, notice, upload, start } = useDocumentUpload(
    (chosen, transfer) => uploadDocument({ type, studId: student.id, year: year.id }, chosen, transfer),
    () => {
      discardAll()
      void client.invalidateQueries({ queryKey: ['documents'] })
      // The profile now also lists this year, if it had no documents or receipts before.
      void client.invalidateQueries({ queryKey: ['student', student.id] })
    },
  )
  const cancel = () => {
    upload?.cancel()
    button.current?.focus()
  }
  /** Also until there is a PDF of photographed pages. */
  const isBusy = upload !== undefined || waits !== undefined
  return (
    <Stack gap={10} miw={0}>
      <fieldset disabled={upload !== undefined}>
        <FormHostContext value={host}>
          <PdfDrop
            label={name}
            value={file}
            onChange={choose}
            onProblem={refuse}
            upload={upload}
            target={{
              key: `document-${student.id}-${year.id}-${type}`,
              what: name,
              about: `${student.name}, ${student.ref}`,
              fileName: paperFileName(student.name, name),
            }}
          />
        </FormHostContext>
      </fieldset>
      <Group gap="var(--el-s2) var(--el-s3)">
        <Button
          ref={button}
          variant="default"
          aria-disabled={isBusy}
          data-disabled={isBusy || undefined}
          onClick={() => isBusy || start()}
        >
          Upload <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
        {upload ? (
          <Button variant="subtle" onClick={cancel}>
            Cancel upload
          </Button>
        ) : (
          <span className="el-sm el-ink-2">
            {waits}
            {!waits && present && (
              <>
                Replaces the{' '}
                <a href={present.path} target="_blank" rel="noopener">
                  present one
                </a>
              </>
            )}
            {!waits && present === null && `None yet for ${year.year_name}`}
          </span>
        )}
      </Group>
      {notice && <Message tone={notice.tone}>{notice.text}</Message>}
    </Stack>
  )
}
