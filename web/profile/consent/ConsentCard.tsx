import { Box, Button, Group, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCalendar, IconChevronDown, IconChevronUp, IconPrinter, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { purposes } from '#contract/privacy/consentStates.ts'
import type { Consent, ConsentSummary, StudentConsents } from '#contract/privacy/consents.ts'
import { purposeWords } from '#contract/privacy/consentWords.ts'
import type { StudentProfile } from '#contract/students/students.ts'
import { consentsQuery, gateQuery } from '../../privacy/consents/consentApi.ts'
import { earlierOf, purposeBadges, titlesOf, whenOf } from '../../privacy/consents/consentBadges.ts'
import { FoldButton } from '../../ui/FoldButton.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { StatusBadge, StatusMark } from '../../ui/StatusBadge.tsx'
import { PdfLink } from '../PdfLink.tsx'
import classes from './ConsentCard.module.css'
import {
  type Alike,
  answeredBy,
  askWhom,
  differingOf,
  isWhole,
  lineOf,
  openSentence,
} from './consentLines.ts'
import { ConsentList } from './ConsentList.tsx'
import { Deletions } from './Deletions.tsx'

const RecordConsentModal = lazyDialog(
  async () => (await import('../../privacy/consents/record/RecordConsentModal.tsx')).RecordConsentModal,
)
const PrintedForms = lazyDialog(
  async () => (await import('../../privacy/consents/paper/PrintedForms.tsx')).PrintedForms,
)
const VoidModal = lazyDialog(async () => (await import('./VoidModal.tsx')).VoidModal)

type ConsentCardProps = { student: StudentProfile; consent: ConsentSummary }

/**
 * What the family agreed to. One line while everything is given for some time, which shows more on demand; else what
 * differs. Only what is opened is loaded, and counts as a view. For staff.
 */
export function ConsentCard({ student, consent }: ConsentCardProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isLine = isWhole(consent)
  const isShown = isOpen || !isLine
  return (
    <section className={`el-card ${classes.card}`} aria-label="Consent">
      <div className={classes.head}>
        <Mark consent={consent} />
        <h2 className={classes.title}>
          {isLine ? (
            <UnstyledButton
              className={classes.toggle}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
            >
              <b>Consent</b> <span>{notSharedNow(student) ?? lineOf(consent)}</span>
            </UnstyledButton>
          ) : (
            <>
              <b>Consent</b> <Sentence student={student} consent={consent} />
            </>
          )}
        </h2>
        {consent.form && (
          <PdfLink href={consent.form}>
            Form<VisuallyHidden> of consent</VisuallyHidden>
          </PdfLink>
        )}
        {isLine &&
          (isOpen ? <IconChevronUp size={20} aria-hidden /> : <IconChevronDown size={20} aria-hidden />)}
      </div>
      <div id={id}>
        {isShown && <Body student={student} isLine={isLine} onChange={() => setIsOpen(true)} />}
      </div>
    </section>
  )
}

function Mark({ consent }: { consent: ConsentSummary }) {
  if (consent.state === 'full' && consent.ends_soon)
    return <IconCalendar size={20} className={classes.soon} aria-hidden />
  const look = {
    full: 'given',
    some_refused: 'withdrawn',
    ended: 'ended',
    not_recorded: 'not_recorded',
  } as const
  return <StatusMark {...purposeBadges[look[consent.state]]} />
}

/** Why nothing is shared, whatever the family has said. */
const notSharedNow = ({ erasure, restriction }: StudentProfile) =>
  erasure
    ? 'Nothing is shared while the record waits to be anonymised.'
    : restriction && 'Nothing is shared while the use of the record is restricted.'

function Sentence({ student, consent }: ConsentCardProps) {
  const today = useToday()
  const { data } = useQuery(consentsQuery(student.id))
  const { data: gate } = useQuery(gateQuery)
  return (
    <span>{notSharedNow(student) ?? (data && openSentence({ student, consent, data, gate, today }))}</span>
  )
}

type BodyProps = {
  student: StudentProfile
  isLine: boolean
  /** Called before a dialog that may make it a line: it then stays open, and the dialog with it. */
  onChange: () => void
}

function Body({ student, isLine, onChange }: BodyProps) {
  const { data, error, refetch } = useQuery(consentsQuery(student.id))
  const [voiding, setVoiding] = useState<Consent>()
  const [isListed, setIsListed] = useState(false)
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <VisuallyHidden component="output">Loading the consents</VisuallyHidden>
  // A record that waits to be anonymised cannot be changed.
  const isReadOnly = student.erasure !== null
  const startVoid = (consent: Consent) => {
    onChange()
    setVoiding(consent)
  }
  const list = { student, states: data.states, onVoid: isReadOnly ? undefined : startVoid }
  const earlier = earlierOf(data)
  const present = data.consents.filter((each) => !earlier.includes(each))
  const others = isLine ? earlier : [...present, ...earlier]
  return (
    <>
      {isLine ? (
        <ConsentList {...list} consents={present} />
      ) : (
        present.length > 0 && <Differences student={student} consents={data} />
      )}
      <Deletions student={student} consents={data} />
      {(others.length > 0 || !isReadOnly) && (
        <Group className={`el-line ${classes.foot}`} gap={8}>
          {others.length > 0 && (
            <FoldButton isOpen={isListed} onToggle={() => setIsListed(!isListed)}>
              {isLine ? 'Earlier consents' : 'All consents'}, {others.length}
            </FoldButton>
          )}
          {!isReadOnly && <Actions student={student} isEmpty={present.length === 0} onRecord={onChange} />}
        </Group>
      )}
      {isListed && <ConsentList {...list} consents={others} />}
      {voiding && <VoidModal student={student} consent={voiding} onClose={() => setVoiding(undefined)} />}
    </>
  )
}

/** The purposes that are not given, or end before the others. */
function Differences({ student, consents }: { student: StudentProfile; consents: StudentConsents }) {
  const differing = differingOf(consents, student.name)
  if (differing.length === 0) return null
  return (
    <table className={`el-ui ${classes.purposes}`} aria-label="Consent by purpose">
      <VisuallyHidden component="thead">
        <tr>
          <th scope="col">Purpose</th>
          <th scope="col">State</th>
          <th scope="col">When and by whom</th>
        </tr>
      </VisuallyHidden>
      <tbody>
        {differing.map((alike) => {
          const [state] = alike
          return (
            <tr key={state.purpose}>
              <th scope="row">
                <PurposeNames states={alike} />
              </th>
              <td>
                <StatusBadge {...purposeBadges[state.state]} />
              </td>
              <td className="el-ink-2 el-numbers">
                {[whenOf(state), answeredBy(state, consents, student.name)].filter(Boolean).join(', ')}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** `Pictures To the supporter`, or the titles of several purposes. */
function PurposeNames({ states }: { states: Alike }) {
  const [{ purpose }] = states
  const titles = titlesOf(states.map((state) => state.purpose))
  return (
    <>
      <b className="el-strong">{states.length === purposes.length ? 'All purposes' : titles}</b>{' '}
      {states.length === 1 && <span className="el-sm el-ink-3">{purposeWords[purpose].short}</span>}
    </>
  )
}

type ActionsProps = { student: StudentProfile; isEmpty: boolean; onRecord: () => void }

function Actions({ student, isEmpty, onRecord }: ActionsProps) {
  const today = useToday()
  const [isRecording, setIsRecording] = useState(false)
  const [isPrinting, setIsPrinting] = useState(false)
  return (
    <>
      {isEmpty && (
        <Box component="p" className="el-ui el-ink-2" flex="1 1 240px">
          {askWhom(student, today)}
        </Box>
      )}
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        onClick={() => setIsPrinting(true)}
      >
        Print form
      </Button>
      <Button
        variant={isEmpty ? 'filled' : 'default'}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => {
          onRecord()
          setIsRecording(true)
        }}
      >
        Record Consent
      </Button>
      {isRecording && <RecordConsentModal student={student} onClose={() => setIsRecording(false)} />}
      {isPrinting && <PrintedForms of={{ student: student.id }} onPrinted={() => setIsPrinting(false)} />}
    </>
  )
}
