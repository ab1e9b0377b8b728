import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dayOf } from '#contract/base/days.ts'
import { namesOf } from '#contract/base/fields.ts'
import { changedThings, type StudentChange } from '#contract/students/studentChanges.ts'
import type { StudentProfile } from '#contract/students/students.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { formatDate, formatDay } from '../../ui/formatDate.ts'
import { useMore } from '../../ui/list/useMore.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { plural } from '../../ui/plural.ts'
import { historyQuery } from '../profileApi.ts'
import { ProfileSection } from '../ProfileSection.tsx'
import { goTo } from '../SectionLinks.tsx'
import { HistoryItem } from './HistoryItem.tsx'
import classes from './history.module.css'

const TITLE = 'History'

type HistorySectionProps = {
  student: StudentProfile
  isOpen: boolean
  onOpen: () => void
}

/** The changes of a student and of what belongs to them. They are loaded once they are opened, which counts as a view. */
export function HistorySection({ student, isOpen, onOpen }: HistorySectionProps) {
  if (isOpen) return <History student={student} />
  return (
    <ProfileSection
      title={TITLE}
      subtitle="Who changed what, and when"
      tools={
        <Button variant="default" onClick={onOpen}>
          Show history
        </Button>
      }
    />
  )
}

function History({ student: { id, erasure } }: { student: StudentProfile }) {
  const { data: entries, error, refetch } = useQuery(historyQuery(id))
  const [kind, setKind] = useState('')
  const isLoaded = entries !== undefined
  // Until then there is nothing to scroll to.
  useEffect(() => {
    if (isLoaded) goTo('history')
  }, [isLoaded])
  const kinds = namesOf(changedThings).filter((thing) => entries?.some(({ entity }) => entity === thing))
  const chosen = entries?.filter(({ entity }) => kind === '' || entity === kind)
  // Not the last entry, as an import may later add older changes.
  const first = entries?.map(({ at }) => at).toSorted()[0]
  return (
    <ProfileSection
      title={TITLE}
      subtitle={first && `${plural(entries?.length ?? 0, 'change')} since ${formatDate(first)}`}
      isFull
      tools={
        kinds.length > 1 && (
          <SelectBox
            aria-label="Kind of change"
            data={[
              { value: '', label: 'All kinds' },
              ...kinds.map((thing) => ({ value: thing, label: changedThings[thing] })),
            ]}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value)}
          />
        )
      }
    >
      {error && !entries && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!error && !entries && <VisuallyHidden component="output">Loading the history</VisuallyHidden>}
      {entries?.length === 0 && (
        <p className={`el-line el-ink-2 ${classes.none}`}>Nothing has been changed yet.</p>
      )}
      {chosen && <Days key={kind} entries={chosen} isAnonymised={erasure?.state === 'anonymised'} />}
    </ProfileSection>
  )
}

/** Changes that are shown at once. */
const FIRST = 10

function Days({ entries, isAnonymised }: { entries: StudentChange[]; isAnonymised: boolean }) {
  const [shown, more] = useMore(entries, { first: FIRST, allWords: `Show all ${entries.length}` })
  const days = Map.groupBy(shown, ({ at }) => dayOf(new Date(at)))
  return (
    <>
      {[...days].map(([day, own]) => (
        <section key={day}>
          <h3 className={classes.day}>{formatDay(day)}</h3>
          <ul className="el-ruled">
            {own.map((entry) => (
              <HistoryItem key={entry.id} entry={entry} isAnonymised={isAnonymised} />
            ))}
          </ul>
        </section>
      ))}
      {more && <div className="el-line">{more}</div>}
    </>
  )
}
