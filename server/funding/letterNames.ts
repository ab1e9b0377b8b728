import { fundingMessages, type PromiseLetterForm, type Renewal } from '#contract/money/funding.ts'
import { invalid } from '../base/ApiError.ts'
import { keysOf, namePairs, namesOneOf } from '../privacy/mentions.ts'

type Letter = Pick<PromiseLetterForm, 'subject' | 'text'>
type Named = { student: string; ref: string; may_name: boolean | number }

const firstName = (name: string) => name.split(' ', 1)[0] ?? ''

/** Refuses a letter that names a student of these promises whom it may not name. */
export function checkLetterNames(letter: Letter, { name, promises }: Renewal, others: string[]): void {
  const found = findHiddenName(letter, promises, [name, ...others])
  if (found) throw invalid({ [found.field]: [fundingMessages.mayNotName(firstName(found.student))] })
}

/**
 * A student whom a letter may not name, but names by the ref or two words of the name. A first name alone may be a word of any
 * sentence, such as May or Faith. What also names somebody else in the letter, such as the recipient or who signs, proves
 * nothing.
 */
export function findHiddenName(letter: Letter, promises: Named[], others: string[]) {
  const shown = promises.flatMap(({ student, may_name }) => (may_name ? student : []))
  const known = new Set([...others, ...shown].flatMap(namePairs))
  for (const { student, ref, may_name } of promises) {
    if (may_name) continue
    const keys = keysOf({ ref, names: [student] })
    const isNamed = namesOneOf(new Set([...keys].filter((key) => !known.has(key))))
    for (const field of ['subject', 'text'] as const) if (isNamed(letter[field])) return { field, student }
  }
  return undefined
}
