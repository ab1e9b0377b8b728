import type { ImportedRow } from '#contract/imports.ts'
import { foldWord } from './choiceOf.ts'

/** What the cells with one text mean. */
export type Answer =
  /** A choice, a registered name or a value, which `field` may give to another field than the column's; empty for nothing. */
  | { means: string; field?: string }
  /** A name that is added with the import: a school with its cluster. */
  | { adds: string; cluster?: string }
  /** The marks or costs of a subject or category are not imported. */
  | 'left out'

/**
 * `word`: a text that is not blank. `blank`: an empty cell, or a text such as `N/A`. `mark`: a text in place of a mark. `sheet`: the
 * year, term or class of a sheet. `order`, `serials`, `swapped`: dates. `decimals`: amounts such as `12.500`. `turned`: names
 * such as `Wafula, Ruth`. `update`: a field that updates do not change. `refunds`: negative amounts.
 */
export type QuestionKind =
  | 'word'
  | 'blank'
  | 'mark'
  | 'sheet'
  | 'order'
  | 'serials'
  | 'swapped'
  | 'decimals'
  | 'turned'
  | 'update'
  | 'refunds'

/** Identifies a question by its text, so that its answer stays valid when a corrected sheet is chosen. */
export const keyOf = (kind: QuestionKind, field: string, text: string) => `${kind} ${field} ${foldWord(text)}`

/** The user's answers, by the keys of their questions. */
export type Answers = Record<string, Answer>

/** By the row's key: fields of the row to send that the user gave, among them `duplicate` and `keep`. Dates as `2010-04-03`. */
export type Corrections = Record<string, ImportedRow>

/** What happens to the negative amounts of receipts. */
export const REFUNDS = keyOf('refunds', 'cost', '')

export const YES: Answer = { means: 'yes' }
export const NO: Answer = { means: 'no' }
