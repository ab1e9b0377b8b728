import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { canEditFunding, canSeeFunding } from '#contract/permissions.ts'
import { plural } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { feePlans } from './feePlans.ts'
import classes from './Funding.module.css'
import type { FundingSums } from './fundingApi.ts'
import { Total } from './fundingColumns.tsx'
import { fundingNote, fundingSentence, knownSums, surplusWords } from './fundingWords.ts'
import { Statement } from './Statement.tsx'
import { TimeChoice } from './TimeChoice.tsx'

type FundingStatementProps = {
  sums: FundingSums
  /** Contains the filter of the students below. */
  filter: RefObject<HTMLDivElement | null>
}

/** What is still to find: one sentence, one bar, and the sums. */
export function FundingStatement({ sums, filter }: FundingStatementProps) {
  const { role } = useSessionUser()
  const { year, term_id, terms, no_plan, of } = sums
  const known = knownSums(sums)
  const term = terms.find(({ id }) => id === term_id)?.term_name
  return (
    <Statement
      title={fundingSentence(sums, { year, term })}
      note={[canSeeFunding(role) ? '' : 'Your own students only.', fundingNote(sums)]
        .filter(Boolean)
        .join(' ')}
      tools={<TimeChoice sums={sums} />}
      action={canEditFunding(role) && <MissingButton sums={sums} filter={filter} />}
    >
      <FundingBar sums={sums} />
      <dl className={`el-line ${classes.figures}`}>
        <Figure
          part="planned"
          word="Planned"
          amount={known.planned}
          note={`for ${plural(of - no_plan, 'student')}`}
        />
        <Figure part="promised" word="Promised" amount={sums.promised} note={surplusWords(sums)} />
        <Figure part="toFind" word="To find" amount={known.to_find} note="added up child by child" />
        <Figure part="spent" word="Spent" amount={sums.spent} note="from the receipts, so far" />
      </dl>
    </Statement>
  )
}

/** Leads to the fee plans, or to the students below if only their classes are missing: those are set one by one. */
function MissingButton({ sums: { year, counts }, filter }: FundingStatementProps) {
  const change = useAddressChange()
  const rightSection = <IconArrowRight size={18} aria-hidden />
  if (counts.no_fees > 0)
    return (
      <Button
        rightSection={rightSection}
        renderRoot={(props) => (
          <Link to="/dashboard" search={feePlans(year)} state={{ openedFrom: 'funding' }} {...props} />
        )}
      >
        Set the missing plans
      </Button>
    )
  if (counts.no_class === 0) return null
  const showStudents = () => {
    change({ funding: 'no_plan', search: undefined })
    const field = filter.current?.querySelector<HTMLElement>('select, button')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }
  return (
    <Button rightSection={rightSection} onClick={showStudents}>
      Set the missing {counts.no_class === 1 ? 'class' : 'classes'}
    </Button>
  )
}

type FigureProps = { part: string; word: string; amount: number | null; note: string }

const Figure = ({ part, word, amount, note }: FigureProps) => (
  <div data-part={part}>
    <dt className="el-ui el-ink-2">
      <i className={classes.key} data-part={part} aria-hidden />
      {word}
    </dt>
    <dd className="el-numbers">
      <b>
        <Total of={amount} />
      </b>
      {note && amount !== null && <span className="el-sm el-ink-3">{note}</span>}
    </dd>
  </div>
)

/** What of the plans is promised and what is to find, and below it what is spent. */
function FundingBar({ sums: { planned, to_find, spent } }: { sums: FundingSums }) {
  if (planned === 0) return null
  return (
    <div className={classes.bars} aria-hidden>
      <div className={classes.bar}>
        {planned > to_find && <i data-part="promised" style={{ flexGrow: planned - to_find }} />}
        {to_find > 0 && <i data-part="toFind" style={{ flexGrow: to_find }} />}
      </div>
      <div className={classes.spent}>
        <i data-part="spent" style={{ width: `${Math.min(100, (100 * spent) / planned)}%` }} />
      </div>
    </div>
  )
}
