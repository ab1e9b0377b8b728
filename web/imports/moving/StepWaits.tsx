import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconLock } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ImportKind, MovingIn, MovingStep } from '#contract/imports.ts'
import { canImport } from '#contract/permissions.ts'
import { shillingsText } from '#contract/records/receipts.ts'
import { call } from '../../ui/call.ts'
import { LeaveQuestion } from '../../ui/drafts/LeaveQuestion.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { StatusMark } from '../../ui/StatusBadge.tsx'
import { movingInQuery } from '../importApi.ts'
import type { DroppedSheet } from './droppedSheets.ts'
import { counted, groupsOf, rowsIn, whyClosed } from './firstLine.ts'
import { HalfwayWords } from './HalfwayWords.tsx'
import classes from './MovingIn.module.css'
import type { Imports } from './useImports.ts'

type StepWaitsProps = { step: MovingStep; moving: MovingIn; sheets: DroppedSheet[]; imports: Imports }

/** What waits in a step, each with its button: the import or sheets of this browser, else what earlier imports left to do. */
export function StepWaits({ step, moving, sheets, imports }: StepWaitsProps) {
  const { role } = useSessionUser()
  const { kind, count, nothing, uninvited, left_out } = step
  const halfway = imports.halfway.find((each) => each.kind === kind)
  const groups = groupsOf(sheets, kind)
  if (halfway)
    return (
      <Wait mark={<StatusMark tone="blue" shape="dashedRing" />} text={<HalfwayWords kind={kind} />}>
        <StepButton onClick={() => imports.proceed(kind)}>Continue</StepButton>
        <Discard onDiscard={() => imports.discard(kind)} />
      </Wait>
    )
  if (groups.length > 0) {
    const why = whyClosed(kind, moving, role)
    return groups.map((group) => <SheetsWait key={group[0]?.id} {...{ group, kind, why, imports }} />)
  }
  if (!canImport(role, kind))
    return <Wait mark={<IconLock size={16} aria-hidden />} text="A director imports them" />
  const lastStep = (import_id: number) =>
    ({ menu: 'import', what: kind, step: 'done', import: import_id }) as const
  return (
    <>
      {uninvited && (
        <Wait
          mark={<StatusMark tone="amber" shape="ring" />}
          text={`${counted(uninvited.count)} not invited yet`}
        >
          <StepLink search={lastStep(uninvited.import_id)}>Invite them</StepLink>
        </Wait>
      )}
      {left_out && (
        <Wait
          mark={<StatusMark tone="grey" shape="square" />}
          text={`${counted(left_out.count, 'row')} left out`}
        >
          <StepLink search={lastStep(left_out.import_id)}>See the {counted(left_out.count)}</StepLink>
        </Wait>
      )}
      {kind === 'students' && moving.waiting_students > 0 && (
        <Wait
          mark={<StatusMark tone="amber" shape="ring" />}
          text={
            moving.waiting_students === 1
              ? '1 child waits'
              : `${counted(moving.waiting_students)} children wait`
          }
          more="their supporter has no address"
        >
          <StepLink search={{ menu: 'missing' }}>Add addresses</StepLink>
        </Wait>
      )}
      {count === 0 && (
        <Wait>
          <NothingButton kind={kind} isSaid={nothing !== null} />
        </Wait>
      )}
    </>
  )
}

type SheetsWaitProps = Pick<StepWaitsProps, 'imports'> & {
  /** Sheets with the same headings. */
  group: DroppedSheet[]
  kind: ImportKind
  /** Why they cannot be imported yet. */
  why: string | undefined
}

function SheetsWait({ group, kind, why, imports }: SheetsWaitProps) {
  const { length } = group
  const total = group.reduce((sum, { of }) => sum + (of?.total ?? 0), 0)
  const about =
    kind === 'receipts' ? `KES ${shillingsText(total)}` : length > 1 && 'same headings: answered once'
  return (
    <Wait
      mark={<IconFileSpreadsheet size={16} color="var(--el-blue)" aria-hidden />}
      text={`${counted(length, 'sheet')}, ${counted(rowsIn(group), 'row')}`}
      more={why ?? about}
    >
      {!why && (
        <StepButton onClick={() => imports.start(group)}>
          {length > 1 ? `Import these ${length}` : 'Import'}
        </StepButton>
      )}
    </Wait>
  )
}

type WaitProps = {
  mark?: ReactNode
  text?: ReactNode
  more?: string | false | undefined
  children?: ReactNode
}

const Wait = ({ mark, text, more, children }: WaitProps) => (
  <>
    {text && (
      <p className={classes.wait}>
        {mark}
        <span>
          {text} {more && <span className={classes.more}>{more}</span>}
        </span>
      </p>
    )}
    {children && <div className={classes.act}>{children}</div>}
  </>
)

const StepButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button variant="default" fullWidth onClick={onClick}>
    {children}
  </Button>
)

const StepLink = ({ search, children }: Pick<LinkProps, 'search'> & { children: ReactNode }) => (
  <Button
    variant="default"
    fullWidth
    renderRoot={(props) => <Link to="/dashboard" search={search} {...props} />}
  >
    {children}
  </Button>
)

/** Discards the answers of an unfinished import, after a question. Its sheets stay. */
function Discard({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="subtle" fullWidth onClick={() => setIsAsking(true)}>
        Discard answers
      </Button>
      {isAsking && (
        <LeaveQuestion
          title="Discard the answers?"
          onStay={() => setIsAsking(false)}
          onLeave={() => {
            setIsAsking(false)
            onDiscard()
          }}
        >
          The sheets stay in their step.
        </LeaveQuestion>
      )}
    </>
  )
}

/** Says that there is nothing to bring in, or opens the step again. */
function NothingButton({ kind, isSaid }: { kind: ImportKind; isSaid: boolean }) {
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: () => call('PUT /api/imports/steps', { body: { kind, has_nothing: !isSaid } }),
    onSettled: () => client.invalidateQueries({ queryKey: movingInQuery.queryKey }),
  })
  return (
    <>
      <Button
        variant={isSaid ? 'default' : 'subtle'}
        fullWidth
        disabled={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {isSaid ? 'Open again' : 'Nothing to bring in'}
      </Button>
      {saving.error && <LoadFailure error={saving.error} onRetry={() => saving.mutate()} />}
    </>
  )
}
