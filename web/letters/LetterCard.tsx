import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Letter } from '#contract/letters.ts'
import { formatDate, onOneLine } from '../ui/formatDate.ts'
import { aboutOf, nameOf } from './letterColumns.tsx'
import classes from './Letters.module.css'
import { LetterStateBadge } from './LetterStateBadge.tsx'

type LetterCardProps = {
  letter: Letter
  onToggle: (id: number) => void
  /** What it shows while it is open. */
  children: ReactNode
}

/** A letter on a phone. */
export function LetterCard({ letter, onToggle, children }: LetterCardProps) {
  const isOpen = Boolean(children)
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <article className={`el-card ${classes.card}`} data-open={isOpen || undefined}>
      <button
        type="button"
        className={classes.cardHead}
        aria-expanded={isOpen}
        onClick={() => onToggle(letter.id)}
      >
        <span className="el-grow">
          <span className={classes.recipient}>{nameOf(letter)}</span>
          <span className="el-sm el-ink-2 el-break">
            {letter.kind === 'news' ? aboutOf(letter).filter(Boolean).join(' ') : aboutOf(letter)[0]},{' '}
            {onOneLine(formatDate(letter.created_at))}
          </span>
        </span>
        <LetterStateBadge state={letter.state} />
        <Chevron size={20} aria-hidden />
      </button>
      {children}
    </article>
  )
}
