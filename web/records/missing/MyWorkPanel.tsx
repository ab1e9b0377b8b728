import { Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Work } from '#contract/notifications.ts'
import { formatDate } from '../../ui/formatDate.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { everyRecordKind, type RecordKind, recordKinds } from '../recordKinds.ts'
import { WorkCount } from './WorkCount.tsx'
import classes from './MyWorkPanel.module.css'
import { MissingOfMine, ReturnedToMe, WorkHeading } from './MyWorkRows.tsx'
import { type Task, TaskDialog } from './TaskDialog.tsx'
import { useFocusBack } from './useFocusBack.ts'
import { useMyWork } from './useMyWork.ts'

type MyWorkPanelProps = {
  kind: RecordKind
  /** Undefined until it is counted. */
  work: Work | undefined
  onClose: () => void
}

const WIDTH = 560

/** The user's work: records to verify, records to correct, and missing records and files of their students. */
export function MyWorkPanel({ kind, work, onClose }: MyWorkPanelProps) {
  const life = useModalLife(onClose)
  const [task, setTask] = useState<Task>()
  const { returned, missing, isLoading, error, retry } = useMyWork()
  const { box, remember } = useFocusBack(task !== undefined, missing.length + returned.length)
  const open = (next: Task, button: Element) => {
    remember(button)
    setTask(next)
  }
  const isReady = work !== undefined && !isLoading
  return (
    <>
      <ModalFrame
        life={life}
        title="My work"
        badge={<WorkCount count={work?.total ?? 0} />}
        width={WIDTH}
        isSide
        fillsPhone
      >
        <Stack
          ref={box}
          className={classes.body ?? ''}
          gap={18}
          p="18px var(--el-side) 24px"
          aria-busy={!isReady && !error}
        >
          {error && <LoadFailure error={error} onRetry={retry} />}
          {!isReady && !error && <VisuallyHidden component="output">Loading your work</VisuallyHidden>}
          {isReady && (
            <>
              {work.total === 0 && <Message tone="good">Nothing waits for you.</Message>}
              <ToVerify work={work} onBegin={(button) => open(verifyingOf(work, kind, setTask), button)} />
              <ReturnedToMe count={work.returned} rows={returned} onOpen={open} />
              <MissingOfMine count={work.missing} rows={missing} terms={work.terms} onOpen={open} />
            </>
          )}
        </Stack>
      </ModalFrame>
      {task && <TaskDialog task={task} onClose={() => setTask(undefined)} />}
    </>
  )
}

/** Starts with the kind that the panel lists, then offers the other kind. */
function verifyingOf({ reports, receipts }: Work, kind: RecordKind, begin: (task: Task) => void): Task {
  const counts = { report: reports, receipt: receipts }
  const [first = kind, other] = [kind, ...everyRecordKind.filter((each) => each !== kind)].filter(
    (each) => counts[each] > 0,
  )
  return {
    of: first,
    onward: other && { word: `Verify ${recordKinds[other].name}s`, go: () => begin({ of: other }) },
  }
}

type ToVerifyProps = { work: Work; onBegin: (button: Element) => void }

function ToVerify({ work: { reports, receipts, since }, onBegin }: ToVerifyProps) {
  if (reports + receipts === 0) return null
  return (
    <section>
      <WorkHeading word="To verify" count={reports + receipts} tone="amber" shape="ring">
        {since && `the oldest since ${formatDate(since)}`}
      </WorkHeading>
      <Group className="el-frame" p="14px 16px" data-row>
        <Group component="dl" gap={26}>
          <Count word="Report cards" count={reports} />
          <Count word="Receipts" count={receipts} />
        </Group>
        <Button
          ml="auto"
          w={{ base: '100%', sm: 'auto' }}
          leftSection={<IconCircleCheck size={18} aria-hidden />}
          onClick={({ currentTarget }) => onBegin(currentTarget)}
        >
          Verify one by one
        </Button>
      </Group>
    </section>
  )
}

const Count = ({ word, count }: { word: string; count: number }) => (
  <div>
    <Text component="dt" fz="sm" lh="cap" c="dimmed">
      {word}
    </Text>
    <Box component="dd" className="el-numbers" fz="1.1875rem" lh="25px" fw="var(--el-fw-head)">
      {count}
    </Box>
  </div>
)
