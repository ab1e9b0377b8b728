import type { Kysely } from 'kysely'
import type { AnnualAcademic } from '#contract/reportCards.ts'
import type { Tables } from '../../database/tables.ts'
import { annualReader } from '../readAnnual.ts'
import { fromTenths } from './tenths.ts'

/** What each student of a year achieved, term by term. */
export const annualAcademic = (db: Kysely<Tables>): ((year: number) => Promise<AnnualAcademic>) =>
  annualReader(db, 'reports', (school, tenths) => ({
    school,
    marks: tenths.map((mark) => (mark === null ? null : fromTenths(mark))),
  }))
