import { Button, Group, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { memo } from 'react'
import type { Missing } from '#contract/records/records.ts'
import { StepButton } from './StepButton.tsx'
import { everyLack, lacks, nextStep } from './steps.ts'
import { studentOf, taskOf } from './TaskDialog.tsx'
import { StudentPicture } from '../students/files/StudentPicture.tsx'
import { plural } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { type SchoolGroup, type Sums, totalOf } from './arrangeMissing.ts'
import classes from './Missing.module.css'
import type { MissingGroupsProps } from './MissingTable.tsx'
import { useFirstRows } from './useFirstRows.ts'

/** `MissingTable` on a phone: a card for each liaison officer. */
export const MissingCards = ({ groups, isOpen, onToggle, time, lack, onOpen }: MissingGroupsProps) => (
  <Stack component="ul" gap="s3">
    {groups.map((group) => (
      <li key={group.key} className="el-card el-frame">
        <GroupHead
          level="h2"
          group={group}
          size={plural(group.schools.length, 'school')}
          isOpen={isOpen(group.key)}
          onToggle={onToggle}
        />
        {isOpen(group.key) && (
          <>
            <Tags sums={group.sums} />
            {group.schools.map((school) => (
              <SchoolCard
                key={school.key}
                {...{ school, onToggle, time, lack, onOpen }}
                isOpen={isOpen(school.key)}
              />
            ))}
          </>
        )}
      </li>
    ))}
  </Stack>
)

type GroupHeadProps = Pick<MissingGroupsProps, 'onToggle'> & {
  level: 'h2' | 'h3'
  group: SchoolGroup
  size: string
  isOpen: boolean
}

function GroupHead({ level, group: { key, name, sums }, size, isOpen, onToggle }: GroupHeadProps) {
  const look =
    level === 'h2' ? { fz: '1.03125rem', fw: 'var(--el-fw-head)' } : { fz: 'body', fw: 'var(--el-fw-strong)' }
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Text component={level} inherit>
      <button
        type="button"
        className={`el-plain el-row el-between el-focus-in ${classes.cardHead}`}
        aria-expanded={isOpen}
        onClick={() => onToggle(key, !isOpen)}
      >
        <span>
          <Text span display="block" className="el-break" lh="1.375rem" {...look}>
            {name}
          </Text>{' '}
          <Text span className="el-ink-2 el-numbers" {...small}>
            {`${size}, ${totalOf(sums)} to do`}
          </Text>
        </span>
        <Chevron className="el-ink-3" size={20} aria-hidden />
      </button>
    </Text>
  )
}

const small = { fz: '0.90625rem', lh: '1.1875rem' }

/** `3 no report card`, `31 unverified`; one item has no number. */
const Tags = ({ sums, isOne = false }: { sums: Sums; isOne?: boolean }) => (
  <Group gap={6} p={isOne ? '10px 0 12px' : '0 14px 14px'}>
    {everyLack
      .filter((lack) => sums[lack] > 0)
      .map((lack) => {
        const { look } = lacks[lack]
        const word = isOne && sums[lack] === 1 ? look.word : `${sums[lack]} ${look.word.toLowerCase()}`
        return <StatusBadge key={lack} {...look} word={word} />
      })}
  </Group>
)

type SchoolCardProps = Pick<MissingGroupsProps, 'time' | 'lack' | 'onToggle' | 'onOpen'> & {
  school: SchoolGroup
  isOpen: boolean
}

function SchoolCard({ school, isOpen, onToggle, ...row }: SchoolCardProps) {
  const { first, more, showMore } = useFirstRows(school.rows)
  return (
    <section className={`el-line ${classes.schoolCard}`} data-open={isOpen}>
      <GroupHead
        level="h3"
        group={school}
        size={plural(school.rows.length, 'student')}
        isOpen={isOpen}
        onToggle={onToggle}
      />
      {isOpen && (
        <ul>
          {first.map((student) => (
            <StudentCard key={student.student_id} row={student} {...row} />
          ))}
          {more && (
            <li className="el-line">
              <Button variant="default" fullWidth onClick={showMore}>
                {more}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

type StudentCardProps = Pick<MissingGroupsProps, 'time' | 'lack' | 'onOpen'> & { row: Missing }

const StudentCard = memo(({ row, time, lack, onOpen }: StudentCardProps) => {
  const { role } = useSessionUser()
  const step = nextStep(row, role, lack)
  const counts = Object.fromEntries(everyLack.map((each) => [each, lacks[each].count(row)])) as Sums
  return (
    <Stack component="li" gap={0} className={`el-line ${classes.pupil}`} data-row>
      <Group gap={11} wrap="nowrap">
        <StudentPicture student={studentOf(row)} />
        <div>
          <Text className="el-strong el-break" fz="body" lh="1.3125rem">
            {row.name}
          </Text>{' '}
          <Text span className="el-ink-3" {...small}>
            {row.ref}
          </Text>
        </div>
      </Group>
      <Tags sums={counts} isOne />
      {step && (
        <StepButton
          step={step}
          name={row.name}
          onClick={(button) => onOpen(taskOf(step, row, time), button)}
        />
      )}
    </Stack>
  )
})
