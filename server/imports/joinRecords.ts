import { withYields } from '../base/yieldToRequests.ts'
import { comparedNumber } from '../students/duplicates/similarStudents.ts'
import { type Line, type Named, textIn } from './importing.ts'
import type { Registered } from './registeredStudents.ts'

/** A row, and what identifies its record: undefined if the row does not give it, null if it is not known. */
export type IdentifiedRow = {
  line: Line
  student: Registered | undefined
  year: Named | null | undefined
  term: Named | null | undefined
  school: Named | null | undefined
  /** Of receipts, folded: the number, and the place in the term. Empty if not given. */
  number: string
  place: string
}

export type JoinedRows<Row extends IdentifiedRow> = {
  rows: [Row, ...Row[]]
  /** Whether another row, whose student, year or term is missing, may belong to the record. */
  waits: boolean
}

/** Joins the rows of each record by the student who was found. A row without a student, year or term is joined with none. */
export async function joinRecords<Row extends IdentifiedRow>(all: Iterable<Row>): Promise<JoinedRows<Row>[]> {
  const records = new Map<string, [Row, ...Row[]]>()
  const incomplete = new Map<string, Row[]>()
  const found: JoinedRows<Row>[] = []
  for await (const row of withYields(all)) {
    const { student, year, term, number, place } = row
    if (!student || !year || !term) {
      found.push({ rows: [row], waits: true })
      for (const clue of cluesOf(row)) {
        const alike = incomplete.get(clue)
        if (alike) alike.push(row)
        else incomplete.set(clue, [row])
      }
      continue
    }
    const key = JSON.stringify([student.id, year.id, term.id, number, place])
    const rows = records.get(key)
    if (rows) rows.push(row)
    else records.set(key, [row])
  }
  for await (const rows of withYields(records.values())) {
    const mayBelong = (row: Row) =>
      cluesOf(row).some((clue) => incomplete.get(clue)?.some((other) => differInNothing(row, other)))
    found.push({ rows, waits: rows.some(mayBelong) })
  }
  return found
}

/** What two rows of one record have in common: the receipt number, or else the student or the admission number. */
function cluesOf({ line, student, number }: IdentifiedRow): string[] {
  if (number !== '') return [`number ${number}`]
  const admission = comparedNumber(textIn(line.cells['admission_no']))
  return [...(student ? [`student ${student.id}`] : []), ...(admission ? [`admission ${admission}`] : [])]
}

const differInNothing = (one: IdentifiedRow, other: IdentifiedRow) =>
  (['student', 'year', 'term', 'school'] as const).every((what) => {
    const [mine, its] = [one[what], other[what]]
    if (mine === undefined || its === undefined) return true
    // A name that is not known may be a typing error; without a number it is more likely another year or school.
    return mine && its ? mine.id === its.id : one.number !== ''
  })
