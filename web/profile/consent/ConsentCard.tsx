import { Box, Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import {
  IconCalendar,
  IconFileX,
  IconPlus,
  IconPrinter,
  IconSignature,
  IconUserCheck,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useState } from 'react'
import {
  adultOn,
  ASKED_AGE,
  lastDayOfChild,
  purposes,
  type PurposeState,
} from '#contract/privacy/consentStates.ts'
import type { Consent, StudentConsents } from '#contract/privacy/consents.ts'
import { firstName, purposeWords } from '#contract/privacy/consentWords.ts'
import { canVoidConsents } from '#contract/permissions.ts'
import type { Student, StudentProfile } from '#contract/students/students.ts'
import { consentsQuery, gateQuery } from '../../privacy/consents/consentApi.ts'
import {
  childWords,
  documentOf,
  earlierOf,
  giverOf,
  groupsOf,
  purposeBadges,
  seenSentence,
  whenOf,
} from '../../privacy/consents/consentBadges.ts'
import { useToday } from '../../ui/form/FormFields.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import paper from '../../ui/ruledPaper.module.css'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ProfileSection } from '../ProfileSection.tsx'
import { Bars } from '../ProfileSkeleton.tsx'
import classes from './ConsentCard.module.css'
import { Deletions } from './Deletions.tsx'
import { EarlierConsents, Explained, FormLink } from './EarlierConsents.tsx'

const RecordConsentModal = lazyDialog(
  async () => (await import('../../privacy/consents/record/RecordConsentModal.tsx')).RecordConsentModal,
)
const PrintedForms = lazyDialog(
  async () => (await import('../../privacy/consents/paper/PrintedForms.tsx')).PrintedForms,
)
const VoidModal = lazyDialog(async () => (await import('./VoidModal.tsx')).VoidModal)

/** What the family agreed to, purpose by purpose, and what the supporter therefore sees. For staff. */
export function ConsentCard({ student }: { student: StudentProfile }) {
  // A record that waits to be anonymised cannot be changed.
  const isReadOnly = student.erasure !== null
  const { data, error, refetch } = useQuery(consentsQuery(student.id))
  const { data: gate } = useQuery(gateQuery)
  const [isRecording, setIsRecording] = useState(false)
  const [isPrinting, setIsPrinting] = useState(false)
  const [voiding, setVoiding] = useState<Consent>()
  const record = () => setIsRecording(true)
  const print = () => setIsPrinting(true)
  const isEmpty = data?.consents.length === 0
  return (
    <>
      <ProfileSection
        title="Consent"
        subtitle={
          isReadOnly
            ? 'Nothing is shared while the record waits to be anonymised.'
            : student.restriction
              ? 'Nothing is shared while the use of the record is restricted.'
              : data && seenSentence(data, student.supporter, gate)
        }
        isFull
        tools={
          data &&
          !isEmpty &&
          !isReadOnly && (
            <>
              <IconButton icon={IconPrinter} label="Print the consent form" onClick={print} />
              <Button
                className={classes.record ?? ''}
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={record}
              >
                Record Consent
              </Button>
            </>
          )
        }
      >
        {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <>
            <VisuallyHidden component="output">Loading the consents</VisuallyHidden>
            <Stack gap={32} px={20} py={26} aria-hidden>
              <Bars count={purposes.length} />
            </Stack>
          </>
        )}
        {data && (
          <>
            <Purposes student={student} consents={data} onVoid={isReadOnly ? undefined : setVoiding}>
              {isEmpty && !isReadOnly && <NoConsent student={student} onRecord={record} onPrint={print} />}
            </Purposes>
            <Deletions student={student} consents={data} />
            <EarlierConsents consents={earlierOf(data)} />
          </>
        )}
      </ProfileSection>
      {isRecording && <RecordConsentModal student={student} onClose={() => setIsRecording(false)} />}
      {voiding && <VoidModal student={student} consent={voiding} onClose={() => setVoiding(undefined)} />}
      {isPrinting && <PrintedForms of={{ student: student.id }} onPrinted={() => setIsPrinting(false)} />}
    </>
  )
}

type PurposesProps = {
  student: Student
  consents: StudentConsents
  /** Undefined if nothing may be changed. */
  onVoid: ((consent: Consent) => void) | undefined
  /** In place of the documents, if there are none. */
  children: ReactNode
}

/**
 * The purposes, and beside those that the same documents answer, the documents. One grid at every width: where there is
 * no room beside them, the documents follow their purposes.
 */
