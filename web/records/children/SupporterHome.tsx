import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { termName } from '#contract/notifications.ts'
import type { Child } from '#contract/reports.ts'
import { firstNameOf } from '../../students/studentRow.ts'
import { call } from '../../ui/call.ts'
import { formatDate, onOneLine } from '../../ui/formatDate.ts'
import { useMore } from '../../ui/list/useMore.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { ChildCard } from './ChildCard.tsx'
import classes from './ChildCard.module.css'
import { newsOf } from './childSentences.ts'

/** Cards that are shown at first: two rows. */
const FIRST = 6

/** A supporter's start page: the news of their students, and the list below. */
export function SupporterHome({ children: list }: { children: ReactNode }) {
  const user = useSessionUser()
  const { data, error, refetch } = useQuery({
    queryKey: ['children'],
    queryFn: ({ signal }) => call('GET /api/students?query=children', { signal }),
  })
  const { data: children = [], total = 0, letter = null } = data ?? {}
  const isEmpty = data !== undefined && children.length === 0
  const sent =
    letter && `Newest letter: ${termName(letter)}, sent on ${onOneLine(formatDate(letter.sent_at))}.`
  return (
    <>
      <PageHead
        title={isEmpty ? `Welcome, ${firstNameOf(user)}` : titleOf(children, total)}
        subtitle={[newsOf(children), sent].filter(Boolean).join(' ')}
      />
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {/* About as high as the cards, so that loading shifts the layout little. */}
      {!error && !data && <Box className="el-card" h={{ base: 640, md: 360 }} mb={28} aria-hidden />}
      {isEmpty && (
        <Box className="el-card" p="18px 24px" mb={28}>
          <p className={classes.paper}>No student is linked to you yet.</p>
        </Box>
      )}
      <Cards all={children} />
      {total > children.length && (
        <p className="el-ui el-ink-2">
          These are {children.length} of your {total} students, by name. The list below has all of them.
        </p>
      )}
      {list}
    </>
  )
}

function titleOf([first]: Child[], total: number): string {
  if (!first) return 'News of your students'
  return total === 1 ? `News of ${firstNameOf(first)}` : `News of your ${total} students`
}

function Cards({ all }: { all: Child[] }) {
  const [shown, more] = useMore(all, { first: FIRST, allWords: `Show all ${all.length} students` })
  if (all.length === 0) return null
  return (
    <>
      <div className={classes.cards} data-one={all.length === 1 || undefined}>
        {shown.map((child) => (
          <ChildCard key={child.id} child={child} isWide={all.length === 1} />
        ))}
      </div>
      {more && <div className={classes.all}>{more}</div>}
    </>
  )
}
