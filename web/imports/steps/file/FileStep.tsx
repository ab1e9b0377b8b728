import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCloudUpload, IconFileSpreadsheet, IconX } from '@tabler/icons-react'
import { useMutation, type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import type { FileKind } from '#contract/base/files.ts'
import { type ImportKind, isRecordImport, rowsMaxOf } from '#contract/imports.ts'
import { LeaveQuestion } from '../../../ui/drafts/LeaveQuestion.tsx'
import zone from '../../../ui/file/DropZone.module.css'
import { DropZone } from '../../../ui/file/DropZone.tsx'
import { fileSize } from '../../../ui/file/fileKind.ts'
import { SelectBox } from '../../../ui/form/SelectBox.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Message, StatementMark } from '../../../ui/Message.tsx'
import { plural } from '../../../ui/plural.ts'
import { BeforeYouStart } from './BeforeYouStart.tsx'
import { EarlierImports } from '../done/EarlierImports.tsx'
import { listMenus } from '../../importAddress.ts'
import { rememberedQuery } from '../../importApi.ts'
import { ImportFrame, StepButton, StepFoot, type StepProps } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import { jobOf, likelySheet, rowsOf } from '../../importJob.ts'
import type { ImportJob } from '../../ImportJobs.tsx'
import { headingRows } from '../../sheet/guess/guessHeader.ts'
import { countAnsweredRows } from '../../sheet/answersStillValid.ts'
import { openSpreadsheet } from '../../sheet/openSpreadsheet.ts'
import { SheetRefusal } from '../../sheet/Spreadsheet.ts'
import { SheetPreview } from './SheetPreview.tsx'

const spreadsheet: FileKind = {
  types: {
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
    'text/csv': ['.csv'],
  },
  refusal: 'Choose an Excel file (XLSX) or a CSV file',
}

/** What step 3 may save before the import itself. */
const SAVED_EARLY: Partial<Record<ImportKind, string>> = {
  students: 'classes',
  results: 'years, terms, classes and subjects',
  receipts: 'years, terms and classes',
}
const savedWhen = (kind: ImportKind) =>
  `Nothing is saved before the end of step 4${SAVED_EARLY[kind] ? `, except ${SAVED_EARLY[kind]} that you add in step 3` : ''}.`

/** Charities call their sheet of students a register. */
const wordFor = (kind: ImportKind) => (kind === 'students' ? 'register' : 'sheet')

const DISCARD = 'Discard this import?'

/** Step 1: choose the file, its sheet, and its heading row. */
export function FileStep({ kind, handle }: Omit<StepProps, 'job'>) {
  const { job, start, discard } = handle
  const navigate = useNavigate()
  const client = useQueryClient()
  const remembered = useQuery(rememberedQuery(kind)).data
  /** An action that discards answers, which waits for confirmation. */
  const [asking, setAsking] = useState<{ title: string; discard: () => void }>()
  const ask = (title: string, discardIt: () => void) => setAsking({ title, discard: discardIt })
  const leave = () => {
    discard()
    void navigate({ to: '/dashboard', search: { menu: listMenus[kind] } })
  }
  const choose = (next: ImportJob) => {
    const lost = job ? countAnsweredRows(job) - countAnsweredRows(next) : 0
    if (lost === 0) start(next)
    else ask(`Discard your answers for ${plural(lost, 'row')}?`, () => start(next))
  }
  const read = useMutation({
    mutationFn: async (file: File) => {
      // The guesses depend on the choices of earlier imports.
      const [{ sheets }, chosenBefore] = await Promise.all([
        openSpreadsheet(file, rowsMaxOf(kind)),
        client.ensureQueryData(rememberedQuery(kind)).catch(() => undefined),
      ])
      const sheet = likelySheet(sheets)
      if (!sheet) throw new SheetRefusal('This file has no sheet')
      choose(jobOf(kind, { file, sheets, sheet }, chosenBefore, job))
    },
  })
  const found = job ? rowsOf(job).length : 0
  return (
    <ImportFrame
      kind={kind}
      step="file"
      subtitle={`Import ${isRecordImport(kind) ? 'earlier years' : `a whole ${wordFor(kind)}`} at once. ${savedWhen(kind)}`}
      foot={{
        back: (
          <Button variant="default" onClick={() => (job ? ask(DISCARD, leave) : leave())}>
            Cancel
          </Button>
        ),
        hint: job && `${plural(found, 'row')} found`,
        // Hidden while another file is read, because answers about the previous file would be lost.
        next:
          found > 0 && !read.isPending ? (
            <StepButton verb="Next" kind={kind} step="columns" />
          ) : (
            <Button disabled>Next: Columns</Button>
          ),
      }}
    >
      <div className="el-beside">
        <section className="el-card">
          <Stack gap={10} p="var(--el-pad)">
            <RegisterDrop kind={kind} read={read} />
            {job && (
              <>
                <ChosenFile job={job} onRemove={() => ask(DISCARD, discard)} />
                <SheetChoice
                  job={job}
                  onChoose={(sheet, header) =>
                    choose(jobOf(kind, { ...job, sheet }, remembered, job, header))
                  }
                />
                {job.sheet.refusal ? (
                  <Message tone="bad">{job.sheet.refusal}</Message>
                ) : (
                  <SheetPreview sheet={job.sheet} header={job.answers.header} />
                )}
              </>
            )}
          </Stack>
          <StepFoot />
        </section>
        <BeforeYouStart kind={kind} />
      </div>
      <EarlierImports kind={kind} isOptional />
      {asking && (
        <LeaveQuestion
          title={asking.title}
          onStay={() => setAsking(undefined)}
          onLeave={() => {
            setAsking(undefined)
            asking.discard()
          }}
        />
      )}
    </ImportFrame>
  )
}

type RegisterDropProps = { kind: ImportKind; read: UseMutationResult<void, Error, File> }

function RegisterDrop({ kind, read: { isPending, error, mutate } }: RegisterDropProps) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <DropZone
        id={id}
        picker={picker}
        kind={spreadsheet}
        isPreparing={isPending}
        isBad={error !== null}
        describedBy={`${id}-hint`}
        onFiles={([file]) => file && mutate(file)}
      >
        <Group gap="14px 18px" p={{ base: '18px 16px', sm: '24px 20px' }} className={zone.zone ?? ''}>
          <StatementMark Icon={IconCloudUpload} tone="primary" />
          <Text id={`${id}-hint`} className={frame.text} flex="999 1 200px">
            <b className="el-body">{isPending ? 'Reading the file …' : `Drop the ${wordFor(kind)} here`}</b>
            An Excel file (XLSX) or a CSV file, up to {rowsMaxOf(kind).toLocaleString('en')} rows
          </Text>
          <Button
            component="label"
            variant="default"
            htmlFor={id}
            data-disabled={isPending || undefined}
            flex="1 0 auto"
          >
            Choose a file
          </Button>
        </Group>
      </DropZone>
      {error && (
        <Message tone="bad">
          {error instanceof SheetRefusal ? error.message : 'This file cannot be read.'}
        </Message>
      )}
    </>
  )
}

