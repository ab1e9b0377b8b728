import { fold } from '#contract/base/lists.ts'
import { IMPORT_ROWS_MAX, type ImportedRow } from '#contract/imports.ts'
import { textOf } from './rowWords.ts'

/**
 * Divides the rows of a long sheet into parts of one call each, and returns their indexes. All rows about one student are
 * in one part, so that no record is divided. A row without a student goes to the student whose receipt or admission number
 * it has, because it may belong to a record of theirs.
 */
export function divideRows(
  rows: readonly ImportedRow[],
  students: readonly (number | null)[] = [],
  most = IMPORT_ROWS_MAX,
): number[][] {
  const numbered = new Map<string, number>()
  for (const [at, row] of rows.entries())
    for (const number of numbersIn(row)) {
      const student = students[at]
      if (student && !numbered.has(number)) numbered.set(number, student)
    }
  const groups = Map.groupBy(rows.keys(), (at) => {
    const number = numbersIn(rows[at] ?? {}).find((each) => numbered.has(each))
    return students[at] ?? numbered.get(number ?? '') ?? `row ${at}`
  })
  const parts: number[][] = [[]]
  for (const group of groups.values()) {
    const last = parts.at(-1)
    if (last && last.length + group.length <= most) last.push(...group)
    else parts.push(group)
  }
  return parts.map((part) => part.toSorted((a, b) => a - b)).filter(({ length }) => length > 0)
}

const numbersIn = (row: ImportedRow) =>
  ['receipt_no', 'admission_no'].flatMap((field) => {
    const number = fold(textOf(row, field)).replace(/\s+/g, ' ')
    return number === '' ? [] : `${field} ${number}`
  })
