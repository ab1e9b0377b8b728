import { IconUser } from '@tabler/icons-react'
import { canVerifyRecords, LIAISON_OFFICER } from '#contract/permissions.ts'
import type { ListTerms } from '#contract/records/records.ts'
import { Chip, Chips } from '../ui/list/Chip.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { StatusMark } from '../ui/StatusBadge.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'
import type { ActivitiesAddress } from './activitiesAddress.ts'
import { stateLooks } from './RecordStatusBadge.tsx'

/** The filters of Academics and Finance, each with the number of students that it finds. */
export function TermChips({ counted, only, mine }: ActivitiesAddress & { counted: ListTerms }) {
  const { role } = useSessionUser()
  const change = useAddressChange()
  const { terms, lacking, waiting } = counted
  const term = terms.at(-1)?.term_name ?? ''
  const toggle = (filter: 'lacking' | 'waiting') => change({ only: only === filter ? undefined : filter })
  return (
    <Chips>
      <Chip
        mark={<StatusMark {...stateLooks.missing} />}
        count={lacking}
        isOn={only === 'lacking'}
        onPress={() => toggle('lacking')}
      >
        Lacks {term}
      </Chip>
      {canVerifyRecords(role) && waiting !== null && (
        <Chip
          mark={<StatusMark {...stateLooks.unverified} />}
          count={waiting}
          isOn={only === 'waiting'}
          onPress={() => toggle('waiting')}
        >
          {term} to verify
        </Chip>
      )}
      {/* Also in a link that a liaison officer shared. */}
      {(role === LIAISON_OFFICER || mine) && (
        <Chip
          mark={<IconUser size={16} aria-hidden />}
          count={counted.mine}
          isOn={mine !== undefined}
          onPress={() => change({ mine: mine ? undefined : '1' })}
        >
          My students
        </Chip>
      )}
    </Chips>
  )
}
