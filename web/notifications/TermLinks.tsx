import { VisuallyHidden } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type NotificationRow, termName } from '#contract/notifications.ts'
import { timeText } from '../letters/lettersAddress.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import classes from './Terms.module.css'

/** The other tabs, filtered to a term, with what waits there. */
export const TermLinks = ({ row }: { row: NotificationRow }) => (
  <>
    <TermLink
      search={{
        menu: 'letters',
        time: timeText(row),
        ...(row.letters_failed > 0 && { state: 'failed' as const }),
      }}
      tone="red"
      count={row.letters_failed}
      what="failed"
      term={termName(row)}
    >
      Letters
    </TermLink>
    <TermLink
      search={{ menu: 'missing', year: row.year_name, term: row.term_name }}
      tone="amber"
      count={row.missing ?? 0}
      what={row.missing === 1 ? 'student' : 'students'}
      term={termName(row)}
    >
      Missing
    </TermLink>
  </>
)

type TermLinkProps = Pick<LinkProps, 'search'> & {
  tone: 'red' | 'amber'
  count: number
  /** What is counted. */
  what: string
  term: string
  children: string
}

const TermLink = ({ search, tone, count, what, term, children }: TermLinkProps) => (
  <Link to="/dashboard" search={search} className={`el-link ${classes.link}`}>
    {children}
    <VisuallyHidden component="span"> of {term}</VisuallyHidden>
    {count > 0 && <CountBadge tone={tone} count={count} word={what} isWordHidden />}
  </Link>
)
