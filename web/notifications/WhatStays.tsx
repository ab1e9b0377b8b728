import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NotificationPreview } from '#contract/notifications.ts'
import { type Counts, countsOf, inWords, stayingOf } from './sendWords.ts'
import classes from './WhatStays.module.css'

type WhatStaysProps = { preview: NotificationPreview; onVerify: () => void }

/** What does not go out, and why; each reason with the way to mend it. */
export function WhatStays({ preview, onVerify }: WhatStaysProps) {
  const { left_out, pending } = preview
  const staying = stayingOf(preview)
  if (staying.reports + staying.receipts === 0) return null
  const lonely = left_out.filter(({ reason }) => reason === 'noSupporter')
  const disabled = left_out.filter(({ reason }) => reason === 'disabled')
  const accounts = [
    ...new Map(disabled.flatMap(({ supporter }) => (supporter ? [[supporter.id, supporter]] : []))).values(),
  ]
  return (
    <section className={classes.stay} aria-labelledby="what-stays">
      <header className={classes.head}>
        <h3 id="what-stays">What stays, and why</h3>
        <span>{inWords(staying)}</span>
      </header>
      <ul className={classes.reasons}>
        {lonely.length > 0 && (
          <Reason
            count={lonely.length}
            words={lonely.length === 1 ? 'student has no supporter' : 'students have no supporter'}
            of={countsOf(lonely)}
            who={lonely.map(({ id, name, ref }) => ({
              id,
              name,
              more: ref,
              search: { menu: 'students', search: ref },
            }))}
          >
            <Link to="/dashboard" search={{ menu: 'students', sort: 'supporter' }} className={classes.mend}>
              Add supporters
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </Link>
          </Reason>
        )}
        {disabled.length > 0 && (
          <Reason
            count={accounts.length}
            words={
              accounts.length === 1 ? 'supporter’s account is disabled' : 'supporters’ accounts are disabled'
            }
            of={countsOf(disabled)}
            who={accounts.map(({ id, name, email }) => ({
              id,
              name,
              more: `for ${disabled
                .filter(({ supporter }) => supporter?.id === id)
                .map((student) => student.name)
                .join(', ')}`,
              search: { menu: 'users', search: email },
            }))}
          >
            <Link to="/dashboard" search={{ menu: 'users', sort: 'status' }} className={classes.mend}>
              Open accounts
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </Link>
          </Reason>
        )}
        {pending.students > 0 && (
          <Reason
            count={pending.students}
            words={
              pending.students === 1
                ? 'student has records not approved yet'
                : 'students have records not approved yet'
            }
            of={pending}
            who={[]}
          >
            <button type="button" className={classes.mend} onClick={onVerify}>
              Verify them
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </button>
          </Reason>
        )}
      </ul>
    </section>
  )
}

type ReasonProps = {
  count: number
  words: string
  of: Counts
  /** The people by name, each with the place where it is mended. */
  who: { id: number; name: string; more: string; search: { menu: string; search: string } }[]
  /** The link or button that leads to where all of them are mended. */
  children: ReactNode
}

const Reason = ({ count, words, of, who, children }: ReasonProps) => (
  <li>
    <div className={classes.reason}>
      <strong>{count}</strong>
      <span>{words}</span>
      <span className={classes.items}>{inWords(of, ', ')}</span>
      {children}
    </div>
    {who.length > 0 && (
      <details className={classes.who}>
        <summary>Who</summary>
        <ul>
          {who.map(({ id, name, more, search }) => (
            <li key={id}>
              <Link to="/dashboard" search={search}>
                {name}
              </Link>{' '}
              {more}
            </li>
          ))}
        </ul>
      </details>
    )}
  </li>
)
