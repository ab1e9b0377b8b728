import { Link, type LinkProps } from '@tanstack/react-router'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReviewWork } from '#contract/privacy/review.ts'
import { WorkHeading } from './WorkHeading.tsx'
import classes from './MyWorkPanel.module.css'

type Line = { words: [one: string, many: string]; search: LinkProps['search'] }

const lines: Record<keyof ReviewWork, Line> = {
  restricted: {
    words: ['record is restricted', 'records are restricted'],
    search: { menu: 'students', restricted: '1' },
  },
  refused: {
    words: [
      'family refused something a year ago or earlier',
      'families refused something a year ago or earlier',
    ],
    search: { menu: 'consents', consent: 'refused_long' },
  },
  retention: {
    words: ['record is older than the retention period', 'records are older than the retention period'],
    search: { menu: 'retention' },
  },
}

/** How many records somebody should decide about again, each with the list of them. */
export function RecordsToReview({ review }: { review: ReviewWork }) {
  const shown = Object.entries(lines).flatMap(([name, line]) => {
    const count = review[name as keyof ReviewWork]
    return count === 0 ? [] : [{ name, count, ...line }]
  })
  if (shown.length === 0) return null
  return (
    <section>
      <WorkHeading
        word="Records to review"
        tone="amber"
        shape="diamond"
        count={shown.reduce((sum, { count }) => sum + count, 0)}
      />
      <ul className="el-frame el-ruled">
        {shown.map(({ name, count, words, search }) => (
          <li key={name}>
            <Link to="/dashboard" search={search} className={classes.review}>
              <span className="el-numbers">
                <b>{count}</b> {words[count === 1 ? 0 : 1]}
              </span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
