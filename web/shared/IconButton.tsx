import '@mantine/core/styles/Tooltip.css'
import { Tooltip } from '@mantine/core'
import classes from './IconButton.module.css'
import type { RowAction } from './RowAction.ts'

type IconButtonProps = Omit<RowAction, 'word'> & {
  tooltip?: string
  /** Where the tooltip has room. */
  side?: 'top' | 'right'
}

/** An icon that says what it does. One that can do nothing stays in the tab order, so that it can say why. */
export function IconButton({
  icon: Icon,
  label,
  tooltip = label,
  side = 'top',
  reason,
  isDanger = false,
  onClick,
}: IconButtonProps) {
  return (
    <Tooltip
      label={reason ?? tooltip}
      position={side}
      withArrow
      arrowSize={10}
      offset={5}
      events={{ hover: true, focus: true, touch: true }}
      classNames={{ tooltip: classes.tooltip ?? '' }}
    >
      <button
        type="button"
        className={classes.button}
        aria-label={reason ? `${label}: ${reason}` : label}
        aria-disabled={reason !== undefined}
        data-danger={isDanger}
        onClick={reason ? undefined : onClick}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
      </button>
    </Tooltip>
  )
}
