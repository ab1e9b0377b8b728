import '@mantine/core/styles/VisuallyHidden.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fileSize } from '../ui/file/fileKind.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { useIsPhone } from '../ui/useIsPhone.ts'
import classes from './LetterView.module.css'
import { type LetterOf, letterQuery } from './notificationApi.ts'

type LetterViewProps = {
  of: LetterOf
  /** The recipient's name. */
  name: string
}

/** Links would open in a new tab, as in mail programs. The sandboxed frame may open none, so they do nothing here. */
const withoutLinks = (html: string) => html.replace('<head>', '<head><base target="_blank">')

/** A letter as it arrives. Nothing in it runs, and its links lead nowhere. */
export function LetterView({ of, name }: LetterViewProps) {
  const { data, error, refetch } = useQuery(letterQuery(of))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <VisuallyHidden component="output">Loading the letter</VisuallyHidden>
  const { recipient, subject, html, attachments } = data
  return (
    <article className={classes.letter} aria-label={`Letter to ${name}`}>
      <dl className={classes.facts}>
        <dt>To</dt>
        <dd>{recipient}</dd>
        <dt>Subject</dt>
        <dd>{subject}</dd>
        {attachments.length > 0 && (
          <>
            <dt>With it</dt>
            <dd>
              <ul className={classes.papers}>
                {attachments.map((paper) => (
                  <li key={paper.path}>
                    <a href={paper.path} target="_blank" rel="noopener">
                      <IconPaperclip size={16} stroke={1.75} aria-hidden />
                      {paper.name}
                    </a>{' '}
                    <span className={classes.size}>{fileSize(paper.bytes)}</span>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
      <iframe className={classes.page} sandbox="" srcDoc={withoutLinks(html)} title={subject} />
    </article>
  )
}

/** Shown on a phone, where an open letter replaces the list and the button that opened it. */
export function BackToLetters({ onBack }: { onBack: () => void }) {
  const isPhone = useIsPhone()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  if (!isPhone) return null
  return (
    <Button
      ref={button}
      variant="subtle"
      leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
      onClick={onBack}
    >
      All letters
    </Button>
  )
}
