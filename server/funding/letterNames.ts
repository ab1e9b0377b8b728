import { fundingMessages, type PromiseLetterForm, type Renewal } from '#contract/money/funding.ts'
import { invalid } from '../base/ApiError.ts'
import { keysOf, namePairs, namesOneOf } from '../privacy/mentions.ts'

const firstName = (name: string) => name.split(' ', 1)[0] ?? ''

/**
 * Refuses a letter that names a student of these promises whom it may not name: by the ref or two words of the name. A first
 * name alone may be a word of any sentence, such as May or Faith. What also names somebody else in the letter, such as the
 * recipient or who signs, proves nothing.
 */
export function checkLetterNames(
  letter: Pick<PromiseLetterForm, 'subject' | 'text'>,
  { name: recipient, promises }: Renewal,
  others: string[],
): void {
  const shown = promises.flatMap(({ student, may_name }) => (may_name ? student : []))
  const names = [recipient, ...others, ...shown]
  const known = new Set(names.flatMap(namePairs))
  for (const { student, ref, may_name } of promises) {
    if (may_name) continue
    const keys = keysOf({ ref, names: [student] })
    const isNamed = namesOneOf(new Set([...keys].filter((key) => !known.has(key))))
    for (const field of ['subject', 'text'] as const)
      if (isNamed(letter[field])) throw invalid({ [field]: [fundingMessages.mayNotName(firstName(student))] })
  }
}
