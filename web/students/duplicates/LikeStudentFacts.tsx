import { Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { LikeStudent } from '#contract/duplicates.ts'
import { StudentPicture } from '../StudentPicture.tsx'
import { StudentStatusBadge } from '../StudentStatusBadge.tsx'
import classes from './duplicates.module.css'

type LikeStudentFactsProps = {
  student: LikeStudent
  /** The name, which may be a link. */
  name: ReactNode
  /** The last line. */
  born: string
}

/** The facts by which users recognise a student. */
export const LikeStudentFacts = ({ student, name, born }: LikeStudentFactsProps) => (
  <Group gap={14} wrap="nowrap" miw={0}>
    <StudentPicture student={student} />
    <Box miw={0}>
      <Group component="p" gap="2px 10px" m={0}>
        <Text component="strong" className="el-words" lh="1.3125rem" fw={600}>
          {name}
        </Text>
        <StudentStatusBadge status={student.status} />
      </Group>
      <p className={classes.line}>
        {student.ref}, {student.school}
      </p>
      <p className={classes.line}>{born}</p>
    </Box>
  </Group>
)
