import { amountSchema, shillingsText, toCents, toShillings } from '#contract/records/receipts.ts'

/** Shillings and cents: `1,234.50`. */
export const money = (amount: number) => shillingsText(toCents(amount))

/** Without cents if there are none: `1,240,000`. */
export const shortMoney = (amount: number) => money(amount).replace(/\.00$/, '')

/** An amount in a sentence: `KES 1,240,000`. */
export const kes = (amount: number) => `KES ${shortMoney(amount)}`

/** The sum of amounts in shillings, exact to the cent. */
export const sumOf = (amounts: readonly number[]) =>
  toShillings(amounts.reduce((cents, amount) => cents + toCents(amount), 0))

const amount = amountSchema('Amount')

/** A typed amount in whole cents, or undefined if a form would refuse it. */
export function centsOf(typed: string): number | undefined {
  const read = amount.safeParse(typed)
  return read.success ? toCents(read.data) : undefined
}

/** A mark or a mean for a form, with a decimal only if it has one: `61.5`, `70`. */
export const markText = (mark: number) => String(Number(mark.toFixed(1)))

/** A mark or a mean for reading, always with one decimal, so that columns align and all screens agree: `70.0`. */
export const shownMark = (mark: number) => mark.toFixed(1)

/** `1,300.00 less than paid`, of receipts of a payment; undefined if they are as much. */
export function differenceWords(of: { amount: number; receipted: number }) {
  const difference = sumOf([of.amount, -of.receipted])
  if (difference === 0) return undefined
  return `${money(Math.abs(difference))} ${difference > 0 ? 'less' : 'more'} than paid`
}
