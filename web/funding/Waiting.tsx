import { Button } from '@mantine/core'
import { IconCheck, IconPrinter, IconUserPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { daysBetween } from '#contract/base/days.ts'
import type { PublicationState, PublicChild, WaitingStudent } from '#contract/money/funding.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { money } from '../ui/amounts.ts'
import { StudentPicture } from '../students/files/StudentPicture.tsx'
import { ProfileLink } from '../students/studentColumns.tsx'
import type { Download } from '../ui/export/Download.ts'
import { DownloadButtons, DownloadState, useSavingDownload } from '../ui/export/DownloadHead.tsx'
import { TablePrint } from '../ui/export/TablePrint.tsx'
import { useToday } from '../ui/form/FormFields.tsx'
import { formatDay, onOneLine } from '../ui/formatDate.ts'
import type { RowAction } from '../ui/IconButton.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { ListView } from '../ui/list/ListView.tsx'
import { NextStepButton } from '../ui/list/NextStepButton.tsx'
import { useListRows } from '../ui/list/rows/useListRows.ts'
import { useListState } from '../ui/list/rows/useListState.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Message } from '../ui/Message.tsx'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { plural } from '../ui/plural.ts'
import { print } from '../ui/print/usePrinting.ts'
import { FeePlansHead } from './FeePlansHead.tsx'
import classes from './Funding.module.css'
import {
  type FundingSums,
  downloadWaitingList,
  takeWaitingList,
  useFundingChanged,
  waitingList,
  type WaitingMeta,
} from './fundingApi.ts'
import { leftOutWords, waitingSentence } from './fundingWords.ts'
import { Statement } from './Statement.tsx'

const SupporterModal = lazyDialog(async () => (await import('../students/StudentModal.tsx')).SupporterModal)

/** The students whom nobody supports, the longest waiting first, and the list of them that may leave Elimu. */
export function Waiting({ sums }: { sums: FundingSums }) {
  const controls = useListState()
  const [adding, setAdding] = useState<WaitingStudent>()
  const changed = useFundingChanged()
  const stepOf = useCallback(
    (student: WaitingStudent): RowAction => ({
      icon: IconUserPlus,
      word: 'Add supporter',
      label: `Add supporter to ${student.name}`,
      onClick: () => setAdding(student),
    }),
    [],
  )
  const columns = useMemo(() => waitingColumns(sums.year, stepOf), [sums.year, stepOf])
  const card = useCallback(
    (student: WaitingStudent) => <WaitingCard student={student} year={sums.year} step={stepOf(student)} />,
    [sums.year, stepOf],
  )
  const { beside, ...list } = useListRows<WaitingStudent, { meta: WaitingMeta }>(
    waitingList,
    columns,
    controls,
  )
  return (
    <>
      {beside && <PublicList year={sums.year} meta={beside.meta} />}
      {/* The browser's own print must not take out children who may not be shown in public. */}
      <div data-screen-only>
        <ListView
          list={list}
          controls={controls}
          rowKey={waitingList.rowKey}
          columns={columns}
          card={card}
          noun="students"
          searchLabel="Search by student name"
          noMatchHint="Check the spelling, or search by ref."
          emptyTitle="No student waits for a supporter"
          emptyHint="Active students with a plan and without promise and supporter appear here."
        />
      </div>
      {adding && (
        <SupporterModal
          student={{ id: adding.student_id, name: adding.name, ref: adding.ref, supporter: null }}
          onClose={() => {
            setAdding(undefined)
            changed()
          }}
        />
      )}
    </>
  )
}

/** What the list says first, and the children who may be shown in public, as a file and on paper. */
function PublicList({ year, meta: { publication, since } }: { year: string; meta: WaitingMeta }) {
  const today = useToday()
  const { yes, ...leftOut } = publication
  const count = Object.values(publication).reduce((sum, each) => sum + each, 0)
  const printing = usePrintingChildren()
  const saving = useSavingDownload(publicDownload, { streamRows: downloadWaitingList, isAnswered: yes > 0 })
  const why = leftOutWords(leftOut)
  return (
    <>
      <FeePlansHead year={year}>{yes > 0 && <DownloadButtons saving={saving} />}</FeePlansHead>
      <DownloadState saving={saving} />
      <Statement
        title={waitingSentence(count, since === null ? 0 : daysBetween(since, today))}
        note={count > 0 ? `${yes} of them may be shown in public.` : ''}
        action={
          yes > 0 && (
            <Button
              leftSection={<IconPrinter size={18} aria-hidden />}
              aria-disabled={printing.isPending}
              onClick={() => printing.isPending || printing.print()}
            >
              Print the list of {yes}
            </Button>
          )
        }
      />
      {printing.error && <LoadFailure error={printing.error} onRetry={printing.print} />}
      {printing.children && (
        <TablePrint
          title="Children who wait for a supporter"
          download={publicDownload}
          rows={printing.children}
          search=""
        />
      )}
      {why && (
        <Message tone="info">
          <b className="el-strong">{why}.</b> {plural(count - yes, 'child').replace('childs', 'children')}{' '}
          {count - yes === 1 ? 'is' : 'are'} on no list that leaves Elimu: print, CSV, XLSX.{' '}
          <Link to="/dashboard" search={{ menu: 'consents' }}>
            See consents
          </Link>
        </Message>
      )}
    </>
  )
}

/** Takes the list, and prints it. */
function usePrintingChildren() {
  const [children, setChildren] = useState<PublicChild[]>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const taken = await takeWaitingList('print')
      // The browser prints what is rendered.
      flushSync(() => setChildren(taken))
      window.addEventListener('afterprint', () => setChildren(undefined), { once: true })
      print(undefined)
    },
  })
  return { children, print: () => mutate(), isPending, error }
}

