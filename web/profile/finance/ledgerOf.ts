import { categories, type Receipt, toCents, toShillings } from '#contract/records/receipts.ts'

export type TermLedger = { id: number; term: string; receipts: Receipt[]; total: number }
export type Ledger = {
  terms: TermLedger[]
  /** Only categories with costs, the largest sum first. */
  categories: { category: string; total: number }[]
  total: number
}

/** The receipts of a year by term and by category. Sums are computed in whole cents. */
export function ledgerOf(receipts: Receipt[]): Ledger {
  const groups = receipts.flatMap((receipt) => receipt.categories)
  return {
    terms: [...Map.groupBy(receipts, ({ term_id }) => term_id)].map(([id, own]) => ({
      id,
      term: own[0]?.term ?? '',
      receipts: own,
      total: totalOf(own),
    })),
    categories: categories
      .map((category) => ({
        category,
        total: sum(
          groups.filter((group) => group.category === category),
          'category_total_cost',
        ),
      }))
      .filter(({ total }) => total > 0)
      .toSorted((a, b) => b.total - a.total),
    total: totalOf(receipts),
  }
}

const totalOf = (receipts: Receipt[]) => sum(receipts, 'total_cost')

const sum = <Field extends string>(rows: Record<Field, number>[], field: Field) =>
  toShillings(rows.reduce((cents, row) => cents + toCents(row[field]), 0))
