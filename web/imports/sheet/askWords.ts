import type { ImportKind, Remembered } from '#contract/imports.ts'
import { choiceOf, foldWord, rememberedName } from './choiceOf.ts'
import { type ChosenSheet, columnsOf } from './guess/guessColumns.ts'
import { type DataRow, dataRows } from './guess/guessHeader.ts'
import { readCell } from './readCell.ts'
import type { Target } from './targets.ts'

/** By field and folded word (`foldWord`): the form's choice or the registered name that the word means. */
export type WordAnswers = Record<string, Record<string, string>>

export type WordQuestion = {
  target: Target
  heading: string
  /** The words that are not one of the form's choices, most frequent first, each with the guess. */
  words: { word: string; rows: number; guess: string | null }[]
  /** The words that need no question, in the form's spelling. */
  understood: string[]
  /** How many other names there are, for which the check asks; of liaison officers only. */
  unasked?: number
}

/** One question for each column whose field has a list of choices. With empty `words` it asks nothing. */
export function askWords(
  kind: ImportKind,
  { sheet, header, columns }: ChosenSheet,
  remembered?: Remembered,
): WordQuestion[] {
  const rows = dataRows(sheet, header)
  return columnsOf(kind, columns, 'words').map(({ target, heading, index }) => {
    const { unknown, understood } = wordsIn(rows, target, index)
    const before = rememberedName(target.field, target.words, remembered)
    const words = unknown.map((each) =>
      Object.assign(each, { guess: before(each.word) ?? choiceOf(target, each.word) ?? null }),
    )
    return { target, heading, words, understood }
  })
}

/** The words of a column that are none of the choices, most frequent first, each with the number of its rows; and the choices that are named. */
export function wordsIn(rows: readonly DataRow[], target: Target, index: number | undefined) {
  const cells = index === undefined ? [] : rows.map((row) => readCell(target, row.cells[index]))
  const found = Map.groupBy(cells.filter(Boolean), foldWord)
  const understood = target.words.filter((choice) => found.has(foldWord(choice)))
  for (const choice of understood) found.delete(foldWord(choice))
  const unknown = [...found.values()].map(([word = '', ...others]) => ({ word, rows: 1 + others.length }))
  return { unknown: unknown.toSorted((a, b) => b.rows - a.rows), understood }
}
