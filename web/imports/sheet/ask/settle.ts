import { type ImportKind, type Remembered } from '#contract/imports.ts'
import { type Answer, type Answers, keyOf, type QuestionKind } from '../Answers.ts'
import type { Decimals } from '../amounts.ts'
import type { ChosenSheets } from '../guess/guessColumns.ts'
import type { DateAnswers } from '../readDay.ts'
import type { SheetRow } from '../rowsOf.ts'
import { askBlanks } from './askBlanks.ts'
import { askAmounts, askMarks, askTurned } from './askCells.ts'
import { askDates, type DateQuestion, dateKeys } from './askDates.ts'
import { askSheets } from './askSheets.ts'
import { askWords } from './askWords.ts'
import type { Names, Question, SheetTimes } from './Question.ts'

/** Everything that the sheets leave open or that was understood from them. */
export type Asked = { questions: Question[]; dates: DateQuestion[]; times: SheetTimes; ours: Names }

/** Reads all questions from the sheets. Only the questions about words that a sheet's name gives depend on answers. */
export function askAll(
  kind: ImportKind,
  chosen: ChosenSheets,
  rows: readonly SheetRow[],
  ours: Names,
  remembered: Remembered | undefined,
  answers: Answers = {},
): Asked {
  const times = askSheets(kind, chosen, rows, ours, answers)
  const questions = [
    ...times.questions,
    ...askTurned(kind, chosen, rows),
    ...askWords(kind, chosen, rows, ours, remembered, times),
    ...askMarks(kind, chosen, rows),
    ...askAmounts(kind, chosen, rows),
    ...askBlanks(kind, chosen, rows),
  ]
  return { questions, dates: askDates(kind, chosen, rows), times, ours }
}

/** What the texts of the sheets mean, by the user's answers and by what needs none. */
export type Settled = {
  /** The answer to a question by its key, and to the question about a text. */
  answer: (key: string) => Answer | undefined
  answerTo: (kind: QuestionKind, field: string, text: string) => Answer | undefined
  dates: DateAnswers
  decimals: Decimals | undefined
  times: SheetTimes
}

/** Completes the answers by what is certain. Guesses count only when the user takes them. */
export function settle({ questions, dates, times }: Asked, answers: Answers): Settled {
  const byKey = new Map(questions.map((question) => [question.key, question]))
  const find = (key: string): Answer | undefined => {
    const own = answers[key]
    if (own !== undefined) return own
    const { certain, like } = byKey.get(key) ?? {}
    const other = certain ?? (like === undefined ? undefined : find(like))
    // Another spelling of a new name means that name.
    return certain === undefined && typeof other === 'object' && 'adds' in other
      ? { means: other.adds }
      : other
  }
  const settled = new Map<string, Answer>()
  for (const key of [...byKey.keys(), ...Object.keys(answers)]) {
    const answer = find(key)
    if (answer !== undefined) settled.set(key, answer)
  }
  // By text as in the sheet, because folding the text of every cell takes seconds.
  const byText = new Map<string, Answer | undefined>()
  const decimals = questions.find(({ kind }) => kind === 'decimals')
  const separator = decimals && meaningOf(settled.get(decimals.key))
  return {
    answer: (key) => settled.get(key),
    answerTo(kind, field, text) {
      const said = `${kind} ${field} ${text}`
      if (!byText.has(said)) byText.set(said, settled.get(keyOf(kind, field, text)))
      return byText.get(said)
    },
    dates: datesIn(dates, answers),
    decimals: separator === ',' || separator === '.' ? separator : undefined,
    times,
  }
}

function datesIn(dates: readonly DateQuestion[], answers: Answers): DateAnswers {
  return Object.fromEntries(
    dates.map((date) => {
      const keys = dateKeys(date)
      const said = (key: string | undefined) => {
        const answer = key === undefined ? undefined : answers[key]
        return typeof answer === 'object' && 'means' in answer ? answer.means : undefined
      }
      const isSaid = (key: string | undefined) => {
        const word = said(key)
        return word === undefined ? null : word === 'yes'
      }
      const order = said(keys.order)
      return [
        date.target.field,
        {
          order: order === 'day first' || order === 'month first' ? order : (date.order?.settled ?? null),
          readsSerials: isSaid(keys.serials),
          ...(date.swapped && { areSwapped: isSaid(keys.swapped) }),
        },
      ]
    }),
  )
}

/** The meaning of a settled answer as text; undefined if the cells are not imported. */
export const meaningOf = (answer: Answer | undefined): string | undefined =>
  answer === undefined || answer === 'left out' ? undefined : 'adds' in answer ? answer.adds : answer.means
