const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const LARGE = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1_000, 'thousand'],
] as const

/** An amount in whole cents: `Four hundred and thirty-four thousand seven hundred Kenya shillings`. */
export function amountInWords(amount: number): string {
  const [shillings, cents] = [Math.floor(amount / 100), amount % 100]
  const words = `${inWords(shillings)} Kenya ${shillings === 1 ? 'shilling' : 'shillings'}`
  const rest = cents > 0 ? ` and ${inWords(cents)} ${cents === 1 ? 'cent' : 'cents'}` : ''
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${rest}`
}

function inWords(number: number): string {
  for (const [size, name] of LARGE)
    if (number >= size) {
      const rest = number % size
      const joint = rest > 0 && rest < 100 ? ' and ' : ' '
      return `${inWords(Math.floor(number / size))} ${name}${rest > 0 ? joint + inWords(rest) : ''}`
    }
  if (number < 20) return SMALL[number] ?? ''
  if (number < 100) {
    const rest = number % 10
    return `${TENS[Math.floor(number / 10)]}${rest > 0 ? `-${SMALL[rest]}` : ''}`
  }
  const rest = number % 100
  return `${SMALL[Math.floor(number / 100)]} hundred${rest > 0 ? ` and ${inWords(rest)}` : ''}`
}
