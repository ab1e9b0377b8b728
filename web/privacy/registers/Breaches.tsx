import { Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import { IconMailForward, IconPencil, IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { type Breach, BREACH_HOURS } from '#contract/privacy/breaches.ts'
import { formatDateTime, formatDay } from '../../ui/formatDate.ts'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { plural } from '../../ui/plural.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { breachClock, useNow } from './breachClock.ts'
import { breachesQuery } from './registersApi.ts'
import classes from './registers.module.css'

const BreachModal = lazyDialog(async () => (await import('./BreachModal.tsx')).BreachModal)
const BreachLetters = lazyDialog(async () => (await import('./BreachLetters.tsx')).BreachLetters)

type Open = { what: 'note' } | { what: 'edit' | 'letters'; breach: Breach }

/** The register of breaches, with the time that is left to tell the commissioner. */
export function Breaches() {
  const { data, error, refetch } = useQuery(breachesQuery)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <section className={classes.register}>
      <PageHead
        title="Breaches"
        isSection
        subtitle={`The Data Protection Act: tell the Commissioner within ${BREACH_HOURS} hours of knowing, and the families in writing in reasonable time.`}
        primary={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen({ what: 'note' })}>
            Note a Breach
          </Button>
        }
      />
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <VisuallyHidden component="output">Loading breaches</VisuallyHidden>}
      {data?.length === 0 && (
        <div className="el-card">
          <ListEmpty
            icon={IconShieldCheck}
            title="No breach is noted"
            hint="Note one when data of a child was lost, or reached somebody who may not see it."
          />
        </div>
      )}
      <Stack gap="s4">
        {data?.map((breach) => (
          <BreachCard
            key={breach.id}
            breach={breach}
            onEdit={() => setOpen({ what: 'edit', breach })}
            onLetters={() => setOpen({ what: 'letters', breach })}
          />
        ))}
      </Stack>
      {open?.what === 'letters' && <BreachLetters breach={open.breach} onClose={close} />}
      {open?.what === 'edit' && <BreachModal breach={open.breach} onClose={close} />}
      {open?.what === 'note' && <BreachModal onClose={close} />}
    </section>
  )
}

type BreachCardProps = { breach: Breach; onEdit: () => void; onLetters: () => void }

function BreachCard({ breach, onEdit, onLetters }: BreachCardProps) {
  const now = useNow()
  const id = `breach-${breach.id}`
  return (
    <article className={`el-card ${classes.card}`} aria-labelledby={id}>
      <StatusBadge {...breachClock(breach, now)} />
      <h3 id={id} className={classes.what}>
        {breach.what}
      </h3>
      <dl className={classes.facts}>
        {factsOf(breach).map(([word, value]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Group gap="s2" data-screen-only>
        <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
          Update
        </Button>
        <Button variant="default" leftSection={<IconMailForward size={18} aria-hidden />} onClick={onLetters}>
          Letters
        </Button>
      </Group>
    </article>
  )
}

const factsOf = (breach: Breach): [string, ReactNode][] => {
  const { commissioner_on, families_on, reason, done } = breach
  return [
    ['Which data', breach.data],
    ['Happened on', formatDay(breach.happened_on)],
    ['Known since', formatDateTime(breach.known_at)],
    ['Noticed by', breach.noticed_by],
    ['Children', childrenWords(breach)],
    ['What was done', done ?? 'Not noted yet'],
    ['Commissioner', commissioner_on ? `Told on ${formatDay(commissioner_on)}` : 'Not told'],
    ['Families', families_on ? `Told on ${formatDay(families_on)}` : 'Not told'],
    ...(reason ? ([['Reason', reason]] satisfies [string, string][]) : []),
  ]
}

/** Names are shown up to this number. */
const NAMED = 5

function childrenWords({ students, anonymised }: Breach): ReactNode {
  if (students.length + anonymised === 0) return 'Not chosen yet'
  const named = students.slice(0, NAMED)
  const others = students.length - named.length
  const rest = [
    ...(others > 0 ? [plural(others, 'more student')] : []),
    ...(anonymised > 0 ? [`${anonymised} anonymised since`] : []),
  ]
  return (
    <>
      {named.map(({ id, name, ref }, index) => (
        <Fragment key={id}>
          {index > 0 && '; '}
          {name}, <span className="el-clip">{ref}</span>
        </Fragment>
      ))}
      {named.length > 0 && rest.length > 0 && '; '}
      {rest.join('; ')}
    </>
  )
}
