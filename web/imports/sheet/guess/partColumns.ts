import { subjectInHeading } from '#contract/downloads.ts'
import type { RecordImport } from '#contract/imports.ts'
import { importColumns } from '../importColumns.ts'
import { partFields } from '../targets.ts'
import { withoutBesides } from './headings.ts'

export type PartColumn = { index: number; name: string }

/**
 * The columns of marks or costs, each with the subject or category that its heading names. A heading such as `Grade`
 * belongs to the subject of the column before; without one the name is empty.
 */
export function partColumns(
  kind: RecordImport,
  columns: readonly { index: number; heading: string; field: string | null }[],
): PartColumn[] {
  const { column } = partFields[kind]
  const found: PartColumn[] = []
  for (const { index, heading } of columns.filter(({ field }) => field === column)) {
    const last = found.at(-1)
    const said = heading.replace(/\s+/g, ' ')
    const name = subjectInHeading(said) ?? withoutBesides(said, importColumns[column] ?? {})
    found.push({ index, name: name || (last?.index === index - 1 ? last.name : '') })
  }
  return found
}
