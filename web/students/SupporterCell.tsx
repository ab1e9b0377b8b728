import type { StudentRow } from '#contract/students.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { RowAction } from '../ui/RowAction.ts'
import classes from './SupporterCell.module.css'

type SupporterCellProps = { student: StudentRow; action: RowAction | undefined }

/** The supporter with the icon that removes them; else the way to add one. */
export function SupporterCell({ student: { supporter }, action }: SupporterCellProps) {
  if (supporter)
    return (
      <div className={classes.supporter}>
        <span className={classes.name}>{supporter}</span>
        {action && <IconButton {...action} />}
      </div>
    )
  if (!action || action.reason) return <span aria-label="No supporter">–</span>
  const { icon: Icon, word, label, onClick } = action
  return (
    <button type="button" className={classes.add} aria-label={label} onClick={onClick}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {word}
    </button>
  )
}
