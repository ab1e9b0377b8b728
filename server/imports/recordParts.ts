import type { CurriculumName } from '#contract/records/curricula.ts'
import { COST_SEPARATOR, type ImportedRow, recordParts } from '#contract/imports.ts'
import { readResult } from '#contract/records/readResult.ts'
import { categories, type Category, itemForm, ITEMS_MAX, toCents } from '#contract/records/receipts.ts'
import { MARKS_MAX } from '#contract/records/reportCards.ts'
import { foldedName } from '../database/foldedName.ts'
import { costsOf } from '../records/receipts/receiptChanges.ts'
import { readableMark, tenthsOf } from '../records/reportCards/reportCardChanges.ts'
import { type Findings, isEmpty, type Named, textIn } from './importing.ts'

/** The subjects or items of a row, and the same for the history. */
type Parts<Part> = { parts: Part[]; facts: Record<string, string> }
export type NewMark = { subject_id: number; grade: string; mark: number | null }
export type NewItem = { category: Category; item: string; cost: number }

/** The filled columns of a row that are about a subject or an item, without the beginning of their names. */
const partsIn = (cells: ImportedRow, prefix: string) =>
  Object.entries(cells).flatMap(([column, cell]) =>
    column.startsWith(prefix) && !isEmpty(cell)
      ? [{ column, name: column.slice(prefix.length), text: textIn(cell) }]
      : [],
  )

export function marksIn(
  row: number,
  cells: ImportedRow,
  curriculum: CurriculumName,
  subjects: ReadonlyMap<string, Named>,
  findings: Findings,
): Parts<NewMark> {
  const parts: NewMark[] = []
  const facts: Record<string, string> = {}
  for (const { column, name, text } of partsIn(cells, recordParts.results)) {
    const subject = subjects.get(foldedName(name))
    const result = readResult(text, curriculum)
    if (!subject) findings.unknownName(row, column, 'subjectUnknown', name, 'subject')
    else if (!result) findings.error(row, column, 'resultNotValid')
    else if (Object.hasOwn(facts, subject.name)) findings.error(row, column, 'subjectTwice')
    else {
      const part = { subject_id: subject.id, grade: result.grade, mark: tenthsOf(result.mark) }
      facts[subject.name] = readableMark(part)
      parts.push(part)
    }
  }
  if (parts.length > MARKS_MAX)
    findings.wrong(row, 'marks', 'notValid', `Marks may not be more than ${MARKS_MAX}`)
  return { parts, facts }
}

const byFoldedName = new Map(categories.map((category) => [foldedName(category), category]))

/** A category without an amount, or with 0, has no item. */
export function itemsIn(row: number, cells: ImportedRow, findings: Findings): Parts<NewItem> {
  const parts: NewItem[] = []
  for (const { column, name, text } of partsIn(cells, recordParts.receipts)) {
    const [said = '', ...rest] = name.split(': ')
    const category = byFoldedName.get(foldedName(said))
    if (!category) {
      findings.error(row, column, 'categoryUnknown')
      continue
    }
    const item = rest.join(': ') || category
    for (const cost of text.split(COST_SEPARATOR)) {
      const { data, error } = itemForm.safeParse({ category, item, cost })
      if (error) findings.wrong(row, column, 'notValid', error.issues[0]?.message ?? '')
      else if (data.cost > 0 || rest.length > 0)
        parts.push({ category: data.category, item: data.item, cost: toCents(data.cost) })
    }
  }
  if (parts.length > ITEMS_MAX)
    findings.wrong(row, 'items', 'notValid', `Receipt Items may not be more than ${ITEMS_MAX}`)
  return { parts, facts: costsOf(parts) }
}
