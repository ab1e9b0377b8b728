import { toCents, toShillings } from '#contract/receipts.ts'
import { type AnnualKind, type AnnualLine, type AnnualRow, hasWords, type Term } from './AnnualKind.ts'

/** The sum or mean of each column, null if nobody has an amount there, and the number of students who can have one. */
export type AnnualSums = { count: number; amounts: (number | null)[] }

type Sum = (amounts: number[]) => number

/** In whole cents, because sums of decimal fractions have rounding errors. */
export const totalOf: Sum = (costs) => toShillings(costs.reduce((cents, cost) => cents + toCents(cost), 0))

/** Rounded to one decimal, computed in whole tenths. */
export const meanOfScores: Sum = (scores) =>
  Math.round(scores.reduce((tenths, score) => tenths + Math.round(score * 10), 0) / scores.length) / 10

export function annualSums(rows: AnnualRow[], columns: AmountColumn[], sum: Sum): AnnualSums {
  const lines = rows.flatMap(({ schools }) => schools)
  const amounts = columns.map(({ of }) => {
    const known = lines.map(of).filter((amount) => amount !== null)
    return known.length > 0 ? sum(known) : null
  })
  return { count: rows.filter(canHaveAmounts).length, amounts }
}

/** Whether anybody has an amount: a mean of no students is nothing to show. */
export const hasSums = ({ amounts }: AnnualSums) => amounts.some((amount) => amount !== null)

/** Whether a student's terms do not all have words in place of amounts. */
const canHaveAmounts = (row: AnnualRow) =>
  !hasWords([row]) || row.schools.some(({ amounts }) => amounts.some((amount) => amount !== null))

/** A column of marks or costs, wherever the report is shown. */
export type AmountColumn = {
  name: string
  header: string
  of: (line: AnnualLine) => number | null
  /** What stands there in place of an amount, if anything does. */
  wordsOf: (line: AnnualLine) => string | null
  isTotal: boolean
}

/** The columns of the terms, then that of the total if there is one. */
export const amountColumns = ({ totalHeader }: AnnualKind, terms: Term[]): AmountColumn[] => [
  ...terms.map(({ term_name }, place) => ({
    name: termColumn(place),
    header: term_name,
    of: ({ amounts }: AnnualLine) => amounts[place] ?? null,
    wordsOf: ({ words }: AnnualLine) => words?.[place] ?? null,
    isTotal: false,
  })),
  ...(totalHeader
    ? [{ name: 'total_year_cost', header: totalHeader, of: totalOfLine, wordsOf: () => null, isTotal: true }]
    : []),
]

/** Words of an amount column as they are drawn: a count stays on the line of its level. */
export const unbroken = (words: string) => words.replaceAll(/(\d) /g, '$1\u00a0')

const totalOfLine = ({ total }: AnnualLine) => total ?? null

/** `term_a`, `term_b`: in an address, the names of columns have no digits. */
const termColumn = (place: number) => `term_${String.fromCharCode(97 + place)}`
