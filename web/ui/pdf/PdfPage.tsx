import { Box } from '@mantine/core'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { drawPage } from './drawPage.ts'
import classes from './PdfPage.module.css'

/** `shown`: the PDF was visible to the user. `failed`: it cannot be shown here. */
export type PdfOutcome = 'shown' | 'failed'

type PdfPageProps = {
  document: PDFDocumentProxy
  number: number
  label: string
  width: number
  /** Called when the page is drawn and visible, or cannot be drawn. */
  onOutcome: ((outcome: PdfOutcome) => void) | undefined
}

/** The ratio of height to width of A4, used until the page is loaded. */
const A4 = 297 / 210
const NEAR = '400px'

/** One page, drawn only while it is near the screen, because a long scan would fill a phone's memory. */
export function PdfPage({ document, number, label, width, onOutcome }: PdfPageProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const isNear = useIsWithin(sheet, NEAR)
  const isInView = useIsWithin(sheet, '0px')
  const [page, setPage] = useState<PDFPageProxy>()
  const [isDrawn, setIsDrawn] = useState(false)
  const [isUnreadable, setIsUnreadable] = useState(false)

  useEffect(() => {
    if (!isNear) return undefined
    let isShown = true
    document
      .getPage(number)
      .then((found) => isShown && setPage(found))
      .catch(() => isShown && setIsUnreadable(true))
    return () => {
      isShown = false
    }
  }, [document, number, isNear])
  useEffect(() => {
    if (isUnreadable) onOutcome?.('failed')
    else if (isDrawn && isInView) onOutcome?.('shown')
  }, [isUnreadable, isDrawn, isInView, onOutcome])

  useEffect(() => {
    if (!page) return undefined
    if (!isNear) {
      sheet.current?.replaceChildren()
      page.cleanup()
      return undefined
    }
    let isShown = true
    const { canvas, drawn, cancel } = drawPage(page, width)
    const show = async () => {
      await drawn
      if (!isShown) return
      sheet.current?.replaceChildren(canvas)
      setIsDrawn(true)
    }
    show().catch(() => isShown && setIsUnreadable(true))
    return () => {
      isShown = false
      cancel()
    }
  }, [page, width, isNear])

  const view = page?.getViewport({ scale: 1 })
  const height = width * (view ? view.height / view.width : A4)
  if (isUnreadable)
    return (
      <Box component="p" fz="ui" c="gray" m="s4">
        This page of the PDF cannot be read.
      </Box>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is a canvas
    <div ref={sheet} className={classes.sheet} style={{ width, height }} role="img" aria-label={label} />
  )
}

/** Whether an element is on the screen, or within a margin around it. */
function useIsWithin(element: RefObject<HTMLElement | null>, margin: string): boolean {
  const [isWithin, setIsWithin] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const watcher = new IntersectionObserver(
      (entries) => setIsWithin(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: margin, scrollMargin: margin },
    )
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [element, margin])
  return isWithin
}
