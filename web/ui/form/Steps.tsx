import { Box, Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useIsPhone } from '../useIsPhone.ts'
import classes from './Steps.module.css'

type StepsProps = {
  names: readonly string[]
  /** The index of the current step. */
  current: number
  /** Whether the last step is only the result: every step is done, and none can be opened again. */
  isOver?: boolean
  /** The address of an earlier step, if it can be opened again. */
  searchOf?: (index: number) => LinkProps['search']
}

/** The steps of a task on several screens, and the current one; on phones as a bar. */
export function Steps({ names, current, isOver = false, searchOf }: StepsProps) {
  if (useIsPhone()) return <StepBar names={names} current={current} />
  return (
    <Group component="ol" gap={10} ml="auto" className={`el-ui ${classes.steps}`} aria-label="Steps">
      {names.map((name, index) => {
        const isDone = index < current || isOver
        const words = (
          <>
            <b className="el-disc el-sm el-strong el-numbers">
              {isDone ? <IconCheck size={16} aria-hidden /> : index + 1}
            </b>
            {name}
          </>
        )
        return (
          <Group
            component="li"
            key={name}
            gap={10}
            data-state={index === current ? 'now' : isDone ? 'done' : 'ahead'}
            aria-current={index === current ? 'step' : undefined}
          >
            {index < current && !isOver && searchOf ? (
              <Link
                to="/dashboard"
                search={searchOf(index)}
                className={`el-link ${classes.step}`}
                aria-label={`Back to step ${index + 1}, ${name}`}
              >
                {words}
              </Link>
            ) : (
              <span className={`el-medium el-ink-2 ${classes.step}`}>{words}</span>
            )}
          </Group>
        )
      })}
    </Group>
  )
}

function StepBar({ names, current }: Pick<StepsProps, 'names' | 'current'>) {
  const next = names[current + 1]
  return (
    <Box w="100%">
      <Group justify="space-between" mb={7} className="el-ui el-ink-2">
        <span>
          Step {current + 1} of {names.length}:{' '}
          <Box component="b" c="var(--el-ink)" fw="var(--el-fw-head)">
            {names[current]}
          </Box>
        </span>
        {next && <span>Next: {next}</span>}
      </Group>
      <Group grow gap={4} aria-hidden>
        {names.map((name, index) => (
          <Box key={name} h={5} bdrs={3} bg={index > current ? 'var(--el-line)' : 'var(--el-primary)'} />
        ))}
      </Group>
    </Box>
  )
}
