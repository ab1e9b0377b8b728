import { useState } from 'react'
import { gradeByScale, type GradeScale } from '#contract/records/gradeScales.ts'
import { readScore } from '#contract/records/reportCards.ts'

type Marked = { mark: string; grade: string }

/** Proposes the grades of rows by their marks, and knows which grades of the form were proposed, not typed. */
export function useProposedGrades(scale: GradeScale | undefined) {
  /** The mark and grade of each row when its grade was proposed: with another mark or grade it counts as typed. */
  const [proposals, setProposals] = useState<(Marked | undefined)[]>([])
  const isProposed = (index: number, { mark, grade }: Marked) =>
    grade !== '' && proposals[index]?.grade === grade && proposals[index].mark === mark
  const set = (index: number, proposal: Marked | undefined) =>
    setProposals((now) => Object.assign([...now], { [index]: proposal }))
  return {
    isProposed,
    /** The grade of a row whose mark changes: a typed one stays, any other follows the mark. */
    propose(index: number, row: Marked, mark: string): string {
      if (row.grade !== '' && !isProposed(index, row)) return row.grade
      const read = readScore(mark)
      const grade = (scale && read !== undefined && gradeByScale(scale, read)) || ''
      set(index, { mark, grade })
      return grade
    },
    /** The grade of the row was typed. */
    forget: (index: number) => set(index, undefined),
    /** The row was removed. */
    remove: (index: number) => setProposals((now) => now.toSpliced(index, 1)),
  }
}
