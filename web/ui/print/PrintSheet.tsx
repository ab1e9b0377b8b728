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
  /** The content, drawn only while it is printed; `part` is what the pressed button names, none for the whole. */
  children: (part: string | undefined) => ReactNode
}

/** The sheet that is printed in place of the screen: dark on white, on A4, in both colour schemes. */
export function PrintSheet({ title, lines, isLandscape = false, children }: PrintSheetProps) {
  const printing = usePrinting()
  if (!printing) return null
  return createPortal(
    <div className={classes.sheet} data-mantine-color-scheme="light">
      <style>{pageStyle([title, ...lines.slice(0, 1)].join(', '), isLandscape)}</style>
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
          <p className={classes.line}>{formatDate(printing.since.toISOString())}</p>
        </div>
      </header>
      {children(printing.part)}
    </div>,
    document.body,
  )
}

/** Every page has its number, and those after the first say what they belong to. Firefox leaves these margins empty. */
const pageStyle = (heading: string, isLandscape: boolean) => `
  @page {
    size: A4 ${isLandscape ? 'landscape' : 'portrait'};
    margin: 14mm 12mm;
    font: 9pt var(--mantine-font-family);
    @top-left { content: "${CSS.escape(heading)}" }
    @bottom-right { content: "Page " counter(page) " of " counter(pages) }
  }
  @page :first { @top-left { content: none } }`

type Printing = { since: Date; part: string | undefined }

/** What the pressed button prints; nothing if the browser's own menu does. */
let wanted: string | undefined

/** Since when the page is being printed, by a Print button or the browser's own menu; undefined otherwise. */
function usePrinting(): Printing | undefined {
  const [printing, setPrinting] = useState<Printing>()
  useEffect(() => {
    // The browser prints what is drawn when the event is over, so the sheet is drawn synchronously.
    const begin = () => flushSync(() => setPrinting({ since: new Date(), part: wanted }))
    const end = () => {
      wanted = undefined
      setPrinting(undefined)
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

type PrintButtonProps = {
  /** The only part of the sheet that it prints. */
  part?: string
  /** Whether there is nothing to print yet. */
  isOff?: boolean
}

/** Prints the PrintSheet beside it. */
export const PrintButton = ({ part, isOff = false }: PrintButtonProps) => (
  <Button
    variant="default"
    aria-disabled={isOff}
    leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
    onClick={() => !isOff && print(part)}
  >
    Print
  </Button>
)

function print(part: string | undefined): void {
  wanted = part
  window.print()
}
