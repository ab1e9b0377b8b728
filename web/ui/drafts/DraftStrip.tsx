import { Button, Group } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { DAY_MS } from '#contract/base/days.ts'
import { formatMoment, formatTime } from '../formatDate.ts'
import type { LeftDraft } from './draftStore.ts'
import classes from './DraftStrip.module.css'
import type { Kept } from './draftSync.ts'

type DraftStripProps = {
  /** When the draft that the form shows was stored. */
  openedAt: string | undefined
  /** A further sentence about that draft. */
  note: string | undefined
  /** The newest draft that was left out of the form. */
  left: LeftDraft | undefined
  isDisabled: boolean
  onStartEmpty: () => void
  onRestore: () => void
}

/** Under the head of a form: which draft it shows, and which can be restored. */
export function DraftStrip({ openedAt, note, left, isDisabled, onStartEmpty, onRestore }: DraftStripProps) {
  const leftAt = left && formatMoment(left.saved_at)
  return (
    <output className={classes.strip}>
      <IconDeviceFloppy size={20} aria-hidden />
      <span className={classes.text}>
        {openedAt && `Draft of ${formatMoment(openedAt)}`}
        {openedAt && note && `. ${note}`}
        {left &&
          !openedAt &&
          `Draft of ${leftAt}, kept until ${formatMoment(new Date(Date.parse(left.left_at) + DAY_MS).toISOString())}`}
      </span>
      <span className={classes.buttons}>
        {left && (
          <Button variant={openedAt ? 'subtle' : 'default'} disabled={isDisabled} onClick={onRestore}>
            {openedAt ? `Restore ${leftAt}` : 'Restore'}
          </Button>
        )}
        {openedAt && (
          <Button variant="default" disabled={isDisabled} onClick={onStartEmpty}>
            Start empty
          </Button>
        )}
      </span>
    </output>
  )
}

/** Shows, on the left of a form's foot, that the typed values are stored as a draft. */
export const DraftHint = ({ kept: { at, isSent } }: { kept: Kept }) => (
  <Group gap={6} wrap="nowrap" fz="sm" lh="sm" c="gray">
    <IconDeviceFloppy size={18} aria-hidden />
    {isSent ? `Draft saved ${formatTime(at)}` : 'Draft kept in this browser'}
  </Group>
)
