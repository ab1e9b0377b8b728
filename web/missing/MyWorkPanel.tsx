import { Box, Button, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronRight, IconCircleCheck, IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { ListMeta } from '#contract/base/lists.ts'
import { termName, type Work } from '#contract/notifications.ts'
import { canSeeNotifications, canVerifyRecords } from '#contract/permissions.ts'
import type { Missing, NamedTime } from '#contract/records/steps.ts'
import { GateNotice } from '../privacy/consents/GateNotice.tsx'
import { everyRecordKind, type RecordKind, recordKinds } from '../records/recordKinds.ts'
import { useReadAhead } from '../records/verify/useReadAhead.ts'
import { loadVerifying } from '../records/verify/loadVerifying.ts'
import { SettledContext, useVerifyUndo } from '../records/verify/VerifyUndo.tsx'
import type { QueueRow } from '../records/verify/verifyApi.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Message } from '../ui/Message.tsx'
import { ModalFrame } from '../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../ui/modal/useModalLife.ts'
import { startPdfReader } from '../ui/pdf/pdfReader.ts'
import { plural, verb } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { arrangeMissing } from './arrangeMissing.ts'
import classes from './MyWorkPanel.module.css'
import { StudentRows, WaitsFor } from './StudentRows.tsx'
import { type Queued, queueOf } from './TaskDialog.tsx'
import { type OpenTask, useTask } from './useTask.tsx'
import { useWholeOrPages } from './useOpenRows.ts'
import { MINE, ownMissingQuery, thingsOf, workQuery } from './workApi.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { WorkLines } from './WorkLines.tsx'

type MyWorkPanelProps = {
  /** Undefined until it is counted. */
  work: Work | undefined
  onClose: () => void
}

/** What else is due, and the students for whom the user has a step to take. */
export function MyWorkPanel({ work, onClose }: MyWorkPanelProps) {
  const life = useModalLife(onClose)
  const counted = useQuery(workQuery)
  const { answer: own, isPaged, ...listed } = useWholeOrPages(ownMissingQuery, MINE)
  const error = (!work && counted.error) || (!own && listed.error) || null
  const retry = () => {
    if (counted.error) void counted.refetch()
    listed.retry()
  }
  const all = listed.rows
  const rows = useMemo(() => (isPaged ? all : arrangeMissing(all).map(({ row }) => row)), [all, isPaged])
  const mine = isPaged ? rows : rows.filter(({ step }) => step !== null)
  const waiting = isPaged ? [] : rows.filter(({ step }) => step === null)
  const { box, open, dialog } = useTask(mine.length)
  const { onSettled, bar } = useVerifyUndo({ isDialog: true })
  const { menu } = useSearch({ strict: false })
  const shown = menu === recordKinds.receipt.menu ? 'receipt' : 'report'
  const isReady = work !== undefined && own !== undefined
  const waits = useMemo(() => rows.flatMap(queueOf), [rows])
  const verifying = isPaged ? verifyingPages(shown, open) : verifyingAll(waits, shown, open)
  const [first] = verifying.start ?? []
  useReadAhead(first, isReady)
  const hasToVerify = isPaged ? (work?.students.verify ?? 0) > 0 : first !== undefined
  const { role } = useSessionUser()
  // Also while the records are still awaited, because the code takes longer.
  const verifiesSoon = canVerifyRecords(role) && (!isReady || hasToVerify)
  useEffect(() => {
    if (!verifiesSoon) return
    startPdfReader()
    // What fails is loaded again when it is needed.
    loadVerifying().catch(() => {})
  }, [verifiesSoon])
  return (
    <SettledContext value={onSettled}>
      <ModalFrame
        life={life}
        title="My work"
        badge={<CountBadge count={work ? thingsOf(work) : 0} />}
        shape="panel"
      >
        <div
          ref={box}
          className={`el-focus-in ${classes.body}`}
          // The keyboard starts here, not at the link below, which is the first that is rendered.
          tabIndex={-1}
          data-autofocus
          aria-busy={!isReady && !error}
        >
          {error && <LoadFailure error={error} onRetry={retry} />}
          {!isReady && !error && <VisuallyHidden component="output">Loading your work</VisuallyHidden>}
          {isReady && (
            <>
              <div className={classes.head}>
                <WorkSentence work={work} own={own} />
                {hasToVerify && (
                  <Button
                    leftSection={<IconCircleCheck size={18} aria-hidden />}
                    onClick={({ currentTarget }) => open(verifying, currentTarget)}
                  >
                    Verify one by one
                  </Button>
                )}
              </div>
              <GateNotice isAmongWork />
              <WorkLines work={work} onOpen={open} />
              {thingsOf(work) === 0 && mine.length === 0 && (
                <Message tone="good">Nothing waits for you.</Message>
              )}
              <StudentRows
                heading="h3"
                rows={mine}
                total={listed.total}
                onMore={listed.loadMore}
                shown={own}
                onOpen={open}
              />
              <Waiting rows={waiting} />
            </>
          )}
          {bar}
        </div>
        <MissingLink onClose={life.close} />
      </ModalFrame>
      {dialog}
    </SettledContext>
  )
}

/** All records one by one, of the kind that the open list shows, if any waits. Then it offers the other kind. */
function verifyingAll(waiting: QueueRow[], shown: RecordKind, open: OpenTask): Queued {
  const ofKind = (kind: RecordKind) => waiting.filter(({ of }) => of === kind)
  const of = [shown, ...everyRecordKind].find((kind) => ofKind(kind).length > 0) ?? shown
  const other = everyRecordKind.find((kind) => kind !== of && ofKind(kind).length > 0)
  return {
    of,
    start: ofKind(of).toSorted((a, b) => (a.updated_at < b.updated_at ? -1 : 1)),
    onward: other && { word: `Verify ${recordKinds[other].name}s`, go: () => open({ of: other }) },
  }
}

/** The same where My work is loaded by page: then the server has the queue, and may have none of a kind. */
function verifyingPages(shown: RecordKind, open: OpenTask): Queued {
  const other = everyRecordKind.find((kind) => kind !== shown) ?? shown
  return {
    of: shown,
    onward: { word: `Verify ${recordKinds[other].name}s`, go: () => open({ of: other }) },
  }
}

type WorkSentenceProps = {
  work: Work
  own: { students: number; time: NamedTime | null; meta: ListMeta }
}

/** `Term 3, 2026: 34 students to verify, 2 of your own lack something.` */
function WorkSentence({ work, own: { students, time, meta } }: WorkSentenceProps) {
  const { correct: returned, verify: toVerify, complete: lacking } = work.students
  const parts = [
    ...(returned > 0 ? [`${returned} came back to you`] : []),
    ...(toVerify > 0 ? [`${plural(toVerify, 'student')} to verify`] : []),
    ...(lacking > 0 ? [`${lackingWords(lacking, toVerify > 0)} something`] : []),
  ]
  const words =
    parts.length > 0
      ? parts.join(', ')
      : students > 0 && `${students - meta.total} of your ${plural(students, 'student')} are complete`
  return (
    words && (
      <p>
        {time && <b>{termName(time)}: </b>}
        {words}.
      </p>
    )
  )
}

const lackingWords = (count: number, isAmongOthers: boolean) =>
  `${isAmongOthers ? `${count} of your own` : plural(count, 'student')} ${verb(count, 'lacks')}`

/** `2 more wait for Grace.` */
function Waiting({ rows }: { rows: Missing[] }) {
  const names = new Set(rows.map(({ waits_for }) => waits_for))
  if (rows.length === 0) return null
  return (
    <div className={classes.waiting}>
      <WaitsFor>
        {rows.length} more {verb(rows.length, 'waits')} for {names.size === 1 ? [...names] : 'others'}.
      </WaitsFor>
    </div>
  )
}

function MissingLink({ onClose }: { onClose: () => void }) {
  const { role, ...user } = useSessionUser()
  const { menu } = useSearch({ strict: false })
  const seesAll = canSeeNotifications(role, user)
  return (
    <Link
      to="/dashboard"
      search={{ menu: 'missing' }}
      className={classes.foot}
      onClick={(event) => {
        // Any other navigation closes the panel by itself.
        if (menu !== 'missing') return
        event.preventDefault()
        onClose()
      }}
    >
      <IconListSearch size={20} aria-hidden />
      <span>
        What Is Missing{' '}
        <Text span size="sm" c="dimmed" ml={6}>
          {seesAll ? 'all students, all terms' : 'your students'}
        </Text>
      </span>
      <Box component={IconChevronRight} size={18} ml="auto" aria-hidden />
    </Link>
  )
}
