import type { KeyboardEvent } from 'react'
import type { PaperPage } from './Paper.ts'
import classes from './PageList.module.css'
import { SheetImage } from './SheetImage.tsx'

type PageButtonProps = {
  page: PaperPage
  label: string
  isCurrent?: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onClick: () => void
}

/** A page in the list: pressed, or moved by the arrow keys. */
export const PageButton = ({ page, label, isCurrent, onKeyDown, onClick }: PageButtonProps) => (
  <button
    type="button"
    className={classes.page}
    aria-label={problemsOf(page).length > 0 ? `${label}, look at it again` : label}
    aria-current={isCurrent || undefined}
    onKeyDown={onKeyDown}
    onClick={onClick}
  >
    <PagePicture page={page} />
  </button>
)

/** The straightened page, or its photograph until it is. */
export const PagePicture = ({ page: { sheet, photo } }: { page: PaperPage }) => (
  <SheetImage blob={sheet?.jpeg ?? photo} alt="" className={classes.picture} />
)

/** Why a page should be looked at again. */
export const problemsOf = ({ cornersProblem, sheet }: PaperPage) =>
  [cornersProblem, sheet?.problem].filter((problem) => problem !== undefined)

export const arrowsOf =
  (index: number, move: (from: number, to: number) => void) => (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    move(index, index + step)
  }
