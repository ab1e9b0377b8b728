/** The first letters of the first two names. */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/, 2)
    .map((word) => word.charAt(0))
    .join('')
