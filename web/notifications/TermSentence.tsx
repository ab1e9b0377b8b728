import { Link } from '@tanstack/react-router'
import { type NotificationRow, termName } from '#contract/notifications.ts'
import { termSentences } from './sendWords.ts'

/** The state of a term, with a link to what waits to be verified. */
export function TermSentence({ row, maySend }: { row: NotificationRow; maySend: boolean }) {
  const { ready, waiting, returned } = termSentences(row, maySend)
  return (
    <>
      <strong className="el-strong">{termName(row)}:</strong> {ready}
      {waiting && (
        <>
          {' '}
          {waiting.what}{' '}
          <Link to="/dashboard" search={{ menu: 'missing', year: row.year_name, term: row.term_name }}>
            {waiting.verb} to be verified
          </Link>
          .
        </>
      )}{' '}
      {returned}
    </>
  )
}
