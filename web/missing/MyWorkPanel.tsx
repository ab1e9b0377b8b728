import { Box, Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronRight, IconCircleCheck, IconListSearch } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Work } from '#contract/notifications.ts'
import { canSeeAllMissing } from '#contract/permissions.ts'
import { BreachWork } from '../privacy/registers/BreachWork.tsx'
import { GateNotice } from '../privacy/consents/GateNotice.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Message } from '../ui/Message.tsx'
import { ModalFrame } from '../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../ui/modal/useModalLife.ts'
import { startPdfReader } from '../ui/pdf/pdfReader.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { recordKinds } from '../records/recordKinds.ts'
import { WorkCount } from './WorkCount.tsx'
import classes from './MyWorkPanel.module.css'
import { ComingOfAge, MissingOfMine, ReturnedToMe, ToAnswer, ToVerify } from './MyWorkRows.tsx'
import { RecordsToReview } from './RecordsToReview.tsx'
import { type Task, TaskDialog } from './TaskDialog.tsx'
import { TermState } from './TermState.tsx'
import { useFocusBack } from './useFocusBack.ts'
import { useMyWork, verifyingAll, verifyingOf } from './useMyWork.ts'

type MyWorkPanelProps = {
  /** Undefined until it is counted. */
  work: Work | undefined
  onClose: () => void
}

/**
 * The state of the newest term, and the user's work: open breaches, requests to answer, records to review, records to verify,
 * records to correct, students who come of age, and what their students lack.
 */
export function MyWorkPanel({ work, onClose }: MyWorkPanelProps) {
  const life = useModalLife(onClose)
  const [task, setTask] = useState<Task>()
  const { requests, waiting, returned, adults, missing, isLoading, error, retry } = useMyWork()
  const rows = requests.length + waiting.length + returned.length + adults.length + missing.length
  const { box, remember } = useFocusBack(task !== undefined, rows)
  const open = (next: Task, button: Element) => {
    remember(button)
    setTask(next)
  }
  const { menu } = useSearch({ strict: false })
  const shown = menu === recordKinds.receipt.menu ? 'receipt' : 'report'
  const isReady = work !== undefined && !isLoading
  const mayVerifySoon = work !== undefined && work.reports + work.receipts > 0
  useEffect(() => {
    if (mayVerifySoon) startPdfReader()
  }, [mayVerifySoon])
  return (
    <>
      <ModalFrame life={life} title="My work" badge={<WorkCount count={work?.total ?? 0} />} shape="panel">
        <Stack
          ref={box}
          className={`el-focus-in ${classes.body}`}
          // The keyboard starts here, not at the link below, which is the first that is rendered.
          tabIndex={-1}
          data-autofocus
          gap={18}
          p="0 var(--el-side) 24px"
          aria-busy={!isReady && !error}
        >
          <TermState />
          <GateNotice isAmongWork />
          {error && <LoadFailure error={error} onRetry={retry} />}
          {!isReady && !error && <VisuallyHidden component="output">Loading your work</VisuallyHidden>}
          {isReady && (
            <>
              {work.total === 0 && <Message tone="good">Nothing waits for you.</Message>}
              <BreachWork count={work.breaches} />
              <ToAnswer requests={work.requests} rows={requests} />
              <RecordsToReview review={work.review} />
              <ToVerify
                count={work.reports + work.receipts}
                students={work.students.waiting}
                rows={waiting}
                onVerify={({ records }, button) => open(verifyingOf(records), button)}
                action={
                  <Button
                    leftSection={<IconCircleCheck size={18} aria-hidden />}
                    onClick={({ currentTarget }) => open(verifyingAll(work, shown, setTask), currentTarget)}
                  >
                    Verify one by one
                  </Button>
                }
              />
              <ReturnedToMe
                count={work.returned}
                students={work.students.returned}
                rows={returned}
                onOpen={open}
              />
              <ComingOfAge adults={adults} onOpen={open} />
              <MissingOfMine
                count={work.missing}
                students={work.students.missing}
                rows={missing}
                terms={work.terms}
                onOpen={open}
              />
            </>
          )}
        </Stack>
        <MissingLink onClose={life.close} />
      </ModalFrame>
      {task && <TaskDialog task={task} onClose={() => setTask(undefined)} />}
    </>
  )
}

function MissingLink({ onClose }: { onClose: () => void }) {
  const { role, notifications_admin } = useSessionUser()
  const { menu } = useSearch({ strict: false })
  const seesAll = canSeeAllMissing(role) || notifications_admin
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
