import { IconAlertTriangle } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { PaperPage } from './Paper.ts'
import classes from './PageList.module.css'
import { problemsOf, warnings } from './pageProblems.ts'
import { SheetImage } from './SheetImage.tsx'

type PageButtonProps = {
  page: PaperPage
  label: string
  isCurrent?: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onClick: () => void
}

/** A page in the list: pressed, or moved by the arrow keys. */
export function PageButton({ page, label, isCurrent, onKeyDown, onClick }: PageButtonProps) {
  const marks = problemsOf(page).map((problem) => warnings[problem].mark)
  return (
    <button
      type="button"
      className={classes.page}
      aria-label={[label, ...marks].join(', ')}
      aria-current={isCurrent || undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <PagePicture page={page} />
      {marks[0] && (
        <span className={classes.mark}>
          <IconAlertTriangle size={14} aria-hidden />
          {marks[0]}
        </span>
      )}
    </button>
  )
}

/** The straightened page, or its photograph until it is. */
export const PagePicture = ({ page: { sheet, photo } }: { page: PaperPage }) => (
  <SheetImage blob={sheet?.jpeg ?? photo} alt="" className={classes.picture} />
)

export const arrowsOf =
  (index: number, move: (from: number, to: number) => void) => (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    move(index, index + step)
  }
