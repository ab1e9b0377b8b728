import { IconChevronRight } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import type { Missing } from '#contract/records.ts'
import { plural } from '../../ui/plural.ts'
import { byLiaison } from './arrangeMissing.ts'
import { MissingRows, type PickMissing, SHOWN_AT_ONCE } from './MissingRows.tsx'
import classes from './MissingGroups.module.css'
import { everyRecordKind } from '../recordKinds.ts'
import { summaryOf } from './missingWords.ts'

/** The liaison officers who were opened, or closed, by hand. */
export type OpenGroups = Record<string, boolean>

type MissingGroupsProps = {
  rows: Missing[]
  opened: OpenGroups
  onToggle: (liaison: string, isOpen: boolean) => void
  onPick: PickMissing
}

/** Students by liaison officer. A long list begins with all groups closed. */
export const MissingGroups = memo(({ rows, opened, onToggle, onPick }: MissingGroupsProps) => {
  const groups = useMemo(() => byLiaison(rows), [rows])
  const isShort = rows.length <= SHOWN_AT_ONCE
  return groups.map(({ key, name, rows: own }) => {
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
              {everyRecordKind.map((kind) => {
                const summary = summaryOf(own, kind)
                return summary && <span key={kind}>{`. ${summary}`}</span>
              })}
            </span>
          </button>
        </h3>
        {isOpen && <MissingRows rows={own} kinds={everyRecordKind} level="h4" onPick={onPick} />}
      </section>
    )
  })
})
