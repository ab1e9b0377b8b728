import { Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { plural } from '../ui/plural.ts'
import { StatusMark, type StatusLook } from '../ui/StatusBadge.tsx'
import classes from './MyWorkPanel.module.css'

type WorkHeadingProps = Omit<StatusLook, 'word'> & {
  word: string
  count: number
  students?: number
  children?: string | undefined
  action?: ReactNode
}

/** The head of a section of My work. */
export const WorkHeading = ({ word, count, students, children, action, ...mark }: WorkHeadingProps) => (
  <Group gap="6px 9px" mih={34} mb={9} className={classes.heading ?? ''} data-row={action ? true : undefined}>
    <StatusMark {...mark} />
    <Text component="h3" fz="1.03125rem" lh="h3" fw={600}>
      {word}{' '}
      <Box component="span" className="el-numbers" ml="s1" fw="var(--el-fw-head)">
        {count}
      </Box>
    </Text>
    <Text className="el-numbers" fz="0.90625rem" lh="sm" c="gray">
      {[students !== undefined && plural(students, 'student'), children].filter(Boolean).join(', ')}
    </Text>
    {action}
  </Group>
)