function ChosenFile({ job: { file, sheets }, onRemove }: { job: ImportJob; onRemove: () => void }) {
  return (
    <Group gap={11} wrap="nowrap" p="8px 8px 8px 12px" className="el-box el-ui">
      <IconFileSpreadsheet size={20} aria-hidden />
      <p className="el-grow el-break">
        <b className="el-strong">{file.name}</b>{' '}
        <span className="el-sm el-ink-3 el-clip">{`${fileSize(file.size)}, ${plural(sheets.length, 'sheet')}`}</span>
      </p>
      <IconCircleCheck size={20} aria-hidden color="var(--el-green)" />
      <IconButton icon={IconX} label={`Remove ${file.name}`} onClick={onRemove} />
    </Group>
  )
}

type SheetChoiceProps = { job: ImportJob; onChoose: (sheet: ImportJob['sheet'], header?: number) => void }

function SheetChoice({ job, onChoose }: SheetChoiceProps) {
  const { sheets, sheet, answers } = job
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16} verticalSpacing={12} mt={8}>
      <SelectBox
        label="Sheet"
        data={sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
        value={String(sheets.indexOf(sheet))}
        note={sheet.refusal ? undefined : plural(rowsOf(job).length, 'row')}
        onChange={({ currentTarget }) => {
          const chosen = sheets[Number(currentTarget.value)]
          if (chosen) onChoose(chosen)
        }}
      />
      <SelectBox
        label="Which row contains the headings?"
        data={headingRows(sheet.rows).map(({ index, label }) => ({ value: String(index), label }))}
        value={String(answers.header)}
        onChange={({ currentTarget }) => onChoose(sheet, Number(currentTarget.value))}
      />
    </SimpleGrid>
  )
}
