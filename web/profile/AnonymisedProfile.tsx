import { Box, Group } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { inWords } from '#contract/base/fields.ts'
import { formatDay } from '#contract/base/days.ts'
import { type StudentProfile, studentFields } from '#contract/students.ts'
import { StudentStatusBadge } from '../students/StudentStatusBadge.tsx'
import classes from './Profile.module.css'

/** What is left of the facts about an anonymised student. */
export function AnonymisedFacts({ student }: { student: StudentProfile }) {
  const { name, ref, status, dob, school, erasure } = student
  const facts: [string, ReactNode][] = [
    ['Gender', inWords(studentFields, student)['gender']],
    ['Year of birth', dob?.slice(0, 4)],
    ['School', school],
    ['Class', student.class],
    ['Anonymised', erasure && formatDay(erasure.on)],
  ]
  return (
    <article className={`el-card ${classes.card}`}>
      <Group component="header" gap={14} p={{ base: 16, md: 20 }}>
        <span className={`el-centre ${classes.nobody}`}>
          <IconUserOff size={46} stroke={1.4} aria-hidden />
        </span>
        <Box flex="1 1 150px" miw={0}>
          <Box component="h1" className="el-h1 el-words" fz="1.5rem" lh="1.875rem">
            {name}
          </Box>
          <Group component="p" gap={10} mt={8} className="el-ui el-ink-2 el-numbers">
            <StudentStatusBadge status={status} />
            {ref}
          </Group>
        </Box>
      </Group>
      <div className={`el-line ${classes.body}`}>
        <dl className={`el-ui ${classes.facts}`}>
          {facts.map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt className="el-ink-3">{label}</dt>
                  <dd className="el-medium el-words">{value}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
    </article>
  )
}
