const twoDecimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** Shillings and cents: `1,234.50`. */
export const money = (amount: number) => twoDecimals.format(amount)

/** A mark or a mean as it is typed, with its decimal where it has one: `61.5`, `70`. */
export const markText = (mark: number) => oneDecimal.format(mark)

/** A mark or a mean as it is read, always with its decimal, so that a column aligns and all screens agree: `70.0`. */
export const shownMark = (mark: number) => mark.toFixed(1)
