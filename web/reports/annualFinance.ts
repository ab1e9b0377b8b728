import { call } from '../ui/call.ts'
import { money } from '../records/amounts.ts'
import type { AnnualKind } from './AnnualKind.ts'
import { totalOf } from './annualSums.ts'

export const annualFinance: AnnualKind = {
  title: 'Annual Finance Report',
  subtitle: 'Costs in Kenya shillings (KES)',
  fileName: 'annual-finance-report',
  key: ['receipts', 'annual'],
  fetch: async (year, signal) => {
    const { data, terms } = await call('GET /api/finance?query=finance-rep', { query: { year }, signal })
    const rows = data.map((row) => ({
      student_id: row.student_id,
      student: row.student,
      class: row.class,
      schools: row.schools.map(({ school, costs, total_year_cost }) => ({
        school,
        amounts: costs,
        total: total_year_cost,
      })),
    }))
    return { rows, terms }
  },
  show: money,
  format: 'money',
  sumWord: 'Total',
  sum: totalOf,
  totalHeader: 'Total Cost',
  emptyHint: 'Students appear here once they have a receipt of this year.',
}
