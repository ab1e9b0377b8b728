import type { AnnualKind, AnnualLine, Term } from './AnnualKind.ts'

/** A column of marks or costs, wherever the report is shown. */
export type AmountColumn = {
  name: string
  header: string
  of: (line: AnnualLine) => number | null
  isTotal: boolean
}

/** The terms as they come, and behind them the total where there is one. */
export const amountColumns = ({ totalHeader }: AnnualKind, terms: Term[]): AmountColumn[] => [
  ...terms.map(({ term_name }, place) => ({
    name: termColumn(place),
    header: term_name,
    of: ({ amounts }: AnnualLine) => amounts[place] ?? null,
    isTotal: false,
  })),
  ...(totalHeader ? [{ name: 'total_year_cost', header: totalHeader, of: totalOfLine, isTotal: true }] : []),
]

const totalOfLine = ({ total }: AnnualLine) => total ?? null

/** `term_a`, `term_b`: in an address, the names of columns have no digits. */
const termColumn = (place: number) => `term_${String.fromCharCode(97 + place)}`
