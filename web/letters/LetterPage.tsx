import { useEffect, useRef } from 'react'
import classes from './LetterView.module.css'

/**
 * Makes links open in a new tab, which the sandbox forbids, so that they do nothing; and lets the letter fill its frame,
 * without the margins of a mail program, and with the frame's own corners.
 */
const HEAD = `<base target="_blank"><style>
  body > table > tbody > tr > td { padding: 0 !important }
  body > table table { max-width: none !important }
  body > table > tbody > tr > td > table { border: 0 !important }
  body > table > tbody > tr > td > table > tbody > tr > td { border-radius: 0 !important }
  html { overflow: hidden }
</style>`

/**
 * A letter in a frame as high as the letter. The sandbox allows no script; its origin is allowed, because the height could
 * not be read otherwise.
 */
export function LetterPage({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const observer = useRef<ResizeObserver>(undefined)
  useEffect(() => () => observer.current?.disconnect(), [])
  const watchHeight = () => {
    const page = frame.current?.contentDocument?.documentElement
    if (!page) return
    const fit = () => {
      if (frame.current) frame.current.style.height = `${page.offsetHeight}px`
    }
    observer.current?.disconnect()
    observer.current = new ResizeObserver(fit)
    observer.current.observe(page)
    fit()
  }
  return (
    <iframe
      ref={frame}
      className={classes.page}
      sandbox="allow-same-origin"
      srcDoc={html.replace('<head>', `<head>${HEAD}`)}
      title={title}
      onLoad={watchHeight}
    />
  )
}
