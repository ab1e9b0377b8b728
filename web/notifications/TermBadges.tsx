import { useQuery } from '@tanstack/react-query'
import { canSendNotifications } from '#contract/permissions.ts'
import { missingTotalQuery } from '../missing/workApi.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { outboxQuery } from '../users/MailServerNote.tsx'
import { termsQuery } from './notificationApi.ts'

/** How many terms have letters that are ready, for users who may send them. */
export function ReadyBadge() {
  const user = useSessionUser()
  const { data = [] } = useQuery(termsQuery)
  const ready = data.filter(({ letters }) => letters > 0).length
  const maySend = canSendNotifications(user.role, user)
  return maySend && ready > 0 && <CountBadge tone="green" count={ready} word="ready" />
}

/** How many students What Is Missing opens with. */
export function MissingBadge() {
  const { data: missing = 0 } = useQuery(missingTotalQuery)
  return (
    missing > 0 && <CountBadge tone="amber" count={missing} word={missing === 1 ? 'student' : 'students'} />
  )
}

/** How many letters failed. */
export function FailedBadge() {
  const { data } = useQuery(outboxQuery)
  const failed = data?.counts.failed ?? 0
  return failed > 0 && <CountBadge tone="red" count={failed} word="failed" />
}
