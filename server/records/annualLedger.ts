/** The value of a record in a term: a mean score in whole tenths, or a cost in whole cents. */
export type TermAmount = {
  /** The record's id. */
  id: number
  student_id: number
  school_id: number
  class_id: number
  term_id: number
  /** Null if the record has nothing to count. */
  amount: number | null
}

type Line = {
  school_id: number
  amounts: (number | null)[]
  /** Missing where all terms have means. */
  levels?: (string | null)[]
  firstAt: number
}
type StudentYear = { class_id: number; lines: Line[]; lastAt: number }

/** Larger than any record id, so that a term's index and the id make one number to sort by. */
const ID_RANGE = 2 ** 32

/**
 * Adds up a year by student, school and term. Records are added in any order and not stored: tens of thousands of
 * objects would cost the garbage collector more time than the sums.
 */
export function annualLedger(terms: { id: number }[]) {
  const indexes = new Map(terms.map(({ id }, index) => [id, index]))
  const years = new Map<number, StudentYear>()

  return {
    /** A record with nothing to count may have a level instead. */
    add({ id, student_id, school_id, class_id, term_id, amount }: TermAmount, level?: string): void {
      const index = indexes.get(term_id)
      // A term that was added after the columns were read appears in the next answer.
      if (index === undefined) return
      const at = index * ID_RANGE + id
      const year = years.get(student_id) ?? { class_id, lines: [], lastAt: at }
      years.set(student_id, year)
      if (at >= year.lastAt) Object.assign(year, { class_id, lastAt: at })

      let line = year.lines.find((known) => known.school_id === school_id)
      if (!line) {
        line = { school_id, amounts: terms.map(() => null), firstAt: at }
        year.lines.push(line)
      }
      line.firstAt = Math.min(line.firstAt, at)
      if (amount !== null) line.amounts[index] = (line.amounts[index] ?? 0) + amount
      if (level) (line.levels ??= terms.map(() => null))[index] = level
    },

    /** The class a student ended the year in, and a line for each school, the first school first. */
    yearOf(student_id: number): Pick<StudentYear, 'class_id' | 'lines'> | undefined {
      const year = years.get(student_id)
      year?.lines.sort((a, b) => a.firstAt - b.firstAt)
      return year
    },
  }
}
