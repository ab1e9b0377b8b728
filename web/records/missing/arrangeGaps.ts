import { fold } from '#contract/fold.ts'
import type { Gap } from '#contract/records.ts'
import type { SearchableRow } from '../../ui/list/arrangeRows.ts'
import type { GapKind } from './gapKinds.ts'

export type GapGroup = { key: string; name: string; gaps: Gap[] }

/** By liaison officer, school and name, folded once: there may be ten thousand, and each key searches them. */
export function arrangeGaps(gaps: Gap[], kinds: GapKind[]): SearchableRow<Gap>[] {
  return gaps
    .filter((gap) => kinds.some((kind) => gap[kind] !== null))
    .map((row) => {
      const place = fold(`${row.liaison}\n${row.liaison_id}\n${row.school}\n${row.name}`)
      // Not the liaison officer's id, which nobody means who types a number.
      const text = fold(`${row.name}\n${row.ref}\n${row.liaison}\n${row.school}`)
      return { row, place, text }
    })
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : a.row.student_id - b.row.student_id))
}

/** Neighbours that share a liaison officer; two may have one name. */
export const byLiaison = (gaps: Gap[]): GapGroup[] =>
  groupsOf(gaps, ({ liaison_id }) => String(liaison_id), 'liaison')

export const bySchool = (gaps: Gap[]): GapGroup[] => groupsOf(gaps, ({ school }) => school, 'school')

function groupsOf(gaps: Gap[], keyOf: (gap: Gap) => string, name: 'liaison' | 'school'): GapGroup[] {
  return [...Map.groupBy(gaps, keyOf)].map(([key, own]) => ({ key, name: own[0]?.[name] ?? '', gaps: own }))
}

/** The first so many of all groups together; a group that comes after them is left out. */
export function firstOf(groups: GapGroup[], most: number): GapGroup[] {
  let left = most
  return groups.flatMap((group) => {
    const gaps = group.gaps.slice(0, left)
    left -= gaps.length
    return gaps.length > 0 ? [{ ...group, gaps }] : []
  })
}
