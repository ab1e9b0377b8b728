import { useEffect, useRef, useState } from 'react'
import type { Media } from '#contract/gallery.ts'
import classes from './ViewerCaption.module.css'

/** What is shown, in words; read out as one goes on. A long description is scrolled, to leave room for its picture. */
export function ViewerCaption({ media: { title, description } }: { media: Media }) {
  const box = useRef<HTMLDivElement>(null)
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (box.current) setIsScrolled(box.current.scrollHeight > box.current.clientHeight)
    })
    for (const part of box.current?.children ?? []) observer.observe(part)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      className={classes.caption}
      aria-live="polite"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
      tabIndex={isScrolled ? 0 : undefined}
    >
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.description}>{description}</p>
    </div>
  )
}