function Purposes({ student, consents, onVoid, children }: PurposesProps) {
  const groups = groupsOf(consents)
  const shown = new Set<number>()
  return (
    <table className={classes.purposes} aria-label="Consent by purpose">
      <thead>
        <tr className={`el-sm el-strong el-ink-2 ${classes.heads}`}>
          <th scope="col">Purpose</th>
          <th scope="col">State</th>
          <th scope="col">When</th>
          <th scope="col">Answered by</th>
        </tr>
      </thead>
      {groups.map(({ states, consents: own }) => (
        <tbody key={states[0]?.purpose} className={classes.group}>
          {states.map((state, index) => (
            <tr key={state.purpose} className={classes.row}>
              <PurposeCells state={state} />
              {index === 0 && (
                <td className={classes.documents} style={{ '--span': states.length } as CSSProperties}>
                  {own.map((consent) => {
                    const isAgain = shown.has(consent.id)
                    shown.add(consent.id)
                    return (
                      <Document
                        key={consent.id}
                        student={student}
                        consent={consent}
                        about={states}
                        isAgain={isAgain}
                        onVoid={onVoid && (() => onVoid(consent))}
                      />
                    )
                  })}
                  {own.length === 0 && children}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function PurposeCells({ state }: { state: PurposeState }) {
  const { title, short } = purposeWords[state.purpose]
  const when = whenOf(state)
  return (
    <>
      <th scope="row" className={classes.purpose}>
        <b className="el-strong">{title}</b> <span className="el-sm el-ink-3">{short}</span>
      </th>
      <td className={classes.state}>
        <StatusBadge {...purposeBadges[state.state]} />
      </td>
      <td className={`el-ui el-ink-2 el-numbers ${classes.when}`}>
        {/* On a phone the dash would have a line of its own. */}
        <Box component="span" {...(when === '–' && { visibleFrom: 'sm' })}>
          {when}
        </Box>
      </td>
    </>
  )
}

type DocumentProps = {
  student: Student
  consent: Consent
  /** The purposes beside it. */
  about: PurposeState[]
  /** Whether it is shown in full further up. */
  isAgain: boolean
  onVoid: (() => void) | undefined
}

function Document({ student, consent, about, isAgain, onVoid }: DocumentProps) {
  const { role } = useSessionUser()
  const child = childWords(
    student.name,
    consent,
    about.map(({ purpose }) => purpose),
  )
  return (
    <section className={`el-ui ${classes.document}`}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <div className="el-grow">
          <b className="el-strong">{consent.name}</b>
          {giverOf(consent).slice(consent.name.length)}
          <p className="el-ink-2 el-numbers">
            {documentOf(consent)}
            {isAgain && ', as above'}
          </p>
          {!isAgain && (
            <>
              {consent.witness && <p className="el-ink-2">Witness: {consent.witness}</p>}
              <p className="el-ink-2">Recorded by {consent.recorded_by}</p>
              <Explained consent={consent} />
            </>
          )}
        </div>
        {!isAgain && onVoid && canVoidConsents(role) && (
          <IconButton icon={IconFileX} label={`Mark as void: ${documentOf(consent)}`} onClick={onVoid} />
        )}
      </Group>
      {!isAgain && <FormLink consent={consent} />}
      {child && <Note icon={IconUserCheck}>{child}</Note>}
      {!isAgain && <EndNote student={student} consent={consent} />}
    </section>
  )
}

const Note = ({ icon: Icon, children }: { icon: typeof IconCalendar; children: ReactNode }) => (
  <p className={`el-sm el-ink-2 ${classes.note}`}>
    <Icon size={17} className="el-ink-3" aria-hidden />
    <span>{children}</span>
  </p>
)

function EndNote({ student: { name, dob, gender }, consent }: { student: Student; consent: Consent }) {
  const isYes = Object.values(consent.answers).includes('yes')
  if (!isYes || dob === null || consent.until !== lastDayOfChild(dob)) return null
  return (
    <Note icon={IconCalendar}>
      Ends the day before {gender === 1 ? 'his' : 'her'} 18th birthday. From then on, only {firstName(name)}{' '}
      can give it.
    </Note>
  )
}

type NoConsentProps = { student: Student; onRecord: () => void; onPrint: () => void }

function NoConsent({ student, onRecord, onPrint }: NoConsentProps) {
  const today = useToday()
  return (
    <Group gap={12} wrap="nowrap" className={classes.none}>
      <span className={`${paper.paper} ${classes.sheet}`} aria-hidden>
        <IconSignature size={20} />
      </span>
      <div>
        <p className="el-strong">No consent is recorded</p>
        <p className="el-ui el-ink-2">{askWhom(student, today)}</p>
        <Group gap={8} mt={12}>
          <Button px={8} onClick={onRecord}>
            Record Consent
          </Button>
          <Button
            variant="default"
            px={8}
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={onPrint}
          >
            Print form
          </Button>
        </Group>
      </div>
    </Group>
  )
}

function askWhom({ name, age, dob, gender }: Student, today: string): string {
  const first = firstName(name)
  if (age === null || dob === null) return `Ask a parent or the guardian, and from 18 on only ${first}.`
  if (today >= adultOn(dob)) return `${first} is ${age}. Only ${first} can give it.`
  const them = gender === 1 ? 'him' : 'her'
  return `${first} is ${age}. Ask a parent or the guardian${age < ASKED_AGE ? '' : `, and ask ${them} too`}.`
}
