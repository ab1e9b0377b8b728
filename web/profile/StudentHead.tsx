import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Student } from '#contract/students/students.ts'
import { StudentStatusBadge } from '../students/StudentStatusBadge.tsx'

type StudentHeadProps = {
  student: Pick<Student, 'name' | 'ref' | 'status'>
  image: ReactNode
  /** Where the facts are folded. */
  summary?: string
  actions?: ReactNode
}

/** Photo, name, status and ref of a student. */
export const StudentHead = ({
  student: { name, ref, status },
  image,
  summary,
  actions,
}: StudentHeadProps) => (
  <Group component="header" gap="10px 14px" p={{ base: 14, md: 20 }} pb={{ base: 8, md: 20 }}>
    {image}
    {/* Under the photo where there is no room beside it, also for the longest word of the name. */}
    <Box flex="1 1 min-content" miw="min(100%, 150px)">
      <Box
        component="h1"
        className="el-h1 el-words"
        fz={{ base: '1.3125rem', md: '1.5rem' }}
        lh={{ base: '1.625rem', md: '1.875rem' }}
      >
        {name}
      </Box>
      <Group component="p" gap={10} mt={8} className="el-ui el-ink-2 el-numbers">
        <StudentStatusBadge status={status} />
        {ref}
      </Group>
      {summary && (
        <Box component="p" className="el-ui el-ink-2" mt={4} hiddenFrom="md">
          {summary}
        </Box>
      )}
    </Box>
    {actions}
  </Group>
)
