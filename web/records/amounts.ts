const twoDecimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** Shillings and cents: `1,234.50`. */
export const money = (amount: number) => twoDecimals.format(amount)

/** A mark or a mean for a form, with a decimal only if it has one: `61.5`, `70`. */
export const markText = (mark: number) => oneDecimal.format(mark)

/** A mark or a mean for reading, always with one decimal, so that columns align and all screens agree: `70.0`. */
export const shownMark = (mark: number) => mark.toFixed(1)
