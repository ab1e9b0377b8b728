import { Box, SimpleGrid, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArchive,
  IconCheck,
  IconClockPause,
  IconFileZip,
  IconUserOff,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ALIKE_ENOUGH, erasureMessages, type RecordContents } from '#contract/privacy/erasure.ts'
import { isForErasure } from '#contract/privacy/requests.ts'
import { call } from '../../ui/call.ts'
import { ConfirmNote } from '../../ui/modal/ConfirmNote.tsx'
import { formatDay } from '../../ui/formatDate.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { ConfirmModal } from '../../ui/modal/ConfirmModal.tsx'
import { plural } from '../../ui/plural.ts'
import { ExportModal } from '../export/ExportModal.tsx'
import { openRequestsQuery, useRightsChanged } from '../requests/requestApi.ts'
import { RequestSelect } from '../requests/RequestSelect.tsx'
import { contentsQuery, mentionsQuery, type RecordDialogProps } from './erasureApi.ts'
import classes from './erasure.module.css'
import { Mentions } from './Mentions.tsx'

/** Removes everything that identifies a student who has left, after a wait of seven days. */
export function AnonymiseModal({ student, request, onClose }: RecordDialogProps) {
  const { id, name, ref } = student
  const changed = useRightsChanged()
  const { data, error, refetch } = useQuery(contentsQuery(id))
  const [typed, setTyped] = useState('')
  const { data: found, error: notFound, refetch: findAgain } = useQuery(mentionsQuery(id))
  const [chosen, setChosen] = useState(request ? String(request) : undefined)
  const only = useOnlyRequest(id)
  const answers = chosen ?? only
  const [dropsGender, setDropsGender] = useState(false)
  const [isExporting, setIsExporting] = useState(false)
  const isTyped = typed.trim().toUpperCase() === ref.toUpperCase()
  return (
    <>
      <ConfirmModal
        title="Anonymise the Record"
        subtitle={`${name}, ${ref}`}
        shape="wide"
        verb={`Anonymise${data ? ` on ${formatDay(data.anonymise_on)}` : ''}`}
        icon={IconUserOff}
        isDeletion
        isWaiting={!data || !found || !isTyped}
        confirm={(transfer) =>
          call('POST /api/students/:id/anonymise', {
            params: { id },
            body: { ref: typed, request_id: answers, drop_gender: dropsGender },
            idempotencyKey: transfer.idempotencyKey,
            action: { verb: 'anonymise the record of', name },
          })
        }
        onSaved={changed}
        onClose={onClose}
        facts={
          <>
            {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
            {data && <Effects contents={data} />}
            {notFound && !found && <LoadFailure error={notFound} onRetry={() => void findAgain()} />}
            {data && found && <Mentions day={formatDay(data.anonymise_on)} found={found} />}
            <ul className={classes.notes}>
              <Note Icon={IconClockPause}>Until then an administrator or a director can cancel it.</Note>
              <Note Icon={IconArchive}>
                Older backups contain the record until they are deleted. If one is restored with the newest
                list of anonymised records, the record is anonymised again.
              </Note>
              <Note Icon={IconFileZip}>
                Does the family want a copy?{' '}
                <button type="button" className="el-link" onClick={() => setIsExporting(true)}>
                  Export the record first
                </button>
              </Note>
            </ul>
            {data && data.alike < ALIKE_ENOUGH && (
              <Box mt={12}>
                <Message tone="note" icon={IconAlertTriangle}>
                  {alikeWords(data.alike)}
                  <label className={classes.choice}>
                    <input
                      type="checkbox"
                      checked={dropsGender}
                      onChange={({ currentTarget }) => setDropsGender(currentTarget.checked)}
                    />
                    Remove the gender too
                  </label>
                </Message>
              </Box>
            )}
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={14} mt={16}>
              <RequestSelect
                label="Why"
                student={id}
                isFor={isForErasure}
                value={answers}
                otherwise="Nobody has asked for it"
                onChange={setChosen}
              />
              <TextInput
                label={erasureMessages.wrongRef(ref)}
                autoComplete="off"
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            </SimpleGrid>
            <Box mt={16}>
              <ConfirmNote />
            </Box>
          </>
        }
      >
        {data ? <b>On {formatDay(data.anonymise_on)}</b> : 'In seven days'}, after seven days, Elimu removes
        the names, texts and files of this record, and gives it a new ref and a new address. It cannot be
        restored.
      </ConfirmModal>
      {isExporting && <ExportModal student={student} onClose={() => setIsExporting(false)} />}
    </>
  )
}

/** The only open request for erasure, which the dialog answers unless the user chooses otherwise. */
function useOnlyRequest(student: number): string {
  const { data = [] } = useQuery(openRequestsQuery(student))
  const [first, ...others] = data.filter(isForErasure)
  return first && others.length === 0 ? String(first.id) : ''
}

const alikeWords = (alike: number) =>
  alike <= 1
    ? 'No other student has this gender, year of birth and cluster: the record could be recognised.'
    : `Only ${plural(alike - 1, 'other student')} ${alike === 2 ? 'has' : 'have'} this gender, year of birth and cluster: the record could be recognised.`

const Note = ({ Icon, children }: { Icon: TablerIcon; children: ReactNode }) => (
  <li>
    <Icon size={18} aria-hidden />
    <span>{children}</span>
  </li>
)

const removed = (letters: number) => [
  'Names of the child, the parents and the guardian',
  'Background, comments, remarks and action plans',
  'Dates, except their years',
  'Picture, certificate, report cards and receipts as PDF',
  'Pictures and videos in the gallery',
  letters === 0 ? 'Contents of letters' : `Contents of ${plural(letters, 'letter')}`,
  'Earlier values in the list of changes',
  'Names of the users who added, entered and verified it',
  'Rows stored by imports, and drafts',
]

function Effects({ contents: { letters, keeps_school } }: { contents: RecordContents }) {
  const stays = [
    'Gender, year of birth and cluster',
    'Class of each year',
    ...(keeps_school ? ['School'] : []),
    'Marks, grades and levels',
    'Amounts of each category',
    'Status',
  ]
  return (
    <div className={classes.effects}>
      <Effect title="Removed for good" Icon={IconX} tone="red" lines={removed(letters)} />
      <Effect title="Not removed" Icon={IconCheck} tone="green" lines={stays}>
        So that the totals of past years stay right.
      </Effect>
    </div>
  )
}

type EffectProps = {
  title: string
  Icon: TablerIcon
  tone: 'red' | 'green'
  lines: string[]
  children?: string
}

const Effect = ({ title, Icon, tone, lines, children }: EffectProps) => (
  <section data-tone={tone}>
    <h3 className="el-body el-strong">
      <Icon size={18} aria-hidden />
      {title}
    </h3>
    <ul className="el-ui">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    {children && <p className="el-sm el-ink-2">{children}</p>}
  </section>
)
