/** What a record says of a student in a term: a mean score in whole tenths, or a cost in whole cents. */
export type TermAmount = {
  /** The record's own. */
  id: number
  student_id: number
  student: string
  school_id: number
  school: string
  class: string
  term_id: number
  /** None where nothing counts. */
  amount: number | null
}

export type AnnualRow = {
  student_id: number
  student: string
  class: string
  schools: { school: string; amounts: (number | null)[] }[]
}

type Placed = { found: TermAmount; place: number }

/**
 * A row for each student, in the order they come in, and in it a line for each school of that year, the first
 * school first, with the sum of each term. The class is the one they ended the year in.
 */
export function annualRows(amounts: TermAmount[], terms: { id: number }[]): AnnualRow[] {
  const placeOf = new Map(terms.map(({ id }, place) => [id, place]))
  const byStudent = new Map<number, Placed[]>()
  for (const found of amounts) {
    const place = placeOf.get(found.term_id)
    // A term that was added after the columns were read is there the next time.
    if (place === undefined) continue
    const own = byStudent.get(found.student_id)
    if (own) own.push({ found, place })
    else byStudent.set(found.student_id, [{ found, place }])
  }
  return [...byStudent.values()].flatMap((own) => {
    const inOrder = own.toSorted((a, b) => a.place - b.place || a.found.id - b.found.id)
    const latest = inOrder.at(-1)?.found
    if (!latest) return []
    const { student_id, student } = latest
    return [{ student_id, student, class: latest.class, schools: linesOf(inOrder, terms.length) }]
  })
}

function linesOf(own: Placed[], width: number): AnnualRow['schools'] {
  const lines = new Map<number, AnnualRow['schools'][number]>()
  for (const { found, place } of own) {
    const { school_id, school, amount } = found
    const line = lines.get(school_id) ?? { school, amounts: Array.from({ length: width }, () => null) }
    if (amount !== null) line.amounts[place] = (line.amounts[place] ?? 0) + amount
    lines.set(school_id, line)
  }
  return [...lines.values()]
}
