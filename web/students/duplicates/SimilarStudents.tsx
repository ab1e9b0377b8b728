import { Box, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import type { LikeStudent } from '#contract/students/duplicates.ts'
import { isDay } from '#contract/base/days.ts'
import { fold } from '#contract/base/lists.ts'
import { call } from '../../ui/call.ts'
import { formatDay } from '../../ui/formatDate.ts'
import { plural } from '../../ui/plural.ts'
import { StudentPicture } from '../files/StudentPicture.tsx'
import { StudentStatusBadge } from '../StudentStatusBadge.tsx'
import classes from './duplicates.module.css'

/** Long enough to query once per word instead of once per key. */
const TYPING_PAUSE_MS = 300
/** More would push the form out of view. */
const SHOWN = 3

type Child = { name: string; dob: string; school_id: string; admission_no: string }
type SimilarStudentsProps = Child & {
  /** The student who is edited. */
  except?: number | undefined
}

/** Warns, without refusing, if the child in the form may already be registered. */
export function SimilarStudents({ except, ...typed }: SimilarStudentsProps) {
  const [name] = useDebouncedValue(typed.name.trim(), TYPING_PAUSE_MS)
  const [dob] = useDebouncedValue(typed.dob, TYPING_PAUSE_MS)
  const [admission_no] = useDebouncedValue(typed.admission_no.trim(), TYPING_PAUSE_MS)
  const { school_id } = typed
  const child = { name, dob, school_id, admission_no }
  const { data } = useQuery({
    queryKey: ['similar students', child, except],
    queryFn: async ({ signal }) => {
      const query = {
        name,
        dob,
        admission_no,
        ...(school_id && { school_id }),
        ...(except && { except: String(except) }),
      }
      return { child, found: (await call('GET /api/students/similar', { query, signal })).data }
    },
    enabled: isFilled(typed) && isFilled(child),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { saysFailure: true },
  })
  const warned = isFilled(typed) ? data : undefined
  const count = warned?.found.length ?? 0
  return (
    <>
      {/* Always rendered, because screen readers announce only changes of an existing element. */}
      <VisuallyHidden component="output">
        {count > 0 && `Warning: ${plural(count, 'student')} may be the same child.`}
      </VisuallyHidden>
      {warned && (
        <SimilarWarning
          key={JSON.stringify(warned.child)}
          {...warned}
          anyway={except ? 'Save anyway' : 'Add anyway'}
        />
      )}
    </>
  )
}

/** Whether students can be compared with the child. */
const isFilled = ({ name, dob, school_id, admission_no }: Child) =>
  (name.trim() !== '' && isDay(dob)) || (admission_no.trim() !== '' && school_id !== '')

type SimilarWarningProps = {
  /** The child in the form. */
  child: Child
  found: LikeStudent[]
  /** The label of the button that denies this match. */
  anyway: string
}

function SimilarWarning({ child, found, anyway }: SimilarWarningProps) {
  const box = useRef<HTMLDivElement>(null)
  const [others, setOthers] = useState<number[]>([])
  const alike = found.filter(({ id }) => !others.includes(id))
  if (alike.length === 0) return null
  return (
    <div ref={box} className={classes.warning}>
      <Group component="p" gap={9} wrap="nowrap" align="stretch" fz="1rem" lh="1.375rem" fw={650} c="yellow">
        <IconAlertTriangle size={20} aria-hidden />
        This child may already be registered
      </Group>
      {alike.slice(0, SHOWN).map((student) => (
        <Group key={student.id} className={classes.child ?? ''} gap="10px 14px" mt={10} p="10px 12px">
          <LikeStudentFacts student={student} born={likeness(student, child)} />
          <Group className={classes.actions ?? ''} gap="s2" ml="auto">
            <Button variant="default" renderRoot={(props) => <OpenLink student={student} {...props} />}>
              Open
            </Button>
            <Button
              variant="default"
              aria-label={`${anyway}: not ${student.name}, ${student.ref}`}
              onClick={() => {
                focusBefore(box)
                setOthers([...others, student.id])
              }}
            >
              {anyway}
            </Button>
          </Group>
        </Group>
      ))}
      {alike.length > SHOWN && (
        <Text size="ui" c="gray" m="10px 0 0">
          And {plural(alike.length - SHOWN, 'other')} who may be the same child.
        </Text>
      )}
    </div>
  )
}

/** The facts that identify a student to users. */
const LikeStudentFacts = ({ student, born }: { student: LikeStudent; born: string }) => (
  <Group gap={14} wrap="nowrap" miw={0}>
    <StudentPicture student={student} />
    <Box miw={0}>
      <Group component="p" gap="2px 10px">
        <Text component="strong" className="el-words" lh="1.3125rem" fw={600}>
          {student.name}
        </Text>
        <StudentStatusBadge status={student.status} />
      </Group>
      <Text size="ui" c="gray" className="el-numbers el-words" mt={1}>
        {student.ref}, {student.school}
      </Text>
      <Text size="ui" c="gray" className="el-numbers el-words" mt={1}>
        {born}
      </Text>
    </Box>
  </Group>
)

/** Opens in a new tab, so that the form keeps its values. */
const OpenLink = ({ student, ...props }: { student: LikeStudent }) => (
  <Link
    to="/dashboard"
    search={{ menu: 'profile', student: student.id, profile: 'academics' }}
    target="_blank"
    aria-label={`Open ${student.name}, ${student.ref}`}
    {...props}
  />
)

const wordsOf = (name: string) => fold(name).split(/\s+/).toSorted().join(' ')

const numberOf = (admission_no: string | null) => fold(admission_no ?? '').replaceAll(/\s/g, '')

function likeness(student: LikeStudent, { name, dob, school_id, admission_no }: Child): string {
  const hasNumber = admission_no !== '' && numberOf(student.admission_no) === numberOf(admission_no)
  if (hasNumber && String(student.school_id) === school_id)
    return `The same admission number at this school: ${student.admission_no}`
  if (student.dob === null) return 'The same name and school, date of birth not known'
  const born = formatDay(student.dob)
  const isSame = wordsOf(student.name) === wordsOf(name)
  if (student.dob !== dob) return `The same name, born with day and month swapped: ${born}`
  return `${isSame ? 'The same' : 'Nearly the same'} name, born the same day: ${born}`
}

/** The focused button is removed, so the focus moves to the field before the warning. */
function focusBefore({ current: box }: RefObject<HTMLElement | null>): void {
  const fields = [...(box?.closest('form')?.querySelectorAll<HTMLElement>('input, select') ?? [])]
  fields
    .findLast((field) => box && box.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_PRECEDING)
    ?.focus()
}
