import { Tooltip } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { type MouseEvent, useRef, useState } from 'react'
import classes from './IconButton.module.css'

/** An action on one record: an icon in a table row, with its word on a card or where there is room. */
export type RowAction = {
  icon: TablerIcon
  /** The word beside the icon: `Edit`. */
  word: string
  /** The label in a menu, if the word alone is not clear enough: `Change picture`. */
  phrase?: string
  /** The action and the record, for its tooltip and for a screen reader: `Edit Amina Mwangi`. */
  label: string
  onClick: () => void
  /** Why the action is not available. The icon is then disabled and shows the reason. */
  reason?: string | undefined
  /** Whether the Tab key skips it, because an action of the record that it reaches gives the same reason. */
  isSkipped?: boolean | undefined
  /** Why other actions of the record, which the Tab key skips, are not available. */
  whyNotOthers?: string | undefined
  /** Highlighted as the next thing to do. */
  isPrimary?: boolean
  /** Deletes something permanently. */
  isDanger?: boolean
}

type IconButtonProps = Omit<RowAction, 'word'> & {
  tooltip?: string
  /** Text beside the icon, where there is room. The button then has a tooltip only if one is given, or for a reason. */
  shownWord?: string
  /** The side on which the tooltip opens. */
  side?: 'top' | 'right'
}

/** A tooltip is rendered in the landmark of its button, where screen readers expect it. */
const LANDMARKS = '[role="dialog"], section[aria-label], main'

/** An icon with a tooltip. A disabled button can have the focus, so that its tooltip can give the reason. */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, side = 'top', reason, onClick } = props
  const { isDanger = false, isPrimary = false, isSkipped = false, shownWord, whyNotOthers } = props
  const name = whyNotOthers ? `${label}. ${whyNotOthers}` : label
  const tooltip = reason ?? props.tooltip ?? (shownWord && !whyNotOthers ? undefined : name)
  const button = useRef<HTMLButtonElement>(null)
  /** Where the tooltip is rendered while it is open. */
  const [landmark, setLandmark] = useState<HTMLElement>()
  const hide = () => setLandmark(undefined)
  const explain = (element: HTMLElement) => {
    if (tooltip) setLandmark(element.closest<HTMLElement>(LANDMARKS) ?? document.body)
  }
  const act = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // Touch screens have no hover: a tap on a disabled button shows the reason.
    if (reason) return explain(currentTarget)
    hide()
    onClick()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={reason ? `${label}: ${reason}` : name}
        aria-disabled={reason !== undefined}
        tabIndex={isSkipped ? -1 : undefined}
        data-danger={isDanger}
        data-primary={isPrimary}
        data-word={shownWord !== undefined}
        onClick={act}
        onPointerEnter={({ currentTarget, pointerType }) => pointerType === 'mouse' && explain(currentTarget)}
        onPointerLeave={hide}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && explain(currentTarget)}
        onBlur={hide}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
      >
        <Icon size={20} aria-hidden />
        {shownWord}
      </button>
      {/* Mounted only while it is open, because a page of a hundred rows has hundreds of icons. */}
      {landmark && (
        <Tooltip
          target={button}
          opened
          label={tooltip}
          position={side}
          withArrow
          arrowSize={10}
          offset={5}
          portalProps={{ target: landmark }}
          classNames={{ tooltip: classes.tooltip ?? '' }}
        />
      )}
    </>
  )
}

/** An icon button with its word beside it. */
export const WordButton = (action: RowAction & Pick<IconButtonProps, 'side'>) => (
  <IconButton {...action} shownWord={action.word} />
)
