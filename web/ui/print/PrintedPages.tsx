import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import classes from './PrintSheet.module.css'
import { printForeign } from './usePrinting.ts'

type PrintedPagesProps = {
  /** The margin of each A4 page. */
  margin: string
  onPrinted: () => void
  children: ReactNode
}

/** Prints its children in place of the screen, and closes. */
export function PrintedPages({ margin, onPrinted, children }: PrintedPagesProps) {
  const close = useEffectEvent(onPrinted)
  useEffect(() => printForeign(() => close()), [])
  return createPortal(
    <div className={classes.sheet}>
      <style>{`@page { size: A4 portrait; margin: ${margin} }`}</style>
      {children}
    </div>,
    document.body,
  )
}
