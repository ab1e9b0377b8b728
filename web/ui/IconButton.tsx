import '@mantine/core/styles/Tooltip.css'
import { Tooltip } from '@mantine/core'
import { useRef, useState } from 'react'
import classes from './IconButton.module.css'
import type { RowAction } from './RowAction.ts'

type IconButtonProps = Omit<RowAction, 'word'> & {
  tooltip?: string
  /** A short word beside the icon, where the screen is wide enough for it. */
  shownWord?: string
  /** The side on which the tooltip has room. */
  side?: 'top' | 'right'
}

/** An icon with a tooltip. A disabled one stays in the tab order, so that its tooltip can say why. */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, tooltip = label, shownWord, side = 'top', reason, onClick } = props
  const { isDanger = false, isPrimary = false } = props
  const button = useRef<HTMLButtonElement>(null)
  const [isExplained, setIsExplained] = useState(false)
  const hide = () => setIsExplained(false)
  const act = () => {
    if (reason) return
    hide()
    onClick()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={reason ? `${label}: ${reason}` : label}
        aria-disabled={reason !== undefined}
        data-danger={isDanger}
        data-primary={isPrimary}
        onClick={act}
        onPointerEnter={({ pointerType }) => setIsExplained(pointerType === 'mouse')}
        onPointerLeave={hide}
        onFocus={({ currentTarget }) => setIsExplained(currentTarget.matches(':focus-visible'))}
        onBlur={hide}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
        {shownWord && <span className={classes.word}>{shownWord}</span>}
      </button>
      {/* Mounted only while it shows: a page of a hundred rows has hundreds of icons. */}
      {isExplained && (
        <Tooltip
          target={button}
          opened
          label={reason ?? tooltip}
          position={side}
          withArrow
          arrowSize={10}
          offset={5}
          classNames={{ tooltip: classes.tooltip ?? '' }}
        />
      )}
    </>
  )
}
