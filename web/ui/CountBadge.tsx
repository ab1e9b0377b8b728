import { VisuallyHidden } from '@mantine/core'
import classes from './CountBadge.module.css'

type CountBadgeProps = {
  tone?: 'green' | 'amber' | 'red'
  /** Without it the word is always shown. Zero is outlined, so that work stands out. */
  count?: number
  /** `overdue`. Without room, and where `isWordHidden`, only the number is shown. */
  word?: string
  isWordHidden?: boolean
}

/** How much waits behind a tab, a link or a button. */
export const CountBadge = ({ tone = 'amber', count, word, isWordHidden = false }: CountBadgeProps) => (
  <span
    className={classes.badge}
    data-tone={tone}
    data-zero={count === 0 || undefined}
    aria-hidden={count === 0}
  >
    {count ?? word}
    {count !== undefined &&
      word &&
      (isWordHidden ? (
        <VisuallyHidden component="span"> {word}</VisuallyHidden>
      ) : (
        <span data-word className="el-hidden-phone">
          {' '}
          {word}
        </span>
      ))}
  </span>
)
