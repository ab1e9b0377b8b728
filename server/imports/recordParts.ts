import { z } from 'zod'
import {
  COST_SEPARATOR,
  type ImportForm,
  type RecordImport,
  recordParts,
  type RefundRow,
} from '#contract/imports.ts'
import { type CurriculumName, curriculumOf } from '#contract/records/curricula.ts'
import { readResult } from '#contract/records/readResult.ts'
import { categories, type Category, centsIn, itemForm, itemsOf, toCents } from '#contract/records/receipts.ts'
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

/** The first row of a record that gives a field. */
export const lineWith = (lines: readonly Line[], field: string) =>
  lines.find(({ cells }) => !isEmpty(cells[field]))

/** Reads the filled columns of a record's rows that are about a subject or an item, each with its name and cell. */
function partsIn<Of extends Part>(
  kind: RecordImport,
  lines: readonly Line[],
  read: (line: Line, column: string, name: string, cell: unknown) => Of[],
): Of[] {
  const before = countErrors(lines)
  const prefix = recordParts[kind]
  const parts = lines.flatMap((line) =>
    Object.entries(line.cells).flatMap(([column, cell]) =>
      column.startsWith(prefix) && !isEmpty(cell)
        ? read(line, column, column.slice(prefix.length), cell)
        : [],
    ),
  )
  const field = kind === 'results' ? 'marks' : 'items'
  const { error } = lists[kind].safeParse(parts)
  // If all columns were refused, each has an error already.
  if (error && (parts.length > 0 || countErrors(lines) === before))
    lines[0]?.wrong(field, parts.length === 0 ? 'empty' : 'notValid', error.issues[0]?.message ?? '')
  return parts
}

const countErrors = (lines: readonly Line[]) => lines.reduce((sum, { errors }) => sum + errors.length, 0)

type Mark = Extract<Part, { subject_id: number }>
type ReadMark = { line: Line; column: string; subject: string; part: Mark }

/** Reads a report card. Several rows may give the mark and the grade of a subject, but not two different ones. */
export function resultsIn(lines: readonly Line[], curriculum: CurriculumName, subjects: Names): Own {
  const marks = new Map<number, ReadMark>()
  const parts = partsIn('results', lines, (line, column, name, cell) => {
    const subject = subjects.get(foldedName(name))
    const result = readResult(textIn(cell), curriculum)
    const other = marks.get(subject?.id ?? 0)
    if (!subject) line.error(column, 'subjectUnknown')
    else if (!result) line.error(column, 'resultNotValid')
    else if (other?.line === line) line.error(column, 'subjectTwice')
    else {
      const part = { subject_id: subject.id, grade: result.grade, mark: tenthsOf(result.mark) }
      if (!other) {
        marks.set(subject.id, { line, column, subject: subject.name, part })
        return [part]
      }
      if (areEqualOrEmpty(other.part.mark, part.mark) && areEqualOrEmpty(other.part.grade, part.grade))
        Object.assign(other.part, {
          mark: other.part.mark ?? part.mark,
          grade: other.part.grade || part.grade,
        })
      else for (const each of [other, { line, column }]) each.line.error(each.column, 'rowsDiffer')
    }
    return []
  })
  const { hasMean } = curriculumOf(curriculum)
  const [mark, given, level] = ['mark', 'grade', 'overall_level'].map((field) => onlyText(lines, field))
  const mean = `${mark} ${given}`.trim()
  const resultOf = (text = '') => (text === '' ? null : readResult(text, curriculum))
  const [whole, overall] = hasMean ? [resultOf(mean), null] : [null, resultOf(level)]
  const field = mark === '' ? 'grade' : 'mark'
  const line = (of: string) => lineWith(lines, of)
  if (mean && !hasMean) line(field)?.wrong(field, 'notValid', reportCardMessages.noMean(curriculum))
  const wrongField = resultOf(mark)?.grade === '' ? 'grade' : field
  if (whole === undefined) line(wrongField)?.error(wrongField, 'resultNotValid')
  if (overall === undefined)
    line('overall_level')?.wrong('overall_level', 'notValid', reportCardMessages.levelNotValid)
  // The grade of a score alone is empty and not null, which would mean that the curriculum has no mean.
  const [grade, overall_level] = [whole?.grade ?? null, overall?.grade || null]
  const named = [...marks.values()].map(({ subject, part }) => [subject, readableMark(part)])
  return {
    columns: { curriculum, grade, mark: tenthsOf(whole?.mark ?? null), overall_level },
    parts,
    facts: { grade, mark: whole?.mark, overall_level, ...Object.fromEntries(named) },
  }
}

