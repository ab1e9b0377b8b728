import { type Answer, keyOf, type QuestionKind } from '../Answers.ts'
import type { SheetRow } from '../rowsOf.ts'
import type { NamedField, Target } from '../targets.ts'

/** What cells with one text mean. */
export type Question = {
  key: string
  kind: QuestionKind
  target: Target
  /** The text as in the sheet; empty if the cells are. */
  text: string
  /** Where the text is: headings of columns, or the name of a sheet. */
  from: string[]
  /** The indexes of its rows. A row may have several of its cells. */
  rows: number[]
  cells: number
  /** What it certainly means, so that it is not asked. */
  certain: Answer | undefined
  /** The key of another spelling in the sheet that means the same. */
  like: string | undefined
  /** The likely answers, the likeliest first. */
  guesses: Answer[]
  /** What orders the guesses: `11 of them girls`. */
  evidence: string | undefined
}

export function questionOf(
  kind: QuestionKind,
  target: Target,
  text: string,
  rest: Partial<Omit<Question, 'kind' | 'target' | 'text'>>,
): Question {
  const { rows = [] } = rest
  return {
    key: keyOf(kind, target.field, text),
    kind,
    target,
    text,
    from: [],
    cells: rows.length,
    certain: undefined,
    like: undefined,
    guesses: [],
    evidence: undefined,
    ...rest,
    rows,
  }
}

/** A text of a column, with the indexes of its rows. */
export type FoundText = { text: string; rows: number[]; from: Set<string> }

/** Counts a text by its key. */
export function countText<Of extends object>(
  found: Map<string, FoundText & Of>,
  key: string,
  of: { text: string } & Of,
  row: number,
  from: string,
) {
  const each = found.get(key)
  if (!each) found.set(key, { ...of, rows: [row], from: new Set([from]) })
  else {
    each.rows.push(row)
    each.from.add(from)
  }
}

export const byCells = (one: Question, other: Question) => other.cells - one.cells

/** The registered names, by the field that refers to them. */
export type Names = { [Field in NamedField]?: readonly string[] }

/** The times that the names and titles of sheets give to rows without a cell of their own. */
export type SheetTimes = {
  questions: Question[]
  /** The text in place of an empty cell, as if the sheet had a column for it; empty without an answer. */
  textOf: (field: string, row: Pick<SheetRow, 'sheet'>) => string
}
