import { z } from 'zod'
import { COST_SEPARATOR, type RecordImport, recordParts } from '#contract/imports.ts'
import { type CurriculumName, curriculumOf } from '#contract/records/curricula.ts'
import { readResult } from '#contract/records/readResult.ts'
import { categories, type Category, itemForm, itemsOf, toCents } from '#contract/records/receipts.ts'
import { marksOf, reportCardMessages } from '#contract/records/reportCards.ts'
import { foldedName } from '../database/foldedName.ts'
import { sumOf } from '../records/receipts/groupItems.ts'
import { costsOf } from '../records/receipts/receiptChanges.ts'
import { readableMark, tenthsOf } from '../records/reportCards/reportCardChanges.ts'
import { isEmpty, type Line, type Names, textIn } from './importing.ts'

export type Part =
  | { subject_id: number; grade: string; mark: number | null }
  | { category: Category; item: string; cost: number }
/** What only one kind of record has: its columns, its marks or items, and both for the history. */
export type Own = {
  columns: Record<string, string | number | null>
  parts: Part[]
  facts: Record<string, unknown>
}

/** The form's rule for the number of marks or items. */
const lists = { results: marksOf(z.unknown()), receipts: itemsOf(z.unknown()) }

/** Reads the filled columns that are about a subject or an item, each with its name and text. */
function partsIn<Of extends Part>(
  kind: RecordImport,
  line: Line,
  read: (column: string, name: string, text: string) => Of[],
): Of[] {
  const before = line.errors.length
  const prefix = recordParts[kind]
  const parts = Object.entries(line.cells).flatMap(([column, cell]) =>
    column.startsWith(prefix) && !isEmpty(cell)
      ? read(column, column.slice(prefix.length), textIn(cell))
      : [],
  )
  const field = kind === 'results' ? 'marks' : 'items'
  const { error } = lists[kind].safeParse(parts)
  // If all columns were refused, each has an error of its own.
  if (error && (parts.length > 0 || line.errors.length === before))
    line.wrong(field, parts.length === 0 ? 'empty' : 'notValid', error.issues[0]?.message ?? '')
  return parts
}

export function resultsIn(line: Line, curriculum: CurriculumName, subjects: Names): Own {
  const marks: Record<string, string> = {}
  const parts = partsIn('results', line, (column, name, text) => {
    const subject = subjects.get(foldedName(name))
    const result = readResult(text, curriculum)
    if (!subject) line.error(column, 'subjectUnknown')
    else if (!result) line.error(column, 'resultNotValid')
    else if (Object.hasOwn(marks, subject.name)) line.error(column, 'subjectTwice')
    else {
      const part = { subject_id: subject.id, grade: result.grade, mark: tenthsOf(result.mark) }
      marks[subject.name] = readableMark(part)
      return [part]
    }
    return []
  })
  const { hasMean } = curriculumOf(curriculum)
  const [mark, given, level] = ['mark', 'grade', 'overall_level'].map((field) => textIn(line.cells[field]))
  const mean = `${mark} ${given}`.trim()
  const resultOf = (text = '') => (text === '' ? null : readResult(text, curriculum))
  const [whole, overall] = hasMean ? [resultOf(mean), null] : [null, resultOf(level)]
  const field = mark === '' ? 'grade' : 'mark'
  if (mean && !hasMean) line.wrong(field, 'notValid', reportCardMessages.noMean(curriculum))
  if (whole === undefined) line.error(resultOf(mark)?.grade === '' ? 'grade' : field, 'resultNotValid')
  if (overall === undefined) line.wrong('overall_level', 'notValid', reportCardMessages.levelNotValid)
  // Empty, not null, beside a score alone: null means that the curriculum has no mean.
  const [grade, overall_level] = [whole?.grade ?? null, overall?.grade || null]
  return {
    columns: { curriculum, grade, mark: tenthsOf(whole?.mark ?? null), overall_level },
    parts,
    facts: { grade, mark: whole?.mark, overall_level, ...marks },
  }
}

const byFoldedName = new Map(categories.map((category) => [foldedName(category), category]))

/** A category without an amount, or with 0, has no item. */
export function costsIn(line: Line): Own {
  const parts = partsIn('receipts', line, (column, name, text) => {
    const [said = '', ...rest] = name.split(': ')
    const category = byFoldedName.get(foldedName(said))
    if (!category) line.error(column, 'categoryUnknown')
    return (category ? text.split(COST_SEPARATOR) : []).flatMap((typed) => {
      const { data, error } = itemForm.safeParse({ category, item: rest.join(': ') || category, cost: typed })
      if (error) line.wrong(column, 'notValid', error.issues[0]?.message ?? '')
      if (!data || (data.cost === 0 && rest.length === 0)) return []
      return [{ category: data.category, item: data.item, cost: toCents(data.cost) }]
    })
  })
  return { columns: { total: sumOf(parts) }, parts, facts: costsOf(parts) }
}
