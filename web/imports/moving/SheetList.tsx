import { IconArrowRight, IconFileSpreadsheet, IconTableRow, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ImportKind, isRecordImport } from '#contract/imports.ts'
import { canImport } from '#contract/permissions.ts'
import { MoreMenu } from '../../ui/list/RowActions.tsx'
import { useMore } from '../../ui/list/useMore.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { namesQuery } from '../importApi.ts'
import { withoutEnding } from '../sheet/Spreadsheet.ts'
import type { DroppedSheet } from './droppedSheets.ts'
import { counted, stepName, stepOrder } from './firstLine.ts'
import classes from './MovingIn.module.css'
import { timeOf } from './sheetTime.ts'
import type { SheetChanges } from './useSheetChanges.tsx'

const FIRST_SHOWN = 3

type SheetListProps = { sheets: DroppedSheet[]; changes: SheetChanges }

/** The sheets that wait in a step, each with the headings that identified it. */
export function SheetList({ sheets, changes }: SheetListProps) {
  const [shown, more] = useMore(sheets, { first: FIRST_SHOWN })
  return (
    <section className={classes.sheets}>
      <ul className="el-box el-ruled el-ui">
        {shown.map((sheet) => (
          <SheetRow key={sheet.id} sheet={sheet} changes={changes} />
        ))}
      </ul>
      {more}
    </section>
  )
}

function SheetRow({ sheet, changes }: { sheet: DroppedSheet; changes: SheetChanges }) {
  const { role } = useSessionUser()
  const { file, of } = sheet
  if (!of) return null
  const { kind, knownBy, rows, refusal } = of
  const others = stepOrder.filter((each) => each !== kind && canImport(role, each))
  return (
    <li className={classes.sheet} data-row>
      <IconFileSpreadsheet size={20} aria-hidden color="var(--el-ink-3)" />
      <SheetName sheet={sheet} />
      <p className={classes.by}>
        Known by <span className="el-break">{knownBy.join(', ')}</span>
      </p>
      <p className={classes.rows}>{counted(rows, 'row')}</p>
      <p className={classes.time}>
        {refusal ? (
          <span className={classes.bad}>{refusal}</span>
        ) : (
          isRecordImport(kind) && <Time sheet={sheet} kind={kind} />
        )}
      </p>
      <MoreMenu
        name={file}
        actions={[
          {
            icon: IconTableRow,
            word: 'Heading row',
            label: `Heading row of ${file}`,
            onClick: () => changes.askHeader(sheet),
          },
          ...others.map((other) => ({
            icon: IconArrowRight,
            word: `Move to ${stepName(other)}`,
            label: `Move ${file} to ${stepName(other)}`,
            onClick: () => changes.move(sheet, other),
          })),
          {
            icon: IconTrash,
            word: 'Leave out',
            label: `Leave out ${file}`,
            onClick: () => changes.leaveOut(sheet),
          },
        ]}
      />
    </li>
  )
}

function Time({ sheet, kind }: { sheet: DroppedSheet; kind: ImportKind }) {
  const { data } = useQuery(namesQuery('term'))
  const time = useMemo(
    () =>
      data &&
      timeOf(
        kind,
        sheet,
        data.map(({ value }) => value),
      ),
    [kind, sheet, data],
  )
  return (
    time && (
      <>
        <b className="el-medium">{time.words}</b>
        <span className={classes.more}>from {time.from}</span>
      </>
    )
  )
}

/** The file, and the sheet if it is not the whole file. */
export const SheetName = ({ sheet: { file, name }, more }: { sheet: DroppedSheet; more?: string }) => {
  const about = [name !== withoutEnding(file) && `Sheet “${name}”`, more].filter(Boolean)
  return (
    <div className="el-grow el-break">
      <b className="el-strong">{file}</b>
      {about.length > 0 && <p className={classes.more}>{about.join(', ')}</p>}
    </div>
  )
}
