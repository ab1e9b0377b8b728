import { call } from '../ui/call.ts'
import { shownMark } from '../records/amounts.ts'
import type { AnnualKind } from './AnnualKind.ts'
import { meanOfScores } from './annualSums.ts'

export const annualAcademic: AnnualKind = {
  title: 'Annual Academic Report',
  subtitle: 'Mean scores out of 100',
  subtitleWithWords: 'Mean scores out of 100, or levels',
  fileName: 'annual-academic-report',
  key: ['reports', 'annual'],
  fetch: async (year, signal) => {
    const { data, terms } = await call('GET /api/reports?query=academic-rep', { query: { year }, signal })
    const rows = data.map((row) => ({
      student_id: row.student_id,
      student: row.student,
      class: row.class,
      schools: row.schools.map(({ school, marks, levels }) => ({
        school,
        amounts: marks,
        ...(levels && { words: levels }),
      })),
    }))
    return { rows, terms }
  },
  show: shownMark,
  format: 'mark',
  sumWord: 'Mean',
  sum: meanOfScores,
  emptyHint: 'Students appear here once they have a report card of this year.',
}
