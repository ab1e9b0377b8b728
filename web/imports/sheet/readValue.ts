import { answerFor, foldWord } from './choiceOf.ts'
import type { Answers } from './Answers.ts'
import { readCell } from './readCell.ts'
import { dayText } from './readDay.ts'
import type { SheetCell } from './Spreadsheet.ts'
import type { Target } from './targets.ts'

/** A cell in the server's format. A cell that cannot be read is sent unchanged, so that the check reports it. */
export function valueOf(target: Target, cell: SheetCell, { words, dates }: Answers): string {
  const text = readCell(target, cell)
  if (text === '') return ''
  if (target.holds === 'date') return dayText(cell, dates[target.field])
  if (target.holds !== 'words' && target.holds !== 'names') return text
  const key = foldWord(text)
  return (
    answerFor(words[target.field], key) ?? target.words.find((choice) => foldWord(choice) === key) ?? text
  )
}

/** The columns of a student's name, in the order in which they are joined. */
const nameParts = ['first_names', 'other_names', 'last_names']

/** A name in one column takes precedence over its parts in several columns. */
export function joinName(texts: Record<string, string>) {
  const joined = nameParts.flatMap((part) => texts[part] || []).join(' ')
  for (const part of nameParts) delete texts[part]
  if (joined !== '') texts['name'] ||= joined
}

/** Without empty texts. */
export const filledIn = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))
