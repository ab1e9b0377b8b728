import type { ImportKind } from '#contract/imports.ts'
import { curriculumNames } from '#contract/records/curricula.ts'
import { readResult } from '#contract/records/readResult.ts'
import { type Answer, keyOf, YES } from '../Answers.ts'
import { askDecimals } from '../amounts.ts'
import { foldWord } from '../choiceOf.ts'
import { type ChosenSheets, columnsOf } from '../guess/guessColumns.ts'
import { rawText, readCell } from '../readCell.ts'
import type { SheetRow } from '../rowsOf.ts'
import { partFields, type Target } from '../targets.ts'
import { byCells, countText, type FoundText, type Question, questionOf } from './Question.ts'

/** A text in place of a mark that says that there is none. */
const ABSENT = /\b(not|never|no|absent|abs|sick|missed|exempt(ed)?|did ?n[o']?t)\b/i

const NO_MARK: Answer = { means: '' }

/** The columns of marks or costs. */
const partCells = (kind: 'results' | 'receipts', { columns }: Pick<ChosenSheets, 'columns'>) =>
  columnsOf(kind, columns).filter(
    ({ target }) => target.field === partFields[kind].column || target.field === partFields[kind].value,
  )

/** What texts in place of marks mean. Blank ones mean none. */
export function askMarks(
  kind: ImportKind,
  chosen: Pick<ChosenSheets, 'columns'>,
  rows: readonly SheetRow[],
): Question[] {
  if (kind !== 'results') return []
  const columns = partCells(kind, chosen)
  // Counted first, because a sheet has few different texts.
  const texts = new Map<string, FoundText & { column: (typeof columns)[number] }>()
  for (const column of columns)
    for (const [at, row] of rows.entries()) {
      const text = rawText(row.cells[column.index])
      if (text !== '') countText(texts, text, { text, column }, at, column.heading)
    }
  const found = new Map<string, Question>()
  for (const { text, rows: own, from, column } of texts.values()) {
    const isBlank = readCell(column.target, text) === ''
    if (!isBlank && curriculumNames.some((curriculum) => readResult(text, curriculum))) continue
    const key = foldWord(text)
    const other = found.get(key)
    found.set(
      key,
      questionOf('mark', column.target, other?.text ?? text, {
        rows: [...(other?.rows ?? []), ...own],
        from: [...new Set([...(other?.from ?? []), ...from])],
        certain: isBlank ? NO_MARK : undefined,
        guesses: ABSENT.test(text) ? [NO_MARK] : [],
      }),
    )
  }
  return [...found.values()].toSorted(byCells)
}

/** Whether `12.500` are thousands. */
export function askAmounts(
  kind: ImportKind,
  chosen: Pick<ChosenSheets, 'columns'>,
  rows: readonly SheetRow[],
): Question[] {
  const columns =
    kind === 'receipts'
      ? partCells(kind, chosen)
      : columnsOf(kind, chosen.columns).filter(({ target }) => target.isAmount)
  const cells = columns.flatMap(({ index }) => rows.map((row) => row.cells[index] ?? null))
  const asked = askDecimals(cells)
  const target = columns[0]?.target
  if (!asked || !target) return []
  const { example, certain } = asked
  return [
    questionOf('decimals', target, example, {
      from: columns.map(({ heading }) => heading),
      certain: certain && { means: certain },
      guesses: [{ means: ',' }, { means: '.' }],
    }),
  ]
}

const LAST_FIRST = /^([^,]+),\s*([^,]+)$/

/** `Ruth Nekesa Wafula` of `Wafula, Ruth Nekesa` */
export const turnRound = (name: string) => name.replace(LAST_FIRST, '$2 $1')

/** Columns whose names are all written as `Wafula, Ruth Nekesa` are turned round, unless the user decides otherwise. */
export const askTurned = (
  kind: ImportKind,
  { columns }: Pick<ChosenSheets, 'columns'>,
  rows: readonly SheetRow[],
): Question[] =>
  columnsOf(kind, columns)
    .filter(({ target }) => isName(target))
    .flatMap(({ target, heading, index }) => {
      const names = rows.flatMap(({ cells }, at) => {
        const text = readCell(target, cells[index])
        return text === '' ? [] : { at, text }
      })
      const [first] = names
      if (!first || !names.every(({ text }) => LAST_FIRST.test(text))) return []
      const own = names.map(({ at }) => at)
      return questionOf('turned', target, first.text, {
        key: keyOf('turned', target.field, ''),
        rows: own,
        from: [heading],
        certain: YES,
      })
    })

export const isName = ({ field }: Pick<Target, 'field'>) => field === 'name' || field === 'whole_name'
