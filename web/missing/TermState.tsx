import { Box, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { type TermLine, termName, type TermState as State, termStates } from '#contract/notifications.ts'
import { canSeeNotifications } from '#contract/permissions.ts'
import { plural } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { StatusMark, type StatusLook } from '../ui/StatusBadge.tsx'
import classes from './MyWorkPanel.module.css'
import { termQuery } from './workApi.ts'

const looks: Record<State, StatusLook> = {
  sent: { word: 'Sent', tone: 'blue', shape: 'plane' },
  verified: { word: 'Verified', tone: 'green', shape: 'circledTick' },
  unverified: { word: 'To verify', tone: 'amber', shape: 'ring' },
  missing: { word: 'Missing', tone: 'red', shape: 'dashedRing' },
}

/** The newest term in one line, and as a bar: how many students are sent, verified, to verify and missing. */
export function TermState() {
  const { data: line } = useQuery(termQuery)
  const { role, ...user } = useSessionUser()
  if (!line) return null
  const states = termStates.toReversed().filter((state) => line.students[state] > 0)
  const all = states.reduce((sum, state) => sum + line.students[state], 0)
  const mayOpenTerms = canSeeNotifications(role, user)
  return (
    <section className={classes.term}>
      <Text size="body" className="el-numbers">
        <b>{termName(line)}:</b> {plural(all, 'student')}
        {states.map((state) => (
          <Fragment key={state}>
            ,{' '}
            <StateLink line={line} state={state} mayOpenTerms={mayOpenTerms}>
              {`${line.students[state]} ${looks[state].word.toLowerCase()}`}
            </StateLink>
          </Fragment>
        ))}
      </Text>
      {/* The sentence says the same in words. */}
      <div className={classes.bar} aria-hidden>
        {states.map((state) => (
          <Box
            key={state}
            data-tone={looks[state].tone}
            data-state={state}
            flex={`${line.students[state]} 0 12px`}
          />
        ))}
      </div>
      <Group component="ul" gap="2px 18px" aria-hidden>
        {states.map((state) => (
          <Group component="li" key={state} gap={6} fz="sm" lh="cap" c="gray">
            <StatusMark {...looks[state]} />
            {looks[state].word}
          </Group>
        ))}
      </Group>
    </section>
  )
}

type StateLinkProps = { line: TermLine; state: State; mayOpenTerms: boolean; children: string }

/** What is unfinished leads to What Is Missing, the rest to the Progress Report. */
function StateLink({ line: { year_name, term_name }, state, mayOpenTerms, children }: StateLinkProps) {
  const isOpen = state === 'missing' || state === 'unverified'
  if (!isOpen && !mayOpenTerms) return children
  const lack = state === 'unverified' ? 'unverified' : undefined
  return (
    <Link
      className="el-link"
      to="/dashboard"
      search={isOpen ? { menu: 'missing', year: year_name, term: term_name, lack } : { menu: 'notification' }}
    >
      {children}
    </Link>
  )
}
