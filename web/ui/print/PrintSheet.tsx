import { Box, Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { charity } from '../charity.ts'
import { formatDate } from '../formatDate.ts'
import classes from './PrintSheet.module.css'
import { print, usePrinting } from './usePrinting.ts'

type PrintSheetProps = {
  title: string
  /** Small lines under the title, such as the year. */
  lines: string[]
  isLandscape?: boolean
  /** The content, rendered only while it is printed; `part` names the part to print, undefined for the whole. */
  children: (part: string | undefined) => ReactNode
}

/** The sheet that is printed in place of the screen: dark on white, on A4, in both colour schemes. */
export function PrintSheet({ title, lines, isLandscape = false, children }: PrintSheetProps) {
  const printing = usePrinting()
  if (!printing) return null
  return createPortal(
    <div className={classes.sheet}>
      <style>{pageStyle([title, ...lines.slice(0, 1)].join(', '), isLandscape)}</style>
      <Group component="header" gap="s5" wrap="nowrap" align="stretch" justify="space-between" mb="5mm">
        <div>
          <h1 className={classes.title}>{title}</h1>
          {lines.map((line) => (
            <p key={line} className="el-ink-2">
              {line}
            </p>
          ))}
        </div>
        <Box ta="right">
          <p className="el-ink-2">{charity.name}</p>
          <p className="el-ink-2">{formatDate(printing.since.toISOString())}</p>
        </Box>
      </Group>
      {children(printing.part)}
    </div>,
    document.body,
  )
}

/** Every page has its number, and later pages repeat the title. Firefox leaves these margins empty. */
const pageStyle = (heading: string, isLandscape: boolean) => `
  @page {
    size: A4 ${isLandscape ? 'landscape' : 'portrait'};
    margin: 14mm 12mm;
    font: 9pt var(--mantine-font-family);
    @top-left { content: "${CSS.escape(heading)}" }
    @bottom-right { content: "Page " counter(page) " of " counter(pages) }
  }
  @page :first { @top-left { content: none } }`

type PrintButtonProps = {
  /** The part of the sheet to print; the whole sheet by default. */
  part?: string
  /** Whether there is nothing to print yet. */
  isOff?: boolean
  /** Prints after loading missing data. */
  onPrint?: () => void
}

/** Prints the PrintSheet beside it. */
export const PrintButton = ({ part, isOff = false, onPrint }: PrintButtonProps) => (
  <Button
    variant="default"
    aria-disabled={isOff}
    leftSection={<IconPrinter size={20} aria-hidden />}
    onClick={() => {
      if (isOff) return
      if (onPrint) onPrint()
      else print(part)
    }}
  >
    Print
  </Button>
)
