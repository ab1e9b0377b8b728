import { fold } from '#contract/lists.ts'
import type { Missing } from '#contract/records.ts'
import type { SearchableRow } from '../../ui/list/arrangeRows.ts'
import type { RecordKind } from '../recordKinds.ts'

export type MissingGroup = { key: string; name: string; rows: Missing[] }

/** By liaison officer, school and name, folded once: there may be ten thousand, and each key searches them. */
export function arrangeMissing(rows: Missing[], kinds: RecordKind[]): SearchableRow<Missing>[] {
  return rows
    .filter((row) => kinds.some((kind) => row[kind] !== null))
    .map((row) => {
      const place = fold(`${row.liaison}\n${row.liaison_id}\n${row.school}\n${row.name}`)
      // Without the liaison officer's id: a typed number never means it.
      const text = fold(`${row.name}\n${row.ref}\n${row.liaison}\n${row.school}`)
      return { row, place, text }
    })
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : a.row.student_id - b.row.student_id))
}

/** Neighbours that share a liaison officer; two may have one name. */
export const byLiaison = (rows: Missing[]): MissingGroup[] =>
  groupsOf(rows, ({ liaison_id }) => String(liaison_id), 'liaison')

export const bySchool = (rows: Missing[]): MissingGroup[] => groupsOf(rows, ({ school }) => school, 'school')

function groupsOf(
  rows: Missing[],
  keyOf: (row: Missing) => string,
  name: 'liaison' | 'school',
): MissingGroup[] {
  return [...Map.groupBy(rows, keyOf)].map(([key, own]) => ({ key, name: own[0]?.[name] ?? '', rows: own }))
}

/** The first `most` rows over all groups. Groups without any of them are left out. */
export function firstOf(groups: MissingGroup[], most: number): MissingGroup[] {
  let left = most
  return groups.flatMap((group) => {
    const rows = group.rows.slice(0, left)
    left -= rows.length
    return rows.length > 0 ? [{ ...group, rows }] : []
  })
}
