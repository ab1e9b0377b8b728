import type { Kysely } from 'kysely'
import type { AnnualAcademic } from '#contract/academics.ts'
import type { Tables } from '../database/tables.ts'
import type { AnnualRow } from '../records/annualRows.ts'
import { annualReader } from '../records/readAnnual.ts'
import { fromTenths } from './tenths.ts'

/** What each student of a year achieved, term by term. */
export function annualAcademic(db: Kysely<Tables>) {
  const read = annualReader(db, 'reports')
  return async (year: number): Promise<AnnualAcademic> => {
    const { rows, terms } = await read(year)
    return { data: rows.map(asAcademic), terms }
  }
}

const asAcademic = ({ schools, ...student }: AnnualRow): AnnualAcademic['data'][number] => ({
  ...student,
  schools: schools.map(({ school, amounts }) => ({
    school,
    marks: amounts.map((mark) => (mark === null ? null : fromTenths(mark))),
  })),
})
