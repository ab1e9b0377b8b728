import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconTableRow } from '@tabler/icons-react'
import { canImport } from '#contract/permissions.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { plural } from '../../ui/plural.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { StatusMark } from '../../ui/StatusBadge.tsx'
import { dataRows } from '../sheet/guess/guessHeader.ts'
import { cellText } from '../sheet/Spreadsheet.ts'
import type { DroppedSheet } from './droppedSheets.ts'
import { counted, stepName, stepOrder } from './firstLine.ts'
import classes from './MovingIn.module.css'
import { SheetName } from './SheetList.tsx'
import type { SheetChanges } from './useSheetChanges.tsx'

const HEADINGS_SHOWN = 5

type UnknownSheetsProps = { sheets: DroppedSheet[]; changes: SheetChanges }

/** The sheets whose headings fit no step: the user chooses what they are, or leaves them out. */
export function UnknownSheets({ sheets, changes }: UnknownSheetsProps) {
  const { role } = useSessionUser()
  const kinds = stepOrder.filter((kind) => canImport(role, kind))
  return (
    <div className={`el-line ${classes.unknown}`}>
      <h3 className="el-h3 el-row">
        <StatusMark tone="amber" shape="ring" />
        {plural(sheets.length, 'sheet')} {sheets.length === 1 ? 'is' : 'are'} not recognised
      </h3>
      <ul>
        {sheets.map((each) => (
          <li key={each.id} className={classes.unknownSheet}>
            <IconFileSpreadsheet size={20} aria-hidden color="var(--el-ink-3)" />
            <SheetName sheet={each} more={contentsOf(each)} />
            <div className={classes.choice}>
              <SelectBox
                aria-label={`What ${each.name} contains`}
                placeholder="Choose what it is"
                data={kinds.map((kind) => ({ value: kind, label: stepName(kind) }))}
                value=""
                onChange={({ currentTarget: { value } }) => {
                  const kind = kinds.find((known) => known === value)
                  if (kind) changes.move(each, kind)
                }}
              />
              <Button variant="default" onClick={() => changes.leaveOut(each)}>
                Leave out
              </Button>
              <IconButton
                icon={IconTableRow}
                label={`Heading row of ${each.name}`}
                onClick={() => changes.askHeader(each)}
              />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `6 rows: Name, Amount, Remarks` */
function contentsOf(sheet: DroppedSheet): string {
  const headings = (sheet.rows[sheet.header] ?? []).map(cellText).filter(Boolean).slice(0, HEADINGS_SHOWN)
  return `${counted(dataRows(sheet, sheet.header).length, 'row')}: ${headings.join(', ')}`
}
