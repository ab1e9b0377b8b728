import { Button, Group, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconPrinter, IconX } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { formatDay } from '#contract/base/days.ts'
import { lastDayOfChild } from '#contract/privacy/consentStates.ts'
import type { ConsentFilter, ConsentRow } from '#contract/privacy/consents.ts'
import { ENDS_SOON_DAYS } from '#contract/privacy/consents.ts'
import { ProfileLink } from '../../../students/studentColumns.tsx'
import { StudentPicture } from '../../../students/files/StudentPicture.tsx'
import { Segments } from '../../../ui/form/Segments.tsx'
import type { RowAction } from '../../../ui/IconButton.tsx'
import { DataList } from '../../../ui/list/DataList.tsx'
import { ListCard } from '../../../ui/list/ListCard.tsx'
import { fieldColumn, type ListColumn } from '../../../ui/list/ListColumn.ts'
import { NextStepButton } from '../../../ui/list/NextStepButton.tsx'
import { lazyDialog } from '../../../ui/modal/lazyDialog.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useAddressChange } from '../../../ui/useAddressChange.ts'
import { consentsList } from '../consentApi.ts'
import { readConsentsAddress } from '../consentsAddress.ts'
import { studentBadges } from '../consentBadges.ts'
import type { Counts } from './ConsentSums.tsx'
import classes from './page.module.css'

const RecordConsentModal = lazyDialog(
  async () => (await import('../record/RecordConsentModal.tsx')).RecordConsentModal,
)
const PrintedForms = lazyDialog(async () => (await import('../paper/PrintedForms.tsx')).PrintedForms)

type Doing = { what: 'record' | 'print'; student: ConsentRow }

