import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { charity } from '../charity.ts'
import { formatDate } from '../formatDate.ts'
import classes from './PrintSheet.module.css'

type PrintSheetProps = {
  title: string
  /** Small lines under the title, such as the year. */
  lines: string[]
  isLandscape?: boolean
  /** The content, drawn only while it is printed. */
  children: () => ReactNode
}

/** The sheet that is printed in place of the screen: dark on white, on A4, in both colour schemes. */
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

/** Since when the page is being printed, by the Print button or the browser's own menu; undefined otherwise. */
function usePrinting(): Date | undefined {
  const [since, setSince] = useState<Date>()
  useEffect(() => {
    // The browser prints what is drawn when the event is over, so the sheet is drawn synchronously.
    const begin = () => flushSync(() => setSince(new Date()))
    const end = () => setSince(undefined)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return since
}

type PrintButtonProps = {
  /** Whether there is nothing to print yet. */
  isOff?: boolean
}

/** Prints the PrintSheet beside it. */
export const PrintButton = ({ isOff = false }: PrintButtonProps) => (
  <Button
    variant="default"
    aria-disabled={isOff}
    leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
    onClick={() => !isOff && window.print()}
  >
    Print
  </Button>
)
