import { IconCheck, IconLock } from '@tabler/icons-react'
import type { ImportKind, MovingIn, MovingStep } from '#contract/imports.ts'
import { canImport } from '#contract/permissions.ts'
import { formatDate } from '../../ui/formatDate.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import type { ChangeSheets, DroppedSheet } from './droppedSheets.ts'
import { counted, isIn, stepName, stepOrder } from './firstLine.ts'
import classes from './MovingIn.module.css'
import { SheetList } from './SheetList.tsx'
import { StepWaits } from './StepWaits.tsx'
import { TemplateLink } from './Templates.tsx'
import { UnknownSheets } from './UnknownSheets.tsx'
import type { Imports } from './useImports.ts'
import { useSheetChanges } from './useSheetChanges.tsx'

const about: Record<ImportKind, string> = {
  staff: 'Name, email and user role.',
  schools: 'School and cluster.',
  supporters: 'Name and email; country and phone, if known.',
  students: 'Name, category, school and liaison officer; those who left, too.',
  results: 'Student, term, class, and a column for each subject.',
  receipts: 'Student, term, and a column for each category, or a row for each item.',
  plans: 'School, class, term and fees; of it what the school itself is paid.',
  accounts: 'School, with its bank account or its Paybill, and where you have it from.',
}

type StepListProps = {
  moving: MovingIn
  /** The step that the page was opened for, or else the next one. */
  marked: ImportKind | undefined
  sheets: DroppedSheet[]
  change: ChangeSheets
  imports: Imports
}

/** The steps, each with its count, what waits and its sheets; below them the sheets that were not recognised. */
export function StepList({ moving, marked, sheets, change, imports }: StepListProps) {
  const changes = useSheetChanges(change)
  const unknown = sheets.filter(({ of }) => !of)
  return (
    <>
      <section className={`el-card ${classes.list}`} aria-label="Steps">
        <ol className="el-ruled">
          {stepOrder.map((kind, index) => {
            const step = moving.steps.find((each) => each.kind === kind)
            const own = sheets.filter(({ of }) => of?.kind === kind)
            return (
              step && (
                <li key={kind} data-state={kind === marked ? 'now' : isIn(step) ? 'done' : undefined}>
                  <div className={classes.row}>
                    <StepHead step={step} number={index + 1} />
                    <StepWaits {...{ step, moving, sheets, imports }} />
                  </div>
                  {own.length > 0 && <SheetList sheets={own} changes={changes} />}
                </li>
              )
            )
          })}
        </ol>
        {unknown.length > 0 && <UnknownSheets sheets={unknown} changes={changes} />}
      </section>
      {changes.after}
    </>
  )
}

function StepHead({ step, number }: { step: MovingStep; number: number }) {
  const { role } = useSessionUser()
  const { kind, count, nothing } = step
  const isLocked = !canImport(role, kind)
  const isEmpty = count === 0 && nothing !== null
  return (
    <>
      <span className={classes.number}>
        {isLocked ? (
          <IconLock size={18} aria-hidden />
        ) : isIn(step) ? (
          <IconCheck size={18} aria-hidden />
        ) : (
          number
        )}
      </span>
      <div className={classes.name}>
        <h3 className="el-h3">
          {stepName(kind)}
          {isEmpty && ': nothing to bring in'}
        </h3>
        <p className="el-ui el-ink-2">
          {isEmpty ? (
            `Said by ${nothing.by}, ${formatDate(nothing.at)}. The step counts as in.`
          ) : (
            <>
              {about[kind]} {!isLocked && <TemplateLink kind={kind} />}
            </>
          )}
        </p>
      </div>
      <p className={classes.count}>
        <b>{counted(count)}</b>
        <span className={classes.more}>in Elimu</span>
      </p>
    </>
  )
}
