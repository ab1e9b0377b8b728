import { Button, Group } from '@mantine/core'
import { IconCopy, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { SessionUser } from '#contract/identity/auth.ts'
import { isRefused, isWithheld, type Letter } from '#contract/letters.ts'
import { canEditUser } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { FoldButton } from '../ui/FoldButton.tsx'
import { formatDateTime } from '../ui/formatDate.ts'
import { plural } from '../ui/plural.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { nameOf } from './letterColumns.tsx'
import classes from './Letters.module.css'
import { problemOf } from './letterProblem.ts'
import { LetterView } from './LetterView.tsx'

type LetterDetailProps = {
  letter: Letter
  actor: SessionUser
  /** Undefined for users who may not send. */
  onRetry: ((letter: Letter) => void) | undefined
  onCopyLink: (letter: Letter) => void
  onCorrect: (user: User) => void
}

/** An open row: the letter's problem with its buttons, the facts in one line, and the whole letter. */
export function LetterDetail(props: LetterDetailProps) {
  const { letter, actor } = props
  const [isServerTextOpen, setIsServerTextOpen] = useState(false)
  const problem = problemOf(letter, actor.role)
  const buttons = <Buttons {...props} isAddress={problem?.isAddress === true} />
  const hasServerText = problem !== undefined && !isWithheld(letter) && !isRefused(letter)
  return (
    <section className={classes.detail} aria-label={`Status of the letter to ${nameOf(letter)}`}>
      {problem && (
        <div className={`el-ui ${classes.problem}`} data-tone={letter.state === 'failed' ? 'red' : 'amber'}>
          <p>
            <strong className="el-strong">{problem.what}</strong> {problem.advice}
          </p>
          {buttons}
        </div>
      )}
      <LetterView
        of={{ id: letter.id }}
        name={nameOf(letter)}
        tools={
          <>
            {hasServerText && (
              <FoldButton isOpen={isServerTextOpen} onToggle={() => setIsServerTextOpen(!isServerTextOpen)}>
                Details
              </FoldButton>
            )}
            {!problem && buttons}
          </>
        }
        more={
          hasServerText && isServerTextOpen && <code className={classes.serverText}>{letter.last_error}</code>
        }
      >
        <Facts letter={letter} />
      </LetterView>
    </section>
  )
}

function Buttons({ letter, actor, isAddress, ...does }: LetterDetailProps & { isAddress: boolean }) {
  const { to, state, has_link, recipient } = letter
  const mayEdit = to !== null && canEditUser(actor, { id: to.id, role_id: to.roles.id })
  const mayCorrect = isAddress && mayEdit && to.email === recipient
  const onRetry = (state === 'failed' || state === 'waiting') && !isWithheld(letter) && does.onRetry
  const mayCopy = has_link && mayEdit
  if (!mayCorrect && !onRetry && !mayCopy) return null
  return (
    <Group gap="s2" className={classes.buttons}>
      {mayCorrect && (
        <Button leftSection={<IconPencil size={18} aria-hidden />} onClick={() => does.onCorrect(to)}>
          Correct the address
        </Button>
      )}
      {onRetry && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          aria-label={`Try again to send the letter to ${recipient}`}
          onClick={() => onRetry(letter)}
        >
          Try again
        </Button>
      )}
      {mayCopy && (
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          aria-label={`Copy link of ${recipient}`}
          onClick={() => does.onCopyLink(letter)}
        >
          Copy link
        </Button>
      )}
    </Group>
  )
}

function Facts({ letter }: { letter: Letter }) {
  const { recipient, state, attempts, created_at, tried_at, next_try_at, sent_at, sent_by } = letter
  const stops = state === 'failed' && !isWithheld(letter)
  // A row has a column for it.
  const isPhone = useIsPhone()
  return (
    <>
      {isPhone && <span className={classes.fact}>To {recipient}</span>}
      <span className={classes.fact}>
        Written{' '}
        {sent_by && (
          <>
            by <b>{sent_by}</b>,{' '}
          </>
        )}
        {formatDateTime(created_at)}
      </span>
      {attempts > 0 && (
        <span className={classes.fact}>
          Tried <b>{plural(attempts, 'time')}</b>
          {tried_at && `, last on ${formatDateTime(tried_at)}`}
        </span>
      )}
      {sent_at && <span className={classes.fact}>Sent {formatDateTime(sent_at)}</span>}
      {next_try_at && attempts > 0 && (
        <span className={classes.fact}>Next try {formatDateTime(next_try_at)}</span>
      )}
      {stops && <span className={classes.fact}>Not tried again by itself</span>}
    </>
  )
}
