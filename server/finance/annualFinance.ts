import type { Kysely } from 'kysely'
import { type AnnualFinance, toShillings } from '#contract/finance.ts'
import type { Tables } from '../database/tables.ts'
import type { AnnualRow } from '../records/annualRows.ts'
import { annualReader } from '../records/readAnnual.ts'

/** What each student of a year cost, term by term and in all. */
export function annualFinance(db: Kysely<Tables>) {
  const read = annualReader(db, 'receipts')
  return async (year: number): Promise<AnnualFinance> => {
    const { rows, terms } = await read(year)
    return { data: rows.map(asFinance), terms }
  }
}

export const asFinance = ({ schools, ...student }: AnnualRow): AnnualFinance['data'][number] => ({
  ...student,
  schools: schools.map(({ school, amounts }) => ({
    school,
    costs: amounts.map((cents) => (cents === null ? null : toShillings(cents))),
    total_year_cost: toShillings(amounts.reduce<number>((sum, cents) => sum + (cents ?? 0), 0)),
  })),
})
