import { NOT_KNOWN } from '#contract/base/unknown.ts'
import { shillingsText } from '#contract/records/receipts.ts'
import { listOf, plural } from '../../../ui/plural.ts'
import type { Answer } from '../../sheet/Answers.ts'
import { turnRound } from '../../sheet/ask/askCells.ts'
import type { Question } from '../../sheet/ask/Question.ts'

/** What an answer means, in words: `Physics`, `No mark`, `New school in Kisumu`. */
export function answerWords(question: Question, answer: Answer): string {
  const { kind, text } = question
  if (answer === 'left out') return 'Left out'
  if ('adds' in answer) {
    const name = answer.adds === text ? '' : ` ${answer.adds}`
    return `New ${nounOf(question)}${name}${answer.cluster ? ` in ${answer.cluster}` : ''}`
  }
  const { means } = answer
  if (kind === 'turned') return means === 'yes' ? turnRound(text) : 'As written'
  if (kind === 'decimals') return amountOf(text, means)
  if (answer.field) return `Sat ${means}`
  if (means !== '') return means
  return kind === 'mark' ? 'No mark' : kind === 'sheet' ? 'The student’s own class of the year' : 'Blank'
}

/** The words of a button for an answer: `Not known for all 203`. */
export function optionWords(question: Question, answer: Answer): string {
  const { cells, target } = question
  if (typeof answer === 'object' && 'adds' in answer)
    return `Add ${answer.adds === question.text && target.field !== 'year' ? nounOf(question) : answer.adds}`
  const words = answerWords(question, answer)
  return isAboutCells(question) && cells > 1 ? `${words} for all ${cells}` : words
}

/** `subject`, `officer` */
export const nounOf = ({ target: { field, label } }: Question) =>
  ({ liaison: 'officer', cost_category: 'category' })[field] ?? label.toLowerCase().replace(/^current /, '')

/** Whether a question is about single cells, of which a row may have several. */
export const isAboutCells = ({ kind }: Question) => kind === 'blank' || kind === 'mark'

/** `800 rows`, `31 cells` */
export const countWords = (question: Question) =>
  plural(question.cells, isAboutCells(question) ? 'cell' : 'row')

/** `12.500` as an amount, if the comma or the point is before the cents. */
function amountOf(text: string, decimals: string): string {
  const plain = decimals === ',' ? text.replaceAll('.', '').replace(',', '.') : text.replace(',', '')
  return shillingsText(Math.round(Number(plain) * 100))
}

export const isUnknown = (answer: Answer | undefined) =>
  typeof answer === 'object' && 'means' in answer && answer.means === NOT_KNOWN

/** `, like no school`; `in Maths and Phy` */
export function whereWords(question: Question): string {
  const { kind, target, guesses, from, evidence } = question
  if (evidence) return `, ${evidence}`
  if (kind === 'blank')
    return from.length > 0 ? ` in ${target.label}` : ` of ${target.label}, which has no column`
  if (kind === 'mark' || kind === 'decimals') return from.length > 3 ? '' : ` in ${listOf(from)}`
  if (kind === 'sheet') return ` of ${from[0] ?? ''}`
  return guesses.length === 0 && target.cellKind === 'names' ? `, like no ${nounOf(question)}` : ''
}
