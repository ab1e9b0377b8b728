import { Box, Group, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { HistoryEntry } from '#contract/base/call.ts'
import { consentLabels } from '#contract/privacy/consentWords.ts'
import { WRONG_RECIPIENT, wrongRecipientLabels } from '#contract/privacy/wrongRecipients.ts'
import { studentLabels, type StudentProfile } from '#contract/students/students.ts'
import { FORMER_USER } from '#contract/users.ts'
import { formatDateTime } from '../ui/formatDate.ts'
import { ChangeList } from '../ui/history/ChangeList.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import classes from './Profile.module.css'
import { historyQuery } from './profileApi.ts'
import { ProfileSection } from './ProfileSection.tsx'

/** The changes of a student and of the family’s consents, with who made them, the newest first. */
export function HistorySection({ student: { id, erasure } }: { student: StudentProfile }) {
  const { data: entries, error, refetch } = useQuery(historyQuery(id))
  return (
    <ProfileSection title="History">
      {error && !entries && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!error && !entries && <VisuallyHidden component="output">Loading the history</VisuallyHidden>}
      {entries?.length === 0 && <p className="el-ink-2">Nothing has been changed yet.</p>}
      <Box component="ol" className="el-ruled" pt={6}>
        {entries?.map((entry) => (
          <HistoryItem key={entry.id} entry={entry} isAnonymised={erasure?.state === 'anonymised'} />
        ))}
      </Box>
    </ProfileSection>
  )
}

const labelsOf = (action: string): Record<string, string> => {
  if (action === WRONG_RECIPIENT) return wrongRecipientLabels
  return consentWords[action] ? consentLabels : studentLabels
}

/** What was done with a student, as the page words it. */
const studentWords: Partial<Record<string, string>> = {
  added: 'added the student',
  edited: 'edited the student’s data',
  'changed picture': 'changed the profile picture',
  'changed certificate': 'changed the KCPE certificate',
  'changed result slip': 'changed the result slip',
  'added supporter': 'added a supporter',
  'removed supporter': 'removed the supporter',
  'changed status': 'changed the status',
  'started anonymising': 'started anonymising the record',
  'cancelled anonymising': 'cancelled anonymising the record',
  anonymised: 'anonymised the record',
  restricted: 'restricted the use of the record',
  'lifted the restriction': 'lifted the restriction of the record',
}

const consentWords: Partial<Record<string, string>> = {
  recorded: 'recorded a consent',
  'marked as void': 'marked a consent as void',
  'asked for erasure': 'noted that the family asks for erasure',
  'no longer asks for erasure': 'noted that the family no longer asks for erasure',
}

type HistoryItemProps = { entry: HistoryEntry; isAnonymised: boolean }

function HistoryItem({ entry: { at, by, action, changes }, isAnonymised }: HistoryItemProps) {
  const nobody = isAnonymised && action !== 'anonymised' ? FORMER_USER : 'Elimu'
  return (
    <li className={classes.entry}>
      <Group component="p" justify="space-between" gap="2px var(--el-s4)" m="0 0 8px" className="el-ui">
        <span>
          <strong className="el-strong">{by ?? nobody}</strong>{' '}
          {consentWords[action] ?? studentWords[action] ?? action}
        </span>
        <time dateTime={at} className="el-ink-3 el-numbers">
          {formatDateTime(at)}
        </time>
      </Group>
      {/* Without the student, whose history it is. */}
      <ChangeList changes={changes.filter(({ field }) => field !== 'student')} labels={labelsOf(action)} />
    </li>
  )
}
