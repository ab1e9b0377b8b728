import { IconCircleCheck, IconFilePencil, IconFilePlus } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { Missing } from '#contract/records.ts'
import { plural } from '../../ui/plural.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { bySchool, firstOf } from './arrangeMissing.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import { type MissingDeed, missingDeed } from './missingDeeds.ts'
import classes from './MissingRows.module.css'
import { missingLooks } from './missingWords.ts'
import { focusRow } from './useFocusBack.ts'

/** Must stay the same function from render to render, because there may be hundreds of rows. */
export type PickMissing = (row: Missing, kind: RecordKind, deed: MissingDeed) => void

type MissingRowsProps = {
  rows: Missing[]
  /** Must stay the same array from render to render. */
  kinds: RecordKind[]
  /** The level of a school's heading. */
  level: 'h3' | 'h4'
  onPick: PickMissing
}

/** More rows are drawn only when asked for. */
export const SHOWN_AT_ONCE = 100

/** Students of whom something is missing, school by school. */
export function MissingRows({ rows, kinds, level: Heading, onPick }: MissingRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  // The focus moves to the first of the added rows: the button goes away with the last of them.
  useEffect(() => {
    if (most > SHOWN_AT_ONCE) focusRow(box.current, most - SHOWN_AT_ONCE)
  }, [most])
  const schools = bySchool(rows)
  const counts = new Map(schools.map(({ key, rows: own }) => [key, own.length]))
  const left = rows.length - most
  return (
    <div ref={box}>
      {firstOf(schools, most).map((school) => (
        <section key={school.key} className={classes.school}>
          <Heading className={classes.heading}>
            {school.name}
            <span className={classes.count}>{plural(counts.get(school.key) ?? 0, 'student')}</span>
          </Heading>
          <ul className={classes.rows} data-kinds={kinds.length}>
            {school.rows.map((row) => (
              <MissingRow key={row.student_id} row={row} kinds={kinds} onPick={onPick} />
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

type MissingRowProps = Pick<MissingRowsProps, 'kinds' | 'onPick'> & { row: Missing }

const MissingRow = memo(({ row, kinds, onPick }: MissingRowProps) => (
  <li className={classes.row} data-student={row.student_id}>
    <span className={classes.who}>
      <span className={classes.name}>{row.name}</span> <span className={classes.ref}>{row.ref}</span>
    </span>
    {kinds.map((kind) => (
      <MissingCell key={kind} row={row} kind={kind} isOnly={kinds.length === 1} onPick={onPick} />
    ))}
  </li>
))

type MissingCellProps = { row: Missing; kind: RecordKind; isOnly: boolean; onPick: PickMissing }

const deeds = {
  add: { word: 'Add', Icon: IconFilePlus },
  edit: { word: 'Edit', Icon: IconFilePencil },
  verify: { word: 'Verify', Icon: IconCircleCheck },
} satisfies Record<MissingDeed, object>

/** The state of a student's report card or receipts, and the button to do something about it. */
function MissingCell({ row, kind, isOnly, onPick }: MissingCellProps) {
  const { role } = useSessionUser()
  const state = row[kind]
  if (!state) return <div className={classes.cell} data-empty />
  const { label, noun } = recordKinds[kind]
  const deed = missingDeed(kind, state, role)
  return (
    <div className={classes.cell}>
      {!isOnly && <span className={classes.label}>{label}</span>}
      <span className={classes.state}>
        <StatusBadge {...missingLooks[state]} />
        {kind === 'receipt' && row.receipts > 1 && (
          <span className={classes.waiting}>{plural(row.receipts, noun)} waiting</span>
        )}
      </span>
      {deed && <Deed deed={deed} label={`${noun} of ${row.name}`} onClick={() => onPick(row, kind, deed)} />}
    </div>
  )
}

type DeedProps = { deed: MissingDeed; label: string; onClick: () => void }

function Deed({ deed, label, onClick }: DeedProps) {
  const { word, Icon } = deeds[deed]
  return (
    <button type="button" className={classes.deed} aria-label={`${word} ${label}`} onClick={onClick}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {word}
    </button>
  )
}
