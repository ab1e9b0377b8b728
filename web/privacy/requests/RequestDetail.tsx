import { Button, Group } from '@mantine/core'
import { IconCheck, IconFileZip, IconUserOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { canAnonymise, canDecideRequests } from '#contract/permissions.ts'
import {
  isForErasure,
  isForExport,
  isInForce,
  isOpen,
  refusalGrounds,
  type RightsRequest,
} from '#contract/privacy/requests.ts'
import { formatDate, formatDay } from '../../ui/formatDate.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import type { Action, RequestAction } from './RequestDialog.tsx'
import { askerOf, isOverdue, stepsOf } from './requestBadges.ts'
import { AnswerLink, RecordLink } from './RequestLinks.tsx'
import classes from './requests.module.css'

type RequestDetailProps = {
  request: RightsRequest
  today: string
  /** Whether it was opened to decide it. */
  isToDecide: boolean
  isAccepting: boolean
  onAction: (action: Action) => void
  onAccept: (request: RightsRequest) => void
}

/** An open row: what was asked, in whose words, and what to do. */
export function RequestDetail(props: RequestDetailProps) {
  const { request, today } = props
  return (
    <div className={classes.detail} data-late={isOpen(request.state) && isOverdue(request, today)}>
      <section aria-label={`The request of ${askerOf(request)}`}>
        <h2 className={classes.heading}>
          {request.asked_by ? `What ${request.asked_by} asks` : 'What was asked'}
        </h2>
        <blockquote className={classes.words}>
          {request.words || 'The words were removed when the record was anonymised.'}
        </blockquote>
        <RequestFacts request={request} />
      </section>
      {isOpen(request.state) ? <ToDo {...props} /> : <Outcome {...props} />}
    </div>
  )
}

function RequestFacts({ request }: { request: RightsRequest }) {
  const { asked_on, letter, identity_check, noted_by, noted_at, decided_by, decided_at, state } = request
  const facts: [string, ReactNode][] = [
    [
      'Asked',
      <>
        {formatDay(asked_on)}
        {letter && (
          <>
            , by letter{' '}
            <a className={`el-link ${classes.letterLink}`} href={letter.path} target="_blank" rel="noopener">
              View the letter
            </a>
          </>
        )}
      </>,
    ],
    ['Noted by', `${noted_by}, ${formatDate(noted_at)}`],
  ]
  if (identity_check) facts.splice(1, 0, ['Proof', identity_check])
  if (decided_by && decided_at)
    facts.push([
      state === 'refused' ? 'Refused by' : 'Accepted by',
      `${decided_by}, ${formatDate(decided_at)}`,
    ])
  return (
    <dl className={`el-ui el-numbers ${classes.facts}`}>
      {facts.map(([word, value]) => (
        <div key={word}>
          <dt className="el-ink-3">{word}</dt>
          <dd className="el-break">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ToDo({ request, isToDecide, isAccepting, onAction, onAccept }: RequestDetailProps) {
  const { role } = useSessionUser()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that opened the row is removed.
    if (isToDecide) box.current?.focus()
  }, [isToDecide])
  return (
    <section ref={box} tabIndex={-1} aria-label="What to do" className="el-focus-in">
      <h2 className={classes.heading}>What to do</h2>
      <ol className={classes.steps}>
        {stepsOf(request).map(({ title, text }) => (
          <li key={title}>
            <b className="el-strong">{title}</b>
            {text}
          </li>
        ))}
      </ol>
      <Group gap="s2" className={classes.actions ?? ''}>
        {canDecideRequests(role) ? (
          <Actions
            request={request}
            isAccepting={isAccepting}
            onAction={(what) => onAction({ what, request })}
            onAccept={() => {
              onAccept(request)
              // The button disappears; the next ones are in this box.
              box.current?.focus()
            }}
          />
        ) : (
          <RecordLink request={request} />
        )}
      </Group>
    </section>
  )
}

type ActionsProps = Pick<RequestDetailProps, 'request' | 'isAccepting'> & {
  onAction: (what: RequestAction) => void
  onAccept: () => void
}

function Actions({ request, isAccepting, onAction, onAccept }: ActionsProps) {
  const { role } = useSessionUser()
  const { state } = request
  if (state === 'waiting') return <RecordLink request={request} />
  if (state === 'to_decide')
    return (
      <>
        <Button leftSection={<IconCheck size={18} aria-hidden />} disabled={isAccepting} onClick={onAccept}>
          Accept
        </Button>
        <Button variant="default" onClick={() => onAction('refuse')}>
          Refuse
        </Button>
        <RecordLink request={request} variant="subtle" />
      </>
    )
  return (
    <>
      {isForExport(request) ? (
        <Button leftSection={<IconFileZip size={18} aria-hidden />} onClick={() => onAction('export')}>
          Export the record
        </Button>
      ) : isForErasure(request) && canAnonymise(role) ? (
        <Button leftSection={<IconUserOff size={18} aria-hidden />} onClick={() => onAction('anonymise')}>
          Anonymise
        </Button>
      ) : (
        <RecordLink request={request} variant="filled" />
      )}
      <Button
        variant="default"
        leftSection={<IconCheck size={18} aria-hidden />}
        onClick={() => onAction('answer')}
      >
        Mark as answered
      </Button>
      {!isInForce(request) && (
        <Button variant="subtle" onClick={() => onAction('refuse')}>
          Refuse
        </Button>
      )}
    </>
  )
}

/** The outcome of a closed request. */
function Outcome({ request, onAction }: Pick<RequestDetailProps, 'request' | 'onAction'>) {
  const { state, ground, reason, reason_sw, closed_at } = request
  return (
    <section aria-label="The answer">
      <h2 className={classes.heading}>
        {state === 'refused' ? 'Refused' : 'Answered'}
        {closed_at && ` on ${formatDate(closed_at)}`}
      </h2>
      {ground && <p className="el-ui el-strong">{refusalGrounds[ground]}</p>}
      {reason && <p className="el-ui el-prose">{reason}</p>}
      {reason_sw && (
        <p className="el-ui el-prose" lang="sw">
          {reason_sw}
        </p>
      )}
      {state === 'answered' && !reason && <p className="el-ui el-ink-2">How it was answered is not noted.</p>}
      <Group mt={12}>
        <AnswerLink request={request} onPrint={() => onAction({ what: 'print', request })} />
      </Group>
    </section>
  )
}
