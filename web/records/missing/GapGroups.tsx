import { IconChevronRight } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import type { Gap } from '#contract/records.ts'
import { plural } from '../../ui/plural.ts'
import { byLiaison } from './arrangeGaps.ts'
import type { PickGap } from './GapCell.tsx'
import classes from './GapGroups.module.css'
import { everyGapKind } from './gapKinds.ts'
import { GapRows, SHOWN_AT_ONCE } from './GapRows.tsx'
import { summaryOf } from './gapWords.ts'

/** The liaison officers who were opened, or closed, by hand. */
export type OpenGroups = Record<string, boolean>

type GapGroupsProps = {
  gaps: Gap[]
  opened: OpenGroups
  onToggle: (liaison: string, isOpen: boolean) => void
  onPick: PickGap
}

/** Liaison officer by liaison officer. Few students are all shown; of many only whose are asked for. */
export const GapGroups = memo(({ gaps, opened, onToggle, onPick }: GapGroupsProps) => {
  const groups = useMemo(() => byLiaison(gaps), [gaps])
  const isShort = gaps.length <= SHOWN_AT_ONCE
  return groups.map(({ key, name, gaps: own }) => {
    const isOpen = opened[key] ?? isShort
    return (
      <section key={key} className={classes.group}>
        <h3 className={classes.heading}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            onClick={() => onToggle(key, !isOpen)}
          >
            <IconChevronRight className={classes.arrow} size={20} stroke={1.75} aria-hidden />
            <span className={classes.name}>{name}</span>{' '}
            <span className={classes.counts}>
              <span>{plural(own.length, 'student')}</span>
              {everyGapKind.map((kind) => {
                const summary = summaryOf(own, kind)
                return summary && <span key={kind}>{`. ${summary}`}</span>
              })}
            </span>
          </button>
        </h3>
        {isOpen && <GapRows gaps={own} kinds={everyGapKind} level="h4" onPick={onPick} />}
      </section>
    )
  })
})
