import type { Kysely } from 'kysely'
import { type AnnualFinance, toShillings } from '#contract/receipts.ts'
import type { Tables } from '../../database/tables.ts'
import { annualReader } from '../readAnnual.ts'

/** What each student of a year cost, term by term and in all. */
export const annualFinance = (db: Kysely<Tables>): ((year: number) => Promise<AnnualFinance>) =>
  annualReader(db, 'receipts', (school, cents) => ({
    school,
    costs: cents.map((cost) => (cost === null ? null : toShillings(cost))),
    total_year_cost: toShillings(cents.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)),
  }))
