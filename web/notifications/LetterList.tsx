import { type ReactNode, useEffect, useRef } from 'react'
import classes from './LetterList.module.css'

type Entry = { id: number; name: string; lines: string[]; badge?: ReactNode }
type LetterListProps = {
  label: string
  entries: Entry[]
  open: number | undefined
  onOpen: (id: number) => void
  /** The open letter. */
  children: ReactNode
  /** Shown under the list. */
  foot?: ReactNode
}

/** Letters on the left, the open one on the right; on a phone the open one takes the place of the list. */
export function LetterList({ label, entries, open, onOpen, children, foot }: LetterListProps) {
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The focused Back button was removed, so the focus returns to the letter's button in the list.
    if (open === undefined && document.activeElement === document.body) opener.current?.focus()
  }, [open])
  return (
    <div className={classes.box} data-open={open !== undefined}>
      <div className={classes.side}>
        <ul className={classes.list} aria-label={label}>
          {entries.map(({ id, name, lines, badge }) => (
            <li key={id}>
              <button
                type="button"
                className={classes.entry}
                aria-current={open === id}
                onClick={({ currentTarget }) => {
                  opener.current = currentTarget
                  onOpen(id)
                }}
              >
                <span className={classes.name}>
                  {name}
                  {badge}
                </span>
                {Object.entries(lines).map(([place, line]) => (
                  <span key={place} className={classes.line}>
                    {line}
                  </span>
                ))}
              </button>
            </li>
          ))}
        </ul>
        {foot}
      </div>
      <div className={classes.open}>{children}</div>
    </div>
  )
}
