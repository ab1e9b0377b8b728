import { Text, Tooltip } from '@mantine/core'
import type { StudentTerm } from '#contract/records/records.ts'
import { type ActivityRow, STUDENT_ACTIVE } from '#contract/students/students.ts'
import { StatusBadge, StatusMark } from '../ui/StatusBadge.tsx'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { stateLooks } from './RecordStatusBadge.tsx'
import classes from './TermMark.module.css'

/** The state of a student's records of a term. Students who have left miss nothing. */
export function TermMark({ student, term }: { student: ActivityRow; term: number }) {
  const own = student.terms?.find(({ term_id }) => term_id === term)
  if (own) return <OwnMark {...own} />
  if (student.status !== STUDENT_ACTIVE) return <span className="el-ink-3">–</span>
  return <StatusBadge {...stateLooks.missing} />
}

/** Only work that is not done yet stands out. Several receipts are counted in a tooltip, on a phone in words if they differ. */
function OwnMark({ state, records, in_state }: StudentTerm) {
  const isPhone = useIsPhone()
  const { word, ...mark } = stateLooks[state]
  const isDone = state === 'verified' || state === 'sent'
  const shown = isDone ? (
    <span className={classes.done}>
      <StatusMark {...mark} />
      {word}
    </span>
  ) : (
    <StatusBadge word={word} {...mark} />
  )
  if (records === 1) return shown
  const isMixed = in_state < records
  const words = `${records} receipts${isMixed ? `, ${in_state} ${word.toLowerCase()}` : ''}`
  if (isPhone)
    return (
      <>
        {shown}
        {isMixed && (
          <Text fz="cap" lh="cap" c="gray" mt={2}>
            {words}
          </Text>
        )}
      </>
    )
  return (
    <Tooltip
      label={words}
      events={{ hover: true, focus: true, touch: true }}
      withArrow
      portalProps={{ target: '#content' }}
    >
      <button type="button" className={`el-plain ${classes.several}`} aria-label={`${word}: ${words}`}>
        {shown}
      </button>
    </Tooltip>
  )
}
