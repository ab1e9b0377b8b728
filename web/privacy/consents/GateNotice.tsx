import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDay } from '#contract/base/days.ts'
import { canSeeConsents } from '#contract/permissions.ts'
import { Message } from '../../ui/Message.tsx'
import { plural } from '../../ui/plural.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { gateQuery } from './consentApi.ts'

type GateNoticeProps = {
  hasLink?: boolean
  /** Beside other work it is shown only if there is something to do. */
  isAmongWork?: boolean
}

/** Shows staff the day from which supporters no longer see what has no consent, until it has come. */
export function GateNotice({ hasLink = true, isAmongWork = false }: GateNoticeProps) {
  const { role } = useSessionUser()
  const { data: gate } = useQuery(gateQuery)
  if (!gate?.from || gate.is_held || (isAmongWork && gate.affected.students === 0)) return null
  return (
    <Message
      tone="info"
      hasSpaceBelow={!isAmongWork}
      action={
        hasLink && (
          <Link
            to="/dashboard"
            search={
              canSeeConsents(role)
                ? { menu: 'consents', consent: 'needs_action' }
                : { menu: 'missing', lack: 'noConsent' }
            }
          >
            See who
          </Link>
        )
      }
    >
      <b>From {formatDay(gate.from)}, supporters no longer see what has no consent.</b> This affects{' '}
      {canSeeConsents(role)
        ? plural(gate.affected.students, 'student')
        : `${gate.affected.students} of your students`}{' '}
      today.
    </Message>
  )
}
