import { IconCircleCheck, IconFilePencil, IconFilePlus } from '@tabler/icons-react'
import type { Gap } from '#contract/records.ts'
import { plural } from '../../ui/plural.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { GapBadge } from './GapBadge.tsx'
import classes from './GapCell.module.css'
import { type GapDeed, gapDeed } from './gapDeed.ts'
import { type GapKind, gapKinds } from './gapKinds.ts'

/** The same function from render to render: there may be hundreds of rows. */
export type PickGap = (gap: Gap, kind: GapKind, deed: GapDeed) => void

type GapCellProps = { gap: Gap; kind: GapKind; isOnly: boolean; onPick: PickGap }

const deeds = {
  add: { word: 'Add', Icon: IconFilePlus },
  edit: { word: 'Edit', Icon: IconFilePencil },
  verify: { word: 'Verify', Icon: IconCircleCheck },
} satisfies Record<GapDeed, object>

/** How a student's report or receipts stand, and the way to do something about it. */
export function GapCell({ gap, kind, isOnly, onPick }: GapCellProps) {
  const { role } = useSessionUser()
  const state = gap[kind]
  if (!state) return <div className={classes.cell} data-empty />
  const { label, noun } = gapKinds[kind]
  const deed = gapDeed(kind, state, role)
  return (
    <div className={classes.cell}>
      {!isOnly && <span className={classes.label}>{label}</span>}
      <span className={classes.state}>
        <GapBadge state={state} />
        {kind === 'receipt' && gap.receipts > 1 && (
          <span className={classes.count}>{plural(gap.receipts, noun)} waiting</span>
        )}
      </span>
      {deed && <Deed deed={deed} label={`${noun} of ${gap.name}`} onClick={() => onPick(gap, kind, deed)} />}
    </div>
  )
}

type DeedProps = { deed: GapDeed; label: string; onClick: () => void }

function Deed({ deed, label, onClick }: DeedProps) {
  const { word, Icon } = deeds[deed]
  return (
    <button type="button" className={classes.deed} aria-label={`${word} ${label}`} onClick={onClick}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {word}
    </button>
  )
}
