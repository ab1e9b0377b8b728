import { Box } from '@mantine/core'
import { IconExternalLink, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import { PdfPage, type PdfOutcome } from './PdfPage.tsx'
import { plural } from '../plural.ts'
import classes from './PdfViewer.module.css'

type PdfViewerProps = {
  /** Its address, or a file that is not uploaded yet. */
  source: string | File
  /** What the PDF is, such as `Report card of Faith Atieno Odhiambo`. */
  title: string
  /** Called once the PDF was shown or has failed. Must be the same function from render to render. */
  onOutcome?: (outcome: PdfOutcome) => void
}

const UNREADABLE = { message: 'The PDF cannot be read here. Open it in a new tab.' }
const ZOOMS = [1, 1.5, 2, 3]

/** A PDF with its pages below each other, in the available width. */
export function PdfViewer({ source, title, onOutcome }: PdfViewerProps) {
  const [tries, setTries] = useState(0)
  const pdf = usePdf(source, tries)
  const room = useRef<HTMLElement>(null)
  const width = useWidth(room)
  const [zoom, setZoom] = useState(0)
  const isLoading = pdf.state === 'loading'
  const hasFailed = pdf.state === 'failed'
  useEffect(() => {
    if (hasFailed) onOutcome?.('failed')
  }, [hasFailed, onOutcome])

  const pageCount = pdf.state === 'open' ? pdf.document.numPages : 0
  const pageWidth = width * (ZOOMS[zoom] ?? 1)
  return (
    <div className={classes.viewer}>
      <PdfTools
        url={typeof source === 'string' ? source : undefined}
        pages={pageCount}
        onOpen={() => onOutcome?.('shown')}
        onZoomOut={zoom > 0 ? () => setZoom(zoom - 1) : undefined}
        onZoomIn={zoom < ZOOMS.length - 1 ? () => setZoom(zoom + 1) : undefined}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <section ref={room} className={classes.pages} aria-label={title} aria-busy={isLoading} tabIndex={0}>
        <ScrollToStart key={typeof source === 'string' ? source : source.name} />
        {isLoading && <output className={classes.blank}>Loading the PDF …</output>}
        {hasFailed && <LoadFailure error={UNREADABLE} onRetry={() => setTries(tries + 1)} />}
        {pdf.state === 'open' &&
          pageWidth > 0 &&
          Array.from({ length: pageCount }, (_, index) => (
            <PdfPage
              key={index}
              document={pdf.document}
              number={index + 1}
              label={`${title}, page ${index + 1} of ${pageCount}`}
              width={pageWidth}
              onOutcome={index === 0 ? onOutcome : undefined}
            />
          ))}
      </section>
    </div>
  )
}

/** Scrolls its parent element to the start when it is mounted, and a dialog around it. A new `key` mounts it again. */
export function ScrollToStart() {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // In braces, because some browsers return a promise, which is not a clean-up function.
    mark.current?.parentElement?.scrollTo(0, 0)
    // In a low window the dialog scrolls instead.
    mark.current?.closest('[role="dialog"]')?.scrollTo(0, 0)
  }, [])
  return <span ref={mark} hidden />
}

type PdfToolsProps = {
  url: string | undefined
  pages: number
  /** Called when it is opened in a new tab. */
  onOpen: () => void
  /** Undefined at the smallest zoom. */
  onZoomOut: (() => void) | undefined
  onZoomIn: (() => void) | undefined
}

const PdfTools = ({ url, pages, onOpen, onZoomOut, onZoomIn }: PdfToolsProps) => (
  <div className={classes.tools}>
    <Box component="span" className="el-numbers" fz="sm" c="gray" mr="auto">
      {pages > 0 && plural(pages, 'page')}
    </Box>
    <ZoomButton icon={IconZoomOut} label="Zoom out" reason="Already fits the width" onClick={onZoomOut} />
    <ZoomButton icon={IconZoomIn} label="Zoom in" reason="Already at the largest size" onClick={onZoomIn} />
    {url && (
      <a className={classes.link} href={url} target="_blank" rel="noopener" onClick={onOpen}>
        <IconExternalLink size={18} aria-hidden />
        <span className="el-hidden-tablet">Open in a new tab</span>
      </a>
    )}
  </div>
)

type ZoomButtonProps = {
  icon: typeof IconZoomIn
  label: string
  reason: string
  onClick: (() => void) | undefined
}

const ZoomButton = ({ icon, label, reason, onClick }: ZoomButtonProps) => (
  <IconButton
    icon={icon}
    label={label}
    reason={onClick ? undefined : reason}
    onClick={onClick ?? (() => {})}
  />
)

type Opened = { state: 'open'; document: PDFDocumentProxy } | { state: 'failed' }

type PdfState = { state: 'loading' } | Opened

/** Loads a PDF for as long as it is shown. A higher `tries` loads it again. */
function usePdf(source: PdfViewerProps['source'], tries: number): PdfState {
  const [opened, setOpened] = useState<{ source: PdfViewerProps['source']; tries: number; pdf: Opened }>()
  useEffect(() => {
    let isShown = true
    let close = () => {}
    const show = (pdf: Opened) => {
      if (isShown) setOpened({ source, tries, pdf })
    }
    const read = async () => {
      // The PDF reader is the largest part of the page, so it is loaded with the first PDF.
      const { openPdf } = await import('./openPdf.ts')
      // The security policy allows no request for the address of a local file.
      const from = typeof source === 'string' ? { url: source } : { data: await source.arrayBuffer() }
      if (!isShown) return
      const opening = openPdf(from)
      close = opening.close
      show({ state: 'open', document: await opening.document })
    }
    read().catch(() => show({ state: 'failed' }))
    return () => {
      isShown = false
      close()
      // A closed document cannot be drawn again if the same address is shown later.
      setOpened(undefined)
    }
  }, [source, tries])
  return opened?.source === source && opened.tries === tries ? opened.pdf : { state: 'loading' }
}

/** The content width of an element in whole pixels, updated when it changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const watcher = new ResizeObserver((entries) => {
      const room = entries.at(-1)?.contentRect
      if (room) setWidth(Math.floor(room.width))
    })
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [element])
  return width
}
