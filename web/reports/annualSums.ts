import type { Lookup } from '#contract/lookups.ts'
import { toCents, toShillings } from '#contract/records/receipts.ts'
import type { AnnualSums as SumsOfAll } from '#contract/records/records.ts'
import { type AnnualKind, type AnnualLine, type AnnualRow, hasWords } from './AnnualKind.ts'

/** The sum or mean of each column, null without amounts, and the number of students who can have amounts. */
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

/** The sums over all students whom a search finds, if the server pages them. */
export function sumsOfAll(
  { terms, leveled }: SumsOfAll,
  students: number,
  { sumOf, totalHeader }: AnnualKind,
): AnnualSums {
  const all = terms.reduce((one, other) => ({ count: one.count + other.count, sum: one.sum + other.sum }), {
    count: 0,
    sum: 0,
  })
  const columns = totalHeader ? [...terms, all] : terms
  return {
    count: students - leveled,
    amounts: columns.map((each) => (each.count > 0 ? sumOf(each) : null)),
  }
}

/** Whether any student has an amount; otherwise there is no mean to show. */
export const hasSums = ({ amounts }: AnnualSums) => amounts.some((amount) => amount !== null)

/** Whether any of a student's terms can have an amount: not if all have words instead. */
const canHaveAmounts = (row: AnnualRow) =>
  !hasWords([row]) || row.schools.some((line) => amountsOf(line).some((amount) => amount !== null))

/** A column of marks or costs, on the screen, on paper and in files. */
export type AmountColumn = {
  name: string
  header: string
  of: (line: AnnualLine) => number | null
  /** The words that replace an amount, if any. */
  wordsOf: (line: AnnualLine) => string | null
  isTotal: boolean
}

/** The columns of the terms, then the total if there is one. */
export const amountColumns = (
  { totalHeader }: AnnualKind,
  terms: Pick<Lookup, 'term_name'>[],
): AmountColumn[] => [
  ...terms.map(({ term_name = '' }, index) => ({
    name: termColumn(index),
    header: term_name,
    of: (line: AnnualLine) => amountsOf(line)[index] ?? null,
    wordsOf: ({ levels }: AnnualLine) => levels?.[index] ?? null,
    isTotal: false,
  })),
  ...(totalHeader
    ? [{ name: 'total_year_cost', header: totalHeader, of: totalOfLine, wordsOf: () => null, isTotal: true }]
    : []),
]

/** Words of an amount column with non-breaking spaces, so that a count stays on the line of its level. */
export const unbroken = (words: string) => words.replaceAll(/(\d) /g, '$1\u00a0')

const amountsOf = ({ costs, marks }: AnnualLine) => costs ?? marks ?? []
const totalOfLine = ({ total_year_cost }: AnnualLine) => total_year_cost ?? null

/** `term_a`, `term_b`: in an address, the names of columns have no digits. */
const termColumn = (index: number) => `term_${String.fromCharCode(97 + index)}`
