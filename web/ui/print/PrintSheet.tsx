import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { charity } from '../charity.ts'
import { formatDate } from '../formatDate.ts'
import classes from './PrintSheet.module.css'
import { usePrinting } from './usePrinting.ts'

type PrintSheetProps = {
  title: string
  /** Small lines under the title, such as the year. */
  lines: string[]
  isLandscape?: boolean
  /** What follows, drawn only while it is printed. */
  children: () => ReactNode
}

/** What comes on paper in place of the screen: ink on white, on A4, whatever the screen looks like. */
export function PrintSheet({ title, lines, isLandscape = false, children }: PrintSheetProps) {
  const since = usePrinting()
  if (!since) return null
  return createPortal(
    <div className={classes.sheet} data-mantine-color-scheme="light">
      <style>{`@page { size: A4 ${isLandscape ? 'landscape' : 'portrait'}; margin: 12mm }`}</style>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{title}</h1>
          {lines.map((line) => (
            <p key={line} className={classes.line}>
              {line}
            </p>
          ))}
        </div>
        <div className={classes.origin}>
          <p className={classes.line}>{charity.name}</p>
          <p className={classes.line}>{formatDate(since.toISOString())}</p>
        </div>
      </header>
      {children()}
    </div>,
    document.body,
  )
}
