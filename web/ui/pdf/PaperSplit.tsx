import { clamp, useLocalStorage, useSplitter } from '@mantine/hooks'
import type { CSSProperties, ReactNode } from 'react'
import { useIsPhone } from '../useIsPhone.ts'
import classes from './PaperSplit.module.css'

type PaperSplitProps = {
  /** What the handle resizes: `Resize marks and paper`. */
  handle: string
  /** Undefined for a record without a PDF: the values then have all the room. */
  paper: ReactNode
  /** The values. */
  children: ReactNode
}

/** Values and the paper from which they are typed, side by side; on a phone the paper is above. A handle resizes both. */
export function PaperSplit({ handle: label, paper, children }: PaperSplitProps) {
  const { ref, style, handle } = useDividedRoom()
  return (
    <div ref={ref} className={classes.view} style={style} data-alone={paper === undefined || undefined}>
      {children}
      {paper !== undefined && (
        <>
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a ruler cannot be moved */}
          <div className={`el-focus-in ${classes.handle}`} aria-label={label} {...handle} />
          <div className={classes.paper}>{paper}</div>
        </>
      )}
    </div>
  )
}

const SMALLEST_SHARE = 25
const LARGEST_SHARE = 75

/** The share of the first part, which on a phone is the paper. It is stored on this device. */
function useDividedRoom() {
  const isStacked = useIsPhone()
  const usual = isStacked ? 52 : 43
  const [stored, setStored] = useLocalStorage({
    key: isStacked ? 'elimu.verify.above' : 'elimu.verify.beside',
    defaultValue: usual,
    getInitialValueInEffect: false,
  })
  const share = clamp(stored, SMALLEST_SHARE, LARGEST_SHARE)
  const { ref, getHandleProps } = useSplitter({
    orientation: isStacked ? 'vertical' : 'horizontal',
    panels: [{ defaultSize: usual, min: SMALLEST_SHARE, max: LARGEST_SHARE }, { defaultSize: 100 - usual }],
    sizes: [share, 100 - share],
    onSizeChange: ([first]) => setStored(Number(first)),
  })
  const style = { '--first': `${share}fr`, '--second': `${100 - share}fr` } as CSSProperties
  return { ref, style, handle: getHandleProps({ index: 0 }) }
}
