import { shillingsText, toCents } from '#contract/records/receipts.ts'

/** Shillings and cents: `1,234.50`. */
export const money = (amount: number) => shillingsText(toCents(amount))

/** A mark or a mean for a form, with a decimal only if it has one: `61.5`, `70`. */
export const markText = (mark: number) => String(Number(mark.toFixed(1)))

/** A mark or a mean for reading, always with one decimal, so that columns align and all screens agree: `70.0`. */
export const shownMark = (mark: number) => mark.toFixed(1)