/** Nothing else about a child leaves Elimu. */
const publicDownload: Download<PublicChild> = {
  name: 'children-who-wait',
  headers: ['Name', 'Age', 'Class', 'Area', 'Wants to become'],
  lines: ({ name, age, class: class_name, area, ambition }) => [[name, age, class_name, area, ambition]],
}

const asStudent = ({ student_id: id, name, path }: WaitingStudent) => ({
  id,
  name,
  path,
  status: STUDENT_ACTIVE,
})

const publicationWords: Record<PublicationState, string> = {
  yes: 'Yes',
  no: 'No',
  ended: 'Ended',
  not_recorded: 'Not recorded',
  restricted: 'Restricted',
}

const Publication = ({ of }: { of: PublicationState }) =>
  of === 'yes' ? (
    <span className={classes.yes}>
      <IconCheck size={16} aria-hidden /> {publicationWords[of]}
    </span>
  ) : (
    publicationWords[of]
  )

const waitingColumns = (
  year: string,
  stepOf: (student: WaitingStudent) => RowAction,
): ListColumn<WaitingStudent>[] => [
  {
    name: 'name',
    header: 'Student',
    cell: (student) => (
      <div className={classes.who}>
        <StudentPicture student={asStudent(student)} />
        <div>
          <ProfileLink student={asStudent(student)} from="funding" />
          <span className={`el-numbers ${classes.below}`}>{student.ref}</span>
        </div>
      </div>
    ),
  },
  {
    name: 'school',
    header: 'School and class',
    cell: ({ school, class: class_name }) => (
      <>
        {school}
        <span className={classes.below}>{class_name}</span>
      </>
    ),
  },
  {
    name: 'days',
    header: 'Waits',
    align: 'right',
    cell: ({ days, since }) => (
      <>
        <b className="el-strong">{plural(days, 'day')}</b>
        <span className={classes.below}>since {onOneLine(formatDay(since))}</span>
      </>
    ),
  },
  { name: 'planned', header: `Planned ${year}`, align: 'right', cell: ({ planned }) => money(planned) },
  {
    name: 'publication',
    header: 'May be shown in public',
    cell: ({ publication }) => <Publication of={publication} />,
  },
  {
    name: 'step',
    header: 'Next step',
    isScreenOnly: true,
    width: 176,
    cell: (student) => <NextStepButton {...stepOf(student)} />,
  },
]

type WaitingCardProps = { student: WaitingStudent; year: string; step: RowAction }

const WaitingCard = ({ student, year, step }: WaitingCardProps) => (
  <ListCard
    image={<StudentPicture student={asStudent(student)} />}
    title={<ProfileLink student={asStudent(student)} from="funding" />}
    lines={[[student.ref, student.school, student.class].filter(Boolean).join(', ')]}
    facts={[
      { label: 'Waits', value: plural(student.days, 'day') },
      { label: `Planned ${year}`, value: money(student.planned) },
      { label: 'May be shown in public', value: <Publication of={student.publication} />, isWide: true },
    ]}
    actions={[step]}
  />
)
