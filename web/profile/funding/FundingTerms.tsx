import { Box } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { StudentFunding } from '#contract/money/funding.ts'
import { Amount, Over } from '../../funding/fundingColumns.tsx'
import { covered } from '../../funding/fundingWords.ts'
import { money, sumOf } from '../../ui/amounts.ts'
import { surplusOf } from '../../students/promises/promiseEffects.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './Funding.module.css'
import type { TermFigures } from './fundingWords.ts'

/** Each term with its bar, and what the student's own figures differ in. */
export function FundingTerms({ funding }: { funding: StudentFunding }) {
  const { terms, term_figures, year, year_figures } = funding
  const most = Math.max(...term_figures.flatMap(({ planned, spent }) => [planned ?? 0, spent]))
  const nameOf = (id: number) => terms.find((term) => term.id === id)?.term_name ?? ''
  return (
    <div>
      <table className={classes.table} aria-label={`Funding of ${year} by term`}>
        <thead>
          <tr>
            <th scope="col">Term</th>
            <th scope="col">Planned</th>
            <th scope="col">Promised</th>
            <th scope="col">To find</th>
            <th scope="col">Spent</th>
          </tr>
        </thead>
        <tbody>
          {term_figures.map((figures) => (
            <tr key={figures.term_id}>
              <th scope="row">
                {nameOf(figures.term_id)}
                <Bar figures={figures} most={most} />
              </th>
              <Cells figures={figures} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{year}</th>
            <Cells figures={year_figures} />
          </tr>
        </tfoot>
      </table>
      <OwnFigures funding={funding} nameOf={nameOf} />
    </div>
  )
}

type Figures = Pick<TermFigures, 'planned' | 'promised' | 'to_find' | 'spent'>

function Cells({ figures }: { figures: Figures }) {
  const { planned, promised, to_find, spent } = figures
  const surplus = surplusOf(figures)
  return (
    <>
      <td data-label="Planned">{planned === null ? 'Not known' : money(planned)}</td>
      <td data-label="Promised">
        <Amount of={promised} />
        {surplus > 0 && <span className={classes.above}>{money(surplus)} above plan</span>}
      </td>
      <td data-label="To find">
        {to_find === null ? (
          'Not known'
        ) : to_find > 0 ? (
          <b className={classes.short}>{money(to_find)}</b>
        ) : planned === 0 ? (
          <Amount of={0} />
        ) : (
          <StatusBadge {...covered} />
        )}
      </td>
      <td data-label="Spent">
        <Amount of={spent} />
        {planned !== null && spent > planned && <Over amount={sumOf([spent, -planned])} />}
      </td>
    </>
  )
}

const percent = (part: number, whole: number) => `${Math.min(100, (part / whole) * 100)}%`

/** As wide as the plan: what is promised of it, what is to find, and thin below what was spent. It only repeats amounts. */
function Bar({ figures: { planned, promised, spent }, most }: { figures: Figures; most: number }) {
  if (most === 0) return null
  return (
    <span className={classes.bars} aria-hidden>
      {planned !== null && planned > 0 && (
        <Box component="span" className={classes.bar} w={percent(planned, most)}>
          <Box component="i" w={percent(promised, planned)} />
        </Box>
      )}
      {spent > 0 && <Box component="span" className={classes.spent} w={percent(spent, most)} />}
    </span>
  )
}

type OwnFiguresProps = { funding: StudentFunding; nameOf: (id: number) => string }

/** Why the student's own figures count, and what the plan would be. */
function OwnFigures({ funding: { term_figures, class: className }, nameOf }: OwnFiguresProps) {
  const own = term_figures.flatMap(({ term_id, own: figures, plan }) =>
    figures ? [{ term_id, ...figures, plan }] : [],
  )
  if (own.length === 0) return null
  const reasons = Map.groupBy(own, ({ reason }) => reason)
  return (
    <ul className={classes.own}>
      {[...reasons].map(([reason, alike]) => (
        <li key={reason}>
          <IconInfoCircle size={18} aria-hidden />
          <span>
            <b>Own figures of {alike.map(({ term_id }) => nameOf(term_id)).join(', ')}.</b> {reason}
            {alike.some(({ plan }) => plan) &&
              ` The fees${className === null ? '' : ` for ${className}`} are ${alike
                .map(({ plan }) => (plan ? money(plan.amount) : 'not known'))
                .join(', ')}.`}
          </span>
        </li>
      ))}
    </ul>
  )
}