/** The students by state, those who need action by default, each with the next step. */
export function ConsentStudents({ counts }: { counts: Counts | undefined }) {
  const address = readConsentsAddress(useSearch({ strict: false }))
  const { consent = 'needs_action', school } = address
  const [doing, setDoing] = useState<Doing>()
  const head = useRef<HTMLElement>(null)
  const filter = counts && `${address.consent ?? ''}${school ?? ''}`
  // Scrolls to the list, because otherwise choosing a count or a school above it, or a link to it, would seem to do nothing.
  useEffect(() => {
    const { top = 0 } = (filter && head.current?.getBoundingClientRect()) || {}
    if (top <= innerHeight / 2) return
    head.current?.scrollIntoView()
    head.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [filter])
  const close = () => setDoing(undefined)
  const source = useMemo(
    () => ({ ...consentsList, filter: { state: consent, ...(school && { school }) } }),
    [consent, school],
  )
  const stepOf = useCallback(
    (student: ConsentRow) => nextStep(student, (what) => setDoing({ what, student })),
    [],
  )
  const columns = useMemo(() => columnsWith(stepOf), [stepOf])
  const card = useCallback(
    (student: ConsentRow) => (
      <ListCard
        image={<StudentPicture student={student} />}
        title={<ProfileLink student={student} from="consents" />}
        lines={[`${student.ref}, ${student.school}`]}
        badge={<State student={student} />}
        {...(whenOf(student) && { facts: [{ label: 'When', value: whenOf(student) }] })}
        actions={[stepOf(student)]}
      />
    ),
    [stepOf],
  )
  return (
    <section aria-labelledby="students">
      <header ref={head} className={classes.listHead}>
        <div>
          <h2 id="students" className="el-h2" tabIndex={-1}>
            {heads[consent].title}
          </h2>
          <p className="el-ui el-ink-2">{heads[consent].about}</p>
        </div>
        <Filters counts={counts} chosen={consent} />
      </header>
      <SchoolFilter counts={counts} school={school} />
      <DataList
        source={source}
        columns={columns}
        card={card}
        noun="students"
        searchLabel="Search by name, ref or school"
        noMatchHint="Check the spelling, or search by ref."
        emptyTitle={consent === 'needs_action' ? 'No student needs action' : 'No student to show'}
        emptyHint={
          consent === 'needs_action'
            ? 'Every active student has an answer to each purpose.'
            : 'Other students are hidden by the filter.'
        }
      />
      {doing?.what === 'record' && <RecordConsentModal student={doing.student} onClose={close} />}
      {doing?.what === 'print' && <PrintedForms of={{ student: doing.student.id }} onPrinted={close} />}
    </section>
  )
}

const heads: Record<ConsentFilter, { title: string; about: string }> = {
  needs_action: {
    title: 'Students who need action',
    about: `Not recorded, ended, or ending within ${ENDS_SOON_DAYS} days`,
  },
  not_recorded: { title: 'Not recorded', about: 'Without an answer to at least one purpose' },
  ended: { title: 'Ended', about: 'A consent was given, and its last day has passed' },
  ends_soon: { title: 'Ends soon', about: `The last day is within ${ENDS_SOON_DAYS} days` },
  some_refused: { title: 'Some refused', about: 'At least one No' },
  refused_long: { title: 'Refused for a year', about: 'At least one No, and no answer for a year' },
  full: { title: 'Full', about: 'A Yes to every purpose but publication' },
  erasure: {
    title: 'Asked for erasure',
    about: 'A No to keeping the record, also of students who have left',
  },
}

type FiltersProps = { counts: Counts | undefined; chosen: ConsentFilter }

function Filters({ counts, chosen }: FiltersProps) {
  const change = useAddressChange()
  const all = counts?.all
  const choices: { id: ConsentFilter; name: string; count: number | undefined }[] = [
    { id: 'needs_action', name: 'Need action', count: undefined },
    { id: 'not_recorded', name: 'Not recorded', count: all?.not_recorded },
    { id: 'ended', name: 'Ended', count: all?.ended },
    { id: 'ends_soon', name: 'Ends soon', count: all?.ends_soon },
    ...(counts?.erasures
      ? [{ id: 'erasure' as const, name: 'Asked for erasure', count: counts.erasures }]
      : []),
  ]
  return (
    <Segments
      label="State"
      choices={choices}
      chosen={chosen}
      onChoose={(id) => change({ consent: id === 'needs_action' ? undefined : id })}
    />
  )
}

function SchoolFilter({ counts, school }: { counts: Counts | undefined; school: number | undefined }) {
  const change = useAddressChange()
  const name = counts?.schools.find(({ school_id }) => school_id === school)?.school
  if (school === undefined) return null
  return (
    <Group gap={8} mb={10} className="el-ui">
      <span>Only {name ?? 'one school'}</span>
      <Button
        variant="subtle"
        leftSection={<IconX size={18} aria-hidden />}
        onClick={() => change({ school: undefined })}
      >
        Show all schools
      </Button>
    </Group>
  )
}

const State = ({ student: { state, ends_soon, erasure_on } }: { student: ConsentRow }) =>
  erasure_on ? (
    <StatusBadge word="Asked for erasure" tone="red" shape="square" />
  ) : (
    <StatusBadge {...studentBadges[ends_soon && state !== 'ended' ? 'ends_soon' : state]} />
  )

/** `On 5 Jan 2027, turns 18` */
function whenOf({ state, ends_soon, until, dob, erasure_on }: ConsentRow): string {
  if (erasure_on) return `On ${formatDay(erasure_on)}`
  if (until === null || (state !== 'ended' && !ends_soon)) return ''
  const isBirthday = dob !== null && until === lastDayOfChild(dob)
  return `On ${formatDay(until)}${isBirthday ? (state === 'ended' ? ', turned 18' : ', turns 18') : ''}`
}

/**
 * If a consent has ended or ends soon, the family first needs a form. A form that is signed already can be recorded from the
 * profile.
 */
function nextStep(student: ConsentRow, act: (what: Doing['what']) => void): RowAction {
  const { name, state, ends_soon } = student
  return state === 'ended' || ends_soon
    ? { icon: IconPrinter, word: 'Print form', label: `Print form for ${name}`, onClick: () => act('print') }
    : {
        icon: IconPlus,
        word: 'Record Consent',
        label: `Record Consent of ${name}`,
        onClick: () => act('record'),
      }
}

const columnsWith = (stepOf: (student: ConsentRow) => RowAction): ListColumn<ConsentRow>[] => [
  {
    name: 'image',
    header: <VisuallyHidden>Image</VisuallyHidden>,
    shape: 'photo',
    width: 64,
    cell: (student) => <StudentPicture student={student} />,
  },
  fieldColumn('name', 'Student', {
    cell: (student) => (
      <>
        <ProfileLink student={student} from="consents" />{' '}
        <span className="el-sm el-ink-3">{student.ref}</span>
      </>
    ),
  }),
  fieldColumn('school', 'School'),
  fieldColumn('liaison', 'Liaison officer', { only: 'wide' }),
  { name: 'state', header: 'State', shape: 'badge', cell: (student) => <State student={student} /> },
  { name: 'when', header: 'When', cell: (student) => whenOf(student) || '–' },
  {
    name: 'step',
    header: 'Next step',
    isScreenOnly: true,
    width: 190,
    cell: (student) => <NextStepButton {...stepOf(student)} />,
  },
]
