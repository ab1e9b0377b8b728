import { Box, Button, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconClipboardText,
  IconEye,
  IconFileZip,
  IconHistory,
  IconMail,
  IconNotebook,
  IconPhoto,
  IconReceipt,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecordContents } from '#contract/privacy/erasure.ts'
import { exportPath, OTHER_NAMES_MAX } from '#contract/privacy/exports.ts'
import { isForExport } from '#contract/privacy/requests.ts'
import { ConfirmNote } from '../../ui/modal/ConfirmNote.tsx'
import { confirmAndDownload } from '../../ui/export/saveFile.ts'
import { fileSize } from '../../ui/file/fileKind.ts'
import { call } from '../../ui/call.ts'
import { messageOf } from '../../ui/http.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame, SavingNotice } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { plural } from '../../ui/plural.ts'
import { contentsQuery, type RecordDialogProps } from '../erasure/erasureApi.ts'
import { RequestSelect } from '../requests/RequestSelect.tsx'
import { RedactedSentences } from './RedactedSentences.tsx'
import classes from './export.module.css'

/** The whole record as one ZIP, which the browser downloads by itself. */
export function ExportModal({ student, request, onClose }: RecordDialogProps) {
  const { id, name, ref } = student
  const client = useQueryClient()
  // The export is recorded when the browser starts the download, while the dialog is still open.
  const life = useModalLife(() => {
    void client.invalidateQueries({ queryKey: ['student', id] })
    onClose()
  })
  const { data, error, refetch } = useQuery(contentsQuery(id))
  const [answers, setAnswers] = useState(request ? String(request) : '')
  const [names, setNames] = useState('')
  /** The names with which the redacted sentences are shown; undefined before that step. */
  const [checked, setChecked] = useState<string>()
  const [unredacted, setUnredacted] = useState<string[]>([])
  const found = useQuery({
    queryKey: ['student', id, 'redactions', checked ?? ''],
    queryFn: async ({ signal }) =>
      (
        await call('POST /api/students/:id/redactions', {
          params: { id },
          body: { names: checked ?? '' },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isChecking = checked !== undefined
  const mustCheck = !isChecking && (names.trim() !== '' || (found.data ?? []).length > 0)
  const loadError = error ?? found.error
  const isReady = data !== undefined && found.data !== undefined && !found.isPlaceholderData
  const {
    mutate,
    isPending,
    isSuccess,
    error: failure,
  } = useMutation({
    async mutationFn() {
      const body = { names, unredacted }
      const isDefault = names.trim() === '' && unredacted.length === 0
      const stored = isDefault
        ? undefined
        : await call('POST /api/students/:id/export-choice', { params: { id }, body })
      const address = exportPath(id, { request: answers, ...stored?.data })
      await confirmAndDownload(address, { verb: 'export the record of', name }, `${ref}.zip`)
    },
  })
  return (
    <ModalFrame life={life} title="Export the Record" subtitle={`${name}, ${ref}`} shape="narrow">
      <div className={frame.body}>
        <SavingNotice notice={failure ? { tone: 'bad', text: messageOf(failure) } : undefined} />
        {isSuccess && (
          <Message tone="good" hasSpaceBelow>
            The download has started. The browser shows how far it is. If it stops, continue it there or
            export again.
          </Message>
        )}
        {loadError && !isReady && (
          <LoadFailure
            error={loadError}
            onRetry={() => {
              void refetch()
              void found.refetch()
            }}
          />
        )}
        {isChecking ? (
          isReady && (
            <RedactedSentences redactions={found.data} unredacted={unredacted} onChange={setUnredacted} />
          )
        ) : (
          <>
            <p className="el-body el-ink-2">
              One ZIP file with everything that Elimu stores about {name}. Its page index.html opens in any
              browser.
            </p>
            {!loadError && <Contents contents={data} />}
            <RequestSelect
              label="What it is for"
              student={id}
              isFor={isForExport}
              value={answers}
              otherwise="Not for a request"
              onChange={setAnswers}
            />
            <TextInput
              mt={16}
              label="Other names to redact"
              description={`Nicknames and first names of other children, separated by commas. Elimu finds their refs and full names, and the first names of those in pictures with ${name}.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              maxLength={OTHER_NAMES_MAX}
              value={names}
              onChange={({ currentTarget }) => setNames(currentTarget.value)}
            />
            <Box mt={16}>
              <Message tone="note" icon={IconAlertTriangle}>
                <b>The file has no password.</b> Give it only to the person who may have it. This export is
                listed under Who looked.
              </Message>
            </Box>
          </>
        )}
        <Box mt={16}>
          <ConfirmNote />
        </Box>
      </div>
      <div className={frame.foot}>
        {isChecking && !isSuccess ? (
          <Button variant="default" onClick={() => setChecked(undefined)}>
            Back
          </Button>
        ) : (
          <Button variant="default" onClick={life.close}>
            {isSuccess ? 'Close' : 'Cancel'}
          </Button>
        )}
        {mustCheck ? (
          <Button key="next" disabled={!isReady} onClick={() => setChecked(names)}>
            Next: check names
          </Button>
        ) : (
          <Button
            key="export"
            leftSection={<IconFileZip size={18} aria-hidden />}
            disabled={!isReady || isPending}
            onClick={() => mutate()}
          >
            {isSuccess ? 'Export again' : 'Export'}
            {data && `, ${fileSize(data.bytes)}`}
          </Button>
        )}
      </div>
    </ModalFrame>
  )
}

/** What the file contains; the numbers follow once they are counted. */
function Contents({ contents }: { contents: RecordContents | undefined }) {
  const rows: [TablerIcon, string, (counted: RecordContents) => string][] = [
    [IconUser, 'Personal data and background', ({ facts }) => plural(facts, 'field')],
    [IconNotebook, 'Report cards', ({ reports }) => String(reports)],
    [IconReceipt, 'Receipts and documents', ({ receipts, documents }) => String(receipts + documents)],
    [
      IconPhoto,
      'Pictures and videos',
      ({ media, group_media }) =>
        group_media === 0
          ? String(media)
          : `${media - group_media}, without ${group_media} of several children`,
    ],
    [IconMail, 'Letters: what was sent, and to whom', ({ letters }) => String(letters)],
    [IconClipboardText, 'Consents and requests', ({ consents, requests }) => String(consents + requests)],
    [IconHistory, 'Changes: who, when, old and new', ({ changes }) => String(changes)],
    [IconEye, 'Who looked', ({ accesses }) => plural(accesses, 'day')],
  ]
  return (
    <ul className={`el-box el-ruled el-ui ${classes.contents}`}>
      {rows.map(([Icon, what, countOf]) => (
        <li key={what}>
          <Icon size={18} aria-hidden />
          <span className="el-grow">{what}</span>
          <span className="el-medium el-ink-2 el-numbers">{contents && countOf(contents)}</span>
        </li>
      ))}
    </ul>
  )
}
