import { fold, searchText } from '#contract/base/lists.ts'
import type { Missing } from '#contract/records/records.ts'
import { everyLack, type Lack, lacks } from './steps.ts'
import type { SearchableRow } from '../ui/list/rows/arrangeRows.ts'

export type Sums = Record<Lack, number>
export type SchoolGroup = { key: string; name: string; rows: Missing[]; sums: Sums }
export type LiaisonGroup = SchoolGroup & { schools: SchoolGroup[] }

/** Sorts by liaison officer, school and name. Folds text once, because each keystroke searches up to 10,000 rows. */
export function arrangeMissing(rows: Missing[]): SearchableRow<Missing>[] {
  return rows
    .map((row) => {
      const order = fold(`${row.liaison}\n${row.liaison_id}\n${row.school}\n${row.name}`)
      // Without the liaison officer's id, which users never search for.
      const text = searchText([row.name, row.liaison], [row.ref, row.school])
      return { row, order, text }
    })
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.row.student_id - b.row.student_id))
}

/** Liaison officers with their schools. Two officers may have the same name. */
export const byLiaison = (rows: Missing[]): LiaisonGroup[] =>
  groupsOf(rows, ({ liaison_id }) => String(liaison_id), 'liaison').map((group) =>
    Object.assign(group, {
      schools: groupsOf(group.rows, ({ school }) => `${group.key} ${school}`, 'school'),
    }),
  )

function groupsOf(
  rows: Missing[],
  keyOf: (row: Missing) => string,
  name: 'liaison' | 'school',
): SchoolGroup[] {
  return [...Map.groupBy(rows, keyOf)].map(([key, own]) => ({
    key,
    name: own[0]?.[name] ?? '',
    rows: own,
    sums: sumsOf(own),
  }))
}

export const sumsOf = (rows: Missing[]): Sums =>
  Object.fromEntries(
    everyLack.map((lack) => [lack, rows.reduce((sum, row) => sum + lacks[lack].count(row), 0)]),
  ) as Sums

export const totalOf = (sums: Sums, of = everyLack) => of.reduce((total, lack) => total + sums[lack], 0)
