import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ImportKind } from '#contract/imports.ts'
import { useUndo } from '../../ui/undo/useUndo.tsx'
import type { ChangeSheets, DroppedSheet } from './droppedSheets.ts'
import { HeaderDialog } from './HeaderDialog.tsx'
import { placed } from './readWorkbook.ts'

export type SheetChanges = ReturnType<typeof useSheetChanges>

/** What a user may change about a dropped sheet: its step, its heading row, and whether it is imported. */
export function useSheetChanges(change: ChangeSheets) {
  const { offer, bar } = useUndo({ placement: 'page' })
  const [asking, setAsking] = useState<DroppedSheet>()
  const replace = (next: DroppedSheet) =>
    void change((sheets) => sheets.map((each) => (each.id === next.id ? next : each)))
  const after: ReactNode = (
    <>
      {bar}
      {asking && (
        <HeaderDialog
          sheet={asking}
          onChoose={(header) => replace(placed(asking, header))}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
  return {
    move: (sheet: DroppedSheet, kind: ImportKind) => replace(placed(sheet, sheet.header, kind)),
    askHeader: setAsking,
    leaveOut(sheet: DroppedSheet) {
      void change((sheets) => sheets.filter(({ id }) => id !== sheet.id))
      offer({
        icon: IconTrash,
        done: 'Left out.',
        about: sheet.file,
        undo: () => void change((sheets) => [...sheets, sheet].toSorted(byOrder)),
      })
    },
    /** Belongs after the sheets. */
    after,
  }
}

const byOrder = (a: DroppedSheet, b: DroppedSheet) => a.at - b.at || a.place - b.place
