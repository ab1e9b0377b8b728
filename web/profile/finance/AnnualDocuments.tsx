import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button, Group, SimpleGrid, Stack, VisuallyHidden } from '@mantine/core'
import { type AnyRouter, useBlocker, useRouter } from '@tanstack/react-router'
import { type AnnualDocument, documentTypes } from '#contract/records/documents.ts'
import { lookupName } from '#contract/lookups.ts'
import { canAddDocuments } from '#contract/permissions.ts'
import { type Student, STUDENT_ACTIVE } from '#contract/students/students.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { LeaveQuestion, UNSTORED_PAGES } from '../../ui/drafts/LeaveQuestion.tsx'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { FormHostContext, useFormHost } from '../../ui/form/useFormHost.ts'
import { isDialogOpen } from '../../ui/modal/useBackEntry.ts'
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
  const years = lookups.map((lookup): Year => ({ id: lookup.id, year_name: lookupName('years', lookup) }))
  const year = years.find(({ id }) => id === (picked ?? shown?.id)) ?? years[0]
  const router: AnyRouter = useRouter()
  const { host, hasUnstored, discardUnstored } = useFormHost()
  // Pages that are not stored keep their year, whichever the statements show.
  if (hasUnstored && picked === undefined && year) setPicked(year.id)
  /** What to do after the question about the pages. */
  const [leave, setLeave] = useState<() => void>()
  const askToLeave = (then: () => void) => setLeave(() => then)
  useBlocker({
    disabled: !hasUnstored,
    // The field itself asks.
    enableBeforeUnload: false,
    shouldBlockFn: ({ action, current, next }) => {
      const isBack = action === 'BACK'
      // Back closes an open dialog.
      if ((isBack && isDialogOpen()) || screenOf(current) === screenOf(next)) return false
      askToLeave(() =>
        isBack
          ? router.history.back({ ignoreBlocker: true })
          : void router.navigate({
              to: next.pathname,
              search: next.search,
              replace: action === 'REPLACE',
              ignoreBlocker: true,
            }),
      )
      return true
    },
  })
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
          onStay={() => setLeave(undefined)}
          onLeave={() => {
            discardUnstored()
            setLeave(undefined)
            leave()
          }}
        />
      )}
    </ProfileSection>
  )
}

/** Other parts of the address, such as a year, leave this section on the screen. */
const screenOf = ({ pathname, search }: { pathname: string; search: object }) =>
  [pathname, ...['menu', 'student', 'profile'].map((part) => String(Reflect.get(search, part)))].join(' ')

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
