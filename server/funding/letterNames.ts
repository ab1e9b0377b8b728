import { fundingMessages, type PromiseLetterForm, type Renewal } from '#contract/money/funding.ts'
import { invalid } from '../base/ApiError.ts'
import { keysOf, namePairs, namesOneOf, wordsIn } from '../privacy/mentions.ts'

const firstName = (name: string) => name.split(' ', 1)[0] ?? ''
/** A first name as a key, such as `mary-anne`. */
const firstKey = (name: string) => wordsIn(firstName(name)).join('-')

/**
 * Refuses a letter that names a student of these promises whom it may not name: by the ref, two words of the name, or the first
 * name alone. What also names somebody else in the letter, such as the recipient or who signs, proves nothing.
 */
export function checkLetterNames(
  letter: Pick<PromiseLetterForm, 'subject' | 'text'>,
  { name: recipient, promises }: Renewal,
  others: string[],
): void {
  const shown = promises.flatMap(({ student, may_name }) => (may_name ? student : []))
  const names = [recipient, ...others, ...shown]
  const known = new Set([firstKey, wordsIn, namePairs].flatMap((keysIn) => names.flatMap(keysIn)))
  for (const { student, ref, may_name } of promises) {
    if (may_name) continue
    const first = firstKey(student)
    const keys = [...keysOf({ ref, names: [student] }), ...(first.length > 1 ? [first] : [])]
    const isNamed = namesOneOf(new Set(keys.filter((key) => !known.has(key))))
    for (const field of ['subject', 'text'] as const)
      if (isNamed(letter[field])) throw invalid({ [field]: [fundingMessages.mayNotName(firstName(student))] })
  }
}
