import type { ImportKind, Remembered } from '#contract/imports.ts'
import { answerFor, choiceOf, foldWord } from './choiceOf.ts'
import { type ColumnChoice, columnsOf } from './guess/guessColumns.ts'
import { dataRows } from './guess/guessHeader.ts'
import { readCell } from './readCell.ts'
import type { Sheet } from './Spreadsheet.ts'
import type { Target } from './targets.ts'

/** By field and folded word (`foldWord`): the form's choice or the registered name that the word means. */
export type WordAnswers = Record<string, Record<string, string>>

export type WordQuestion = {
  target: Target
  /** The heading of its column. */
  heading: string
  /** The words that are not one of the form's choices, most frequent first, each with the guess. */
  words: { word: string; rows: number; guess: string | null }[]
  /** The words that need no question, in the form's spelling. */
  understood: string[]
}

/** One question for each column whose field has a list of choices. With empty `words` it asks nothing. */
export function askWords(
  kind: ImportKind,
  sheet: Sheet,
  header: number,
  choices: ColumnChoice[],
  remembered?: Remembered,
): WordQuestion[] {
  const rows = dataRows(sheet, header)
  return columnsOf(kind, choices, 'words').map(({ target, heading, index }) => {
    const counts = new Map<string, { word: string; rows: number }>()
    for (const { cells } of rows) {
      const word = readCell(target, cells[index])
      if (word === '') continue
      const count = counts.get(foldWord(word)) ?? { word, rows: 0 }
      count.rows += 1
      counts.set(foldWord(word), count)
    }
    const known = (key: string) => target.words.find((choice) => foldWord(choice) === key)
    const before = remembered?.words[target.field]
    const guessOf = (key: string) =>
      target.words.find((choice) => choice === answerFor(before, key)) ?? choiceOf(target, key)
    const words = [...counts].toSorted(([, a], [, b]) => b.rows - a.rows)
    return {
      target,
      heading,
      words: words
        .filter(([key]) => !known(key))
        .map(([key, count]) => Object.assign(count, { guess: guessOf(key) ?? null })),
      understood: words.flatMap(([key]) => known(key) ?? []),
    }
  })
}
