import { Box, Button, Group, Text } from '@mantine/core'
import { IconChevronRight, IconCopy, IconMail, IconPencil, IconRefresh, IconX } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import type { SessionUser } from '#contract/identity/auth.ts'
import { isWithheld, type Letter } from '#contract/letters.ts'
import { canEditUser } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { formatDateTime } from '../ui/formatDate.ts'
import { ListCard } from '../ui/list/ListCard.tsx'
import { plural } from '../ui/plural.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { aboutOf, nameOf } from './letterColumns.tsx'
import classes from './Letters.module.css'
import { LetterStateBadge } from './LetterStateBadge.tsx'
import { problemOf } from './letterProblem.ts'
import { LetterView } from './LetterView.tsx'

type LetterDetailProps = {
  letter: Letter
  actor: SessionUser
  /** Undefined for users who may not send. */
  onRetry: ((letter: Letter) => void) | undefined
  onCopyLink: (letter: Letter) => void
  onCorrect: (user: User) => void
  onRead: (letter: Letter) => void
}

/** An open row: the letter's problem, what to do about it, and the letter itself. */
export function LetterDetail({ letter, actor, onRetry, onCopyLink, onCorrect, onRead }: LetterDetailProps) {
  const isPhone = useIsPhone()
  const { to, state, last_error, has_link, recipient } = letter
  const trouble = problemOf(letter, actor.role)
  const mayEdit = to !== null && canEditUser(actor, { id: to.id, role_id: to.roles.id })
  const correctable = trouble?.isAddress && mayEdit && to.email === recipient
  const wasWithheld = isWithheld(letter)
  const mayRetry = onRetry && !wasWithheld && (state === 'failed' || state === 'waiting')
  return (
    <div className={classes.detail}>
      <section aria-label={`Status of the letter to ${nameOf(letter)}`}>
        {trouble && (
          <>
            <Heading>{wasWithheld ? 'Why it was not sent' : 'What the mail server said'}</Heading>
            <Box
              data-tone={state === 'failed' ? 'red' : 'amber'}
              mb={14}
              p="12px 14px"
              bd="1px solid color-mix(in srgb, var(--tone) 38%, transparent)"
              bdrs="sm"
              bg="var(--soft)"
              c="var(--tone)"
              lh="1.375rem"
            >
              <Text inherit fw="var(--el-fw-head)">
                {trouble.what}
              </Text>
              <Text inherit c="var(--el-ink)" mt={1}>
                {trouble.advice}
              </Text>
            </Box>
          </>
        )}
        <Tries letter={letter} />
        {trouble && !wasWithheld && (
          <details className={classes.words}>
            <summary className="el-row el-link">
              <IconChevronRight size={18} aria-hidden />
              Details
            </summary>
            <Box
              component="code"
              className="el-box el-ink-2 el-break"
              display="block"
              fz="cap"
              mb={12}
              p="8px 11px"
              bdrs="xs"
              bg="var(--el-surface)"
              ff="ui-monospace, monospace"
            >
              {last_error}
            </Box>
          </details>
        )}
        <Group gap="s2" className={classes.actions}>
          {correctable && (
            <Button leftSection={<IconPencil size={18} aria-hidden />} onClick={() => onCorrect(to)}>
              Correct the address
            </Button>
          )}
          {mayRetry && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} aria-hidden />}
              aria-label={`Try again to send the letter to ${recipient}`}
              onClick={() => onRetry(letter)}
            >
              Try again
            </Button>
          )}
          {has_link && mayEdit && (
            <Button
              variant="default"
              leftSection={<IconCopy size={18} aria-hidden />}
              aria-label={`Copy link of ${recipient}`}
              onClick={() => onCopyLink(letter)}
            >
              Copy link
            </Button>
          )}
        </Group>
      </section>
      <section aria-label="The letter">
        {!isPhone && (
          <>
            <Heading>The letter</Heading>
            <Box h={290} style={{ overflow: 'hidden' }}>
              <LetterView of={{ id: letter.id }} name={nameOf(letter)} isShort />
            </Box>
          </>
        )}
        <button type="button" className={`el-row el-link ${classes.read}`} onClick={() => onRead(letter)}>
          {isPhone && <IconMail size={18} aria-hidden />}
          Read the whole letter
          {!isPhone && <IconChevronRight size={18} aria-hidden />}
        </button>
      </section>
    </div>
  )
}

const Heading = ({ children }: { children: string }) => (
  <Text component="h2" className="el-ui" fw="var(--el-fw-head)" mb={7}>
    {children}
  </Text>
)

function Tries({ letter }: { letter: Letter }) {
  const { state, attempts, created_at, tried_at, next_try_at, sent_at, sent_by } = letter
  const last = tried_at ? `, last on ${formatDateTime(tried_at)}` : ''
  const facts: [string, string][] = [
    ['Written', `${formatDateTime(created_at)}${sent_by ? ` by ${sent_by}` : ''}`],
  ]
  if (attempts > 0) facts.push(['Tried', `${plural(attempts, 'time')}${last}`])
  if (sent_at) facts.push(['Sent', formatDateTime(sent_at)])
  if (state === 'failed')
    facts.push([
      'Next',
      isWithheld(letter) ? 'None. It was held back.' : 'None. After a day Elimu stops trying.',
    ])
  if (next_try_at)
    facts.push([
      'Next',
      attempts > 0 ? formatDateTime(next_try_at) : 'As soon as the mail server accepts it.',
    ])
  return (
    <Box component="dl" className={`el-sm el-ink-2 el-numbers ${classes.facts}`} mb={12}>
      {facts.map(([word, value]) => (
        <Fragment key={word}>
          <dt>{word}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </Box>
  )
}

type LetterCardProps = { letter: Letter; onToggle: (id: number) => void; children: ReactNode }

/** A letter on a phone; the child is what it shows while it is open. */
export function LetterCard({ letter, onToggle, children }: LetterCardProps) {
  const isOpen = Boolean(children)
  return (
    <ListCard
      title={nameOf(letter)}
      lines={[letter.recipient]}
      badge={<LetterStateBadge state={letter.state} />}
      facts={[
        { label: 'About', value: aboutOf(letter).filter(Boolean).join(' '), isWide: true },
        { label: 'Subject', value: letter.subject, isWide: true },
        { label: 'When', value: formatDateTime(letter.created_at) },
        { label: 'Attempts', value: letter.attempts },
      ]}
      actions={[
        {
          icon: isOpen ? IconX : IconMail,
          word: isOpen ? 'Close' : 'Open the letter',
          label: `${isOpen ? 'Close' : 'Open'} the letter to ${nameOf(letter)}`,
          onClick: () => onToggle(letter.id),
        },
      ]}
    >
      {children}
    </ListCard>
  )
}