const isNone = (value: unknown) => value === null || value === ''
const areEqualOrEmpty = (one: unknown, other: unknown) => isNone(one) || isNone(other) || one === other

/** The text that the rows of a record have in a field. Rows with different texts have errors. */
function onlyText(lines: readonly Line[], field: string): string {
  const filled = lines.filter(({ cells }) => !isEmpty(cells[field]))
  const texts = filled.map(({ cells }) => textIn(cells[field]))
  if (new Set(texts.map(foldedName)).size > 1) for (const line of filled) line.error(field, 'rowsDiffer')
  return texts[0] ?? ''
}

const byFoldedName = new Map(categories.map((category) => [foldedName(category), category]))

type Cost = Extract<Part, { category: Category }>
type Refund = { line: Line; column: string; category: Category; item: string; cents: number }

/** A category without an amount, or with 0, has no item. A negative amount is a refund. */
export function costsIn(
  lines: readonly Line[],
  answer: ImportForm['refunds'],
): Own & { refunds: RefundRow[] } {
  const found: Refund[] = []
  const hasCosts = lines.some(({ cells }) =>
    Object.entries(cells).some(
      ([column, cell]) => column.startsWith(recordParts.receipts) && costsOfCell(cell).some(isCost),
    ),
  )
  const parts = partsIn('receipts', lines, (line, column, name, cell) => {
    const [said = '', ...rest] = name.split(': ')
    const category = byFoldedName.get(foldedName(said))
    if (!category) line.error(column, 'categoryUnknown')
    return (category ? costsOfCell(cell) : []).flatMap((typed): Cost[] => {
      const item = rest.join(': ') || category || ''
      const cents = centsIn(typed) ?? 0
      if (category && cents < 0) {
        found.push({ line, column, category, item, cents: -cents })
        if (answer === null || !hasCosts) line.error(column, 'refund')
        return []
      }
      const { data, error } = itemForm.safeParse({ category, item, cost: typed })
      if (error) line.wrong(column, 'notValid', error.issues[0]?.message ?? '')
      if (!data || (data.cost === 0 && rest.length === 0)) return []
      return [{ category: data.category, item: data.item, cost: toCents(data.cost) }]
    })
  })
  const reduced = parts.map((part) => ({ ...part }))
  const refunds = found.map((refund) => takeOff(refund, reduced))
  if (answer === 'take off')
    for (const [index, { item }] of refunds.entries())
      if (!item && hasCosts) found[index]?.line.error(found[index].column, 'refundTooLarge')
  const own = answer === 'take off' ? reduced : parts
  return { columns: { total: sumOf(own) }, parts: own, facts: costsOf(own), refunds }
}

const costsOfCell = (cell: unknown) => String(cell).split(COST_SEPARATOR)
const isCost = (typed: string) => (centsIn(typed) ?? 0) > 0

/** Takes a refund off the same item, or else off the largest one. */
function takeOff({ line, column, category, item, cents }: Refund, parts: Cost[]): RefundRow {
  const isEnough = ({ cost }: Cost) => cost >= cents
  const isSame = (part: Cost) =>
    part.category === category && foldedName(part.item) === foldedName(item) && isEnough(part)
  const largest = parts.toSorted((a, b) => b.cost - a.cost).find(isEnough)
  const from = parts.find(isSame) ?? largest
  const before = from?.cost ?? 0
  if (from) from.cost -= cents
  return {
    row: line.row,
    field: column,
    refund: cents,
    item: from ? { name: from.item, before, after: from.cost } : null,
  }
}
