import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Message } from '../Message.tsx'
import { PdfPage } from './PdfPage.tsx'
import { PdfTools } from './PdfTools.tsx'
import classes from './PdfViewer.module.css'
import { StartAtTop } from './StartAtTop.tsx'
import { usePdf } from './usePdf.ts'
import { useWidth } from './useWidth.ts'

type PdfViewerProps = {
  url: string
  /** What the PDF is, such as `Report card of Faith Atieno Odhiambo`. */
  title: string
  /** Once it can be seen, or it is clear that it cannot. */
  onShown?: () => void
}

/** Around a page, so that its shadow is seen. */
const MARGIN = 16
const ZOOMS = [1, 1.5, 2, 3]

/** A PDF beside what is said about it: its pages below each other, as wide as there is room. */
export function PdfViewer({ url, title, onShown }: PdfViewerProps) {
  const [tries, setTries] = useState(0)
  const pdf = usePdf(url, tries)
  const room = useRef<HTMLElement>(null)
  const width = useWidth(room)
  const [zoom, setZoom] = useState(0)
  const isSettled = pdf.state !== 'loading'
  useEffect(() => {
    if (isSettled) onShown?.()
  }, [isSettled, onShown])

  const pageCount = pdf.state === 'open' ? pdf.document.numPages : 0
  const pageWidth = Math.max(0, width - 2 * MARGIN) * (ZOOMS[zoom] ?? 1)
  return (
    <div className={classes.viewer}>
      <PdfTools
        url={url}
        pages={pageCount}
        onZoomOut={zoom > 0 ? () => setZoom(zoom - 1) : undefined}
        onZoomIn={zoom < ZOOMS.length - 1 ? () => setZoom(zoom + 1) : undefined}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <section ref={room} className={classes.pages} aria-label={title} aria-busy={!isSettled} tabIndex={0}>
        <StartAtTop key={url} />
        {pdf.state === 'loading' && <div className={classes.blank} />}
        {pdf.state === 'failed' && (
          <Message
            tone="bad"
            action={
              <Button variant="default" onClick={() => setTries(tries + 1)}>
                Try again
              </Button>
            }
          >
            The PDF cannot be read here. Open it in a new tab.
          </Message>
        )}
        {pdf.state === 'open' &&
          pageWidth > 0 &&
          Array.from({ length: pageCount }, (_, index) => (
            <PdfPage
              key={index}
              document={pdf.document}
              number={index + 1}
              label={`${title}, page ${index + 1} of ${pageCount}`}
              width={pageWidth}
            />
          ))}
      </section>
    </div>
  )
}
