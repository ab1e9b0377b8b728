import type { ImportKind } from '#contract/imports.ts'
import { deviceStore } from '../../ui/device/deviceStore.ts'
import { type StoreFailure, storeFailure } from '../../ui/device/storedValue.ts'
import type { ChosenSheet } from '../sheet/Spreadsheet.ts'
import type { Facts } from './recognise.ts'

/** A sheet that waits to be imported, on this device alone. */
export type DroppedSheet = ChosenSheet & {
  id: string
  /** When its file was dropped, and its place in the file. */
  at: number
  place: number
  /** Undefined until the kind is known. */
  of: (Facts & { kind: ImportKind }) | undefined
}

export type ChangeSheets = (next: (sheets: DroppedSheet[]) => DroppedSheet[]) => Promise<void>

type Stored = Omit<DroppedSheet, 'id' | 'rows'>

/** A part of the value, so that a change of the kind does not write it again. */
const ROWS = 'rows'

const sheetsOf = (owner: number) => deviceStore<Stored>('sheets', { owner })

/** Loads a user's dropped sheets, and stores their changes. Sheets that other tabs have added are not touched. */
export function sheetStorage(user: number, store: ReturnType<typeof sheetsOf> = sheetsOf(user)) {
  async function readAll(): Promise<DroppedSheet[]> {
    const found = (await store.all()).map(async ([id, value]) => {
      const [rows] = await store.readParts<DroppedSheet['rows']>(id, [ROWS])
      return rows ? [{ ...value, id, rows }] : []
    })
    return (await Promise.all(found)).flat().toSorted((a, b) => a.at - b.at || a.place - b.place)
  }

  async function storeChange(sheet: DroppedSheet, former: DroppedSheet | undefined) {
    if (sheet === former) return
    const { id, rows, ...value } = sheet
    await store.write(id, value, former ? {} : { parts: { [ROWS]: rows } })
  }

  return {
    /** None if the browser has no storage. */
    read: () => readAll().catch(() => []),
    /** Returns why the browser could not store them. */
    async change(before: DroppedSheet[], after: DroppedSheet[]): Promise<StoreFailure | undefined> {
      const former = new Map(before.map((sheet) => [sheet.id, sheet]))
      const ids = new Set(after.map(({ id }) => id))
      const gone = before.filter(({ id }) => !ids.has(id))
      try {
        await Promise.all([
          ...after.map((sheet) => storeChange(sheet, former.get(sheet.id))),
          ...gone.map(({ id }) => store.remove(id)),
        ])
        return undefined
      } catch (error) {
        return storeFailure(error)
      }
    },
  }
}
