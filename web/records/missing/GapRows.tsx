import { memo, useEffect, useRef, useState } from 'react'
import type { Gap } from '#contract/records.ts'
import { plural } from '../../ui/plural.ts'
import { bySchool, firstOf } from './arrangeGaps.ts'
import { focusGap } from './focusGap.ts'
import { GapCell, type PickGap } from './GapCell.tsx'
import type { GapKind } from './gapKinds.ts'
import classes from './GapRows.module.css'

type GapRowsProps = {
  gaps: Gap[]
  /** The same array from render to render. */
  kinds: GapKind[]
  /** What a school's heading is under. */
  level: 'h3' | 'h4'
  onPick: PickGap
}

/** More is drawn only for who asks for it. */
export const SHOWN_AT_ONCE = 100

/** Students of whom something is missing, school by school. */
export function GapRows({ gaps, kinds, level: Heading, onPick }: GapRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  // Who asks for more goes on at the first of them: the last time the button is gone.
  useEffect(() => {
    if (most > SHOWN_AT_ONCE) focusGap(box.current, most - SHOWN_AT_ONCE)
  }, [most])
  const schools = bySchool(gaps)
  const counts = new Map(schools.map(({ key, gaps: own }) => [key, own.length]))
  const left = gaps.length - most
  return (
    <div ref={box}>
      {firstOf(schools, most).map((school) => (
        <section key={school.key} className={classes.school}>
          <Heading className={classes.heading}>
            {school.name}
            <span className={classes.count}>{plural(counts.get(school.key) ?? 0, 'student')}</span>
          </Heading>
          <ul className={classes.rows} data-kinds={kinds.length}>
            {school.gaps.map((gap) => (
              <GapRow key={gap.student_id} gap={gap} kinds={kinds} onPick={onPick} />
            ))}
          </ul>
        </section>
      ))}
      {left > 0 && (
        <button type="button" className={classes.more} onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          Show {Math.min(left, SHOWN_AT_ONCE)} more of {left}
        </button>
      )}
    </div>
  )
}

type GapRowProps = Pick<GapRowsProps, 'kinds' | 'onPick'> & { gap: Gap }

const GapRow = memo(({ gap, kinds, onPick }: GapRowProps) => (
  <li className={classes.row} data-student={gap.student_id}>
    <span className={classes.who}>
      <span className={classes.name}>{gap.name}</span> <span className={classes.ref}>{gap.ref}</span>
    </span>
    {kinds.map((kind) => (
      <GapCell key={kind} gap={gap} kind={kind} isOnly={kinds.length === 1} onPick={onPick} />
    ))}
  </li>
))
