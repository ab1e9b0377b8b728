import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconFileZip, IconMessage, IconScale, IconUserOff, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { canAnonymise } from '#contract/permissions.ts'
import {
  isForErasure,
  isForExport,
  isOpen,
  requestKinds,
  type RightsRequest,
} from '#contract/privacy/requests.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { ProfileLink } from '../../students/studentColumns.tsx'
import { StudentPicture } from '../../students/files/StudentPicture.tsx'
import { formatDate, formatDay } from '../../ui/formatDate.ts'
import type { RowAction } from '../../ui/IconButton.tsx'
import { ListCard } from '../../ui/list/ListCard.tsx'
import type { ListColumn } from '../../ui/list/ListColumn.ts'
import { toggleColumn } from '../../ui/list/RowToggle.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Action } from './RequestDialog.tsx'
import { SecondLine } from '../SecondLine.tsx'
import { closedWords, dueWords, isOverdue, isStartLate, startWords, stateBadge } from './requestBadges.ts'
import { AnswerLink, RecordLink } from './RequestLinks.tsx'
import classes from './requests.module.css'

type ColumnOptions = {
  today: string
  openId: number | undefined
  isClosed: boolean
  role: number
  mayDecide: boolean
  onToggle: (request: RightsRequest) => void
  /** Opens the row, with the focus on its next action. */
  onDecide: (request: RightsRequest) => void
  onAction: (action: Action) => void
}

export function requestColumns(options: ColumnOptions): ListColumn<RightsRequest>[] {
  const { today, openId, isClosed, mayDecide, onToggle } = options
  return [
    isClosed
      ? { name: 'closed', header: 'Closed', cell: (request) => <Closed request={request} /> }
      : {
          name: 'due',
          header: 'Due',
          width: 150,
          cell: (request) => <DueDay request={request} today={today} />,
        },
    {
      name: 'kind',
      header: 'Asks for',
      cell: ({ kind }) => <span className="el-strong">{requestKinds[kind].title}</span>,
    },
    {
      name: 'image',
      header: <VisuallyHidden>Image</VisuallyHidden>,
      shape: 'photo',
      width: 56,
      only: 'wide',
      cell: (request) => <StudentPicture student={studentOf(request)} />,
    },
    {
      name: 'student',
      header: 'Student',
      cell: (request) => (
        <>
          <ProfileLink student={studentOf(request)} from="requests" />
          <SecondLine>{request.ref}</SecondLine>
        </>
      ),
    },
    {
      name: 'asked_by',
      header: 'Who asked',
      cell: ({ asked_by, relation }) => (
        <>
          <span className="el-medium">{asked_by || '–'}</span>
          {relation && <SecondLine>{relation}</SecondLine>}
        </>
      ),
    },
    {
      name: 'state',
      header: 'State',
      shape: 'badge',
      cell: (request) => <State request={request} today={today} />,
    },
    ...(mayDecide
      ? [
          {
            name: 'next',
            header: isClosed ? 'Answered with' : 'Next action',
            isScreenOnly: true,
            // Left out of a narrow table, whose open row has the same buttons.
            only: 'wide' as const,
            width: 206,
            cell: (request: RightsRequest) =>
              request.id !== openId && <NextAction {...options} request={request} />,
          },
        ]
      : []),
    toggleColumn({
      isOpen: ({ id }) => id === openId,
      onToggle,
      nameOf: (request) => `the request of ${request.asked_by || request.student}`,
    }),
  ]
}

const studentOf = ({ student_id, student, path }: RightsRequest) => ({
  id: student_id,
  name: student,
  path,
  status: STUDENT_ACTIVE,
})

type DueProps = { request: RightsRequest; today: string }

const DueDay = ({ request, today }: DueProps) => {
  const isLate = isOverdue(request, today)
  return (
    <span className={classes.due} data-late={isLate}>
      <b>
        {isLate && <IconAlertCircle size={16} aria-hidden />}
        {dueWords(request.due_on, today)}
      </b>
      <SecondLine>{formatDay(request.due_on)}</SecondLine>
    </span>
  )
}

const Closed = ({ request }: Pick<DueProps, 'request'>) => (
  <>
    <span className="el-medium el-numbers">{request.closed_at && formatDate(request.closed_at)}</span>
    <SecondLine>{closedWords(request)}</SecondLine>
  </>
)

const State = ({ request, today }: DueProps) => {
  const start = startWords(request)
  return (
    <>
      <StatusBadge {...stateBadge(request)} />
      {start && (
        <span className={classes.start} data-late={isStartLate(request, today)}>
          {start}
        </span>
      )}
    </>
  )
}

type NextActionProps = ColumnOptions & { request: RightsRequest }

function NextAction({ request, role, onDecide, onAction }: NextActionProps) {
  const { state, kind, student } = request
  const layout = { fullWidth: true, justify: 'flex-start', px: 10 } as const
  if (!isOpen(state))
    return <AnswerLink request={request} onPrint={() => onAction({ what: 'print', request })} {...layout} />
  const doing =
    state === 'to_decide'
      ? { word: 'Decide', Icon: IconScale, act: () => onDecide(request) }
      : state === 'accepted' && isForExport(request)
        ? {
            word: 'Export the record',
            Icon: IconFileZip,
            act: () => onAction({ what: 'export', request }),
          }
        : state === 'accepted' && isForErasure(request) && canAnonymise(role)
          ? { word: 'Anonymise', Icon: IconUserOff, act: () => onAction({ what: 'anonymise', request }) }
          : undefined
  if (!doing) return <RecordLink request={request} {...layout} />
  const { word, Icon, act } = doing
  return (
    <Button
      variant="default"
      leftSection={<Icon size={18} aria-hidden />}
      aria-label={`${word}: ${requestKinds[kind].title}, ${student}`}
      onClick={act}
      {...layout}
    >
      {word}
    </Button>
  )
}

type RequestCardProps = DueProps & { onToggle: (request: RightsRequest) => void; children: ReactNode }

/** A request on a phone. `children` is its open part. */
export function RequestCard({ request, today, onToggle, children }: RequestCardProps) {
  const isShown = Boolean(children)
  const { asked_by, relation, kind, ref, state, student } = request
  const toggle: RowAction = {
    icon: isShown ? IconX : IconMessage,
    word: isShown ? 'Close' : 'Open the request',
    label: `${isShown ? 'Close' : 'Open'} the request of ${asked_by || student}`,
    onClick: () => onToggle(request),
  }
  return (
    <ListCard
      image={<StudentPicture student={studentOf(request)} />}
      title={<ProfileLink student={studentOf(request)} from="requests" />}
      lines={[ref]}
      badge={<State request={request} today={today} />}
      facts={[
        { label: 'Asks for', value: requestKinds[kind].title },
        isOpen(state)
          ? { label: 'Due', value: <DueDay request={request} today={today} /> }
          : { label: 'Closed', value: <Closed request={request} /> },
        { label: 'Who asked', value: [asked_by || '–', relation].filter(Boolean).join(', '), isWide: true },
      ]}
      actions={[toggle]}
    >
      {children}
    </ListCard>
  )
}
