import type { ImportKind } from '#contract/imports.ts'
import { askDates } from './askDates.ts'
import { chooseColumn, type ChosenSheet } from './guess/guessColumns.ts'
import { dataRows } from './guess/guessHeader.ts'
import { type Answers, noAnswers } from './Answers.ts'
import type { Sheet } from './Spreadsheet.ts'

export type AnsweredSheet = {
  sheet: Sheet
  answers: Answers
  /** Corrections typed since the last check. */
  typed: Answers['corrections']
}

/** The answers that are still valid when another sheet, or a corrected version, replaces one with answers. */
export function answersStillValid(
  kind: ImportKind,
  before: AnsweredSheet | undefined,
  now: ChosenSheet,
): Pick<AnsweredSheet, 'answers' | 'typed'> {
  const { header, columns } = now
  if (!before) return { answers: { ...noAnswers, header, columns }, typed: {} }
  const { corrections, blanks, decisions, kept } = before.answers
  const numbers = sameRows(before, now)
  const renumbered = <Answer>(byRow: Record<number, Answer>): Record<number, Answer> =>
    Object.fromEntries(
      Object.entries(byRow).flatMap(([number, answer]) => {
        const same = numbers.get(Number(number))
        return same === undefined ? [] : [[same, answer]]
      }),
    )
  return {
    answers: {
      ...before.answers,
      header,
      columns,
      dates: sameDates(kind, before, now),
      corrections: renumbered(corrections),
      blanks: renumbered(blanks),
      decisions: renumbered(decisions),
      kept: { fields: kept.fields, rows: renumbered(kept.rows) },
    },
    typed: renumbered(before.typed),
  }
}

/** Assigns a column to a field, and drops the answers about dates of fields whose column changed. */
export function withColumn(answers: Answers, index: number, field: string | null): Answers {
  const before = answers.columns.find((each) => each.index === index)?.field
  const dates = Object.entries(answers.dates).filter(
    ([date]) => field === before || (date !== field && date !== before),
  )
  return {
    ...answers,
    columns: chooseColumn(answers.columns, index, field),
    dates: Object.fromEntries(dates),
  }
}

/** The number of rows with a correction or a decision. */
export const countAnsweredRows = ({
  answers: { corrections, blanks, decisions, kept },
  typed,
}: Pick<AnsweredSheet, 'answers' | 'typed'>) =>
  new Set([corrections, blanks, decisions, kept.rows, typed].flatMap((said) => Object.keys(said))).size

/** The index in this sheet of the heading row that was chosen before. */
export function findHeader({ rows }: Sheet, { sheet, answers }: AnsweredSheet): number | undefined {
  const headings = JSON.stringify(sheet.rows[answers.header])
  const index = rows.findIndex((cells) => JSON.stringify(cells) === headings)
  return index < 0 ? undefined : index
}

/** Maps a row's former number to its number in this sheet, if all its cells are the same. */
function sameRows({ sheet: former, answers }: AnsweredSheet, { sheet, header }: ChosenSheet) {
  const rows = Map.groupBy(dataRows(sheet, header), ({ cells }) => JSON.stringify(cells))
  return new Map(
    dataRows(former, answers.header).flatMap(({ number, cells }): [number, number][] => {
      const same = rows.get(JSON.stringify(cells))?.shift()
      return same ? [[number, same.number]] : []
    }),
  )
}

/** The answers about dates whose question is exactly the same in this sheet. */
function sameDates(kind: ImportKind, { sheet, answers }: AnsweredSheet, now: ChosenSheet): Answers['dates'] {
  const askedOf = (of: ChosenSheet) =>
    new Map(
      askDates(kind, of).map(({ target, order, serials, swapped }) => [
        target.field,
        JSON.stringify([order?.example, order?.settled, serials?.example, swapped?.example.date]),
      ]),
    )
  const before = askedOf({ sheet, ...answers })
  const after = askedOf(now)
  return Object.fromEntries(
    Object.entries(answers.dates).filter(([field]) => before.get(field) === after.get(field)),
  )
}
