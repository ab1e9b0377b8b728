import { Button, type ButtonProps } from '@mantine/core'
import {
  IconEye,
  IconFileZip,
  IconHistory,
  IconPencil,
  IconPrinter,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { canDecideRequests, canSeeHistory } from '#contract/permissions.ts'
import { isForExport, type RightsRequest } from '#contract/privacy/requests.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { profileOf, type ProfileTab } from './profileOf.ts'
import { askerOf } from './requestBadges.ts'

type RequestLinkProps = Pick<ButtonProps, 'variant' | 'px' | 'justify' | 'fullWidth'> & {
  request: RightsRequest
}

/** Opens the student's page: to correct it, or to see it. */
export function RecordLink({ request, variant = 'default', ...layout }: RequestLinkProps) {
  const isToCorrect = request.state === 'accepted' && request.kind === 'correction'
  return (
    <ProfileButton
      Icon={isToCorrect ? IconPencil : IconEye}
      word={isToCorrect ? 'Correct the record' : 'See the record'}
      request={request}
      variant={variant}
      {...layout}
    />
  )
}

type AnswerLinkProps = RequestLinkProps & { onPrint: (refused: RightsRequest) => void }

/** Opens what answered a closed request: the export, the change, the anonymised record, or the letter of the refusal. */
export function AnswerLink({ request, onPrint, ...layout }: AnswerLinkProps) {
  const { role } = useSessionUser()
  const { state, kind } = request
  // An anonymised record has no export, history or letter; only what remains of it can be opened.
  if (!request.asked_by) return <RecordLink request={request} {...layout} />
  if (state === 'refused')
    return canDecideRequests(role) ? (
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        aria-label={`Print the letter to ${askerOf(request)}`}
        onClick={() => onPrint(request)}
        {...layout}
      >
        Print the letter
      </Button>
    ) : null
  if (isForExport(request) && canDecideRequests(role))
    return (
      <ProfileButton Icon={IconFileZip} word="See the export" request={request} tab="looked" {...layout} />
    )
  if (kind === 'correction' && canSeeHistory(role))
    return (
      <ProfileButton Icon={IconHistory} word="See the change" request={request} tab="history" {...layout} />
    )
  return <RecordLink request={request} {...layout} />
}

type ProfileButtonProps = RequestLinkProps & { Icon: TablerIcon; word: string; tab?: ProfileTab }

const ProfileButton = ({ Icon, word, request, tab, variant = 'default', ...layout }: ProfileButtonProps) => (
  <Button
    variant={variant}
    leftSection={<Icon size={18} aria-hidden />}
    aria-label={`${word} of ${request.student}`}
    renderRoot={(props) => (
      <Link
        to="/dashboard"
        search={profileOf(request.student_id, tab)}
        state={{ openedFrom: 'requests' }}
        {...props}
      />
    )}
    {...layout}
  >
    {word}
  </Button>
)
