/** `1 report`, `2 reports` */
export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const manyOf = { is: 'are', has: 'have', waits: 'wait', lacks: 'lack' }

/** The verb after a number: `is` or `are`. */
export const verb = (count: number, ofOne: keyof typeof manyOf) => (count === 1 ? ofOne : manyOf[ofOne])

/** `1, 2 and 3` */
export const listOf = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ')

/** `Paper required` of `paper required` */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
