import { COST_SEPARATOR, type ImportedRow, type RecordImport, recordParts } from '#contract/imports.ts'
import { answerFor, foldWord } from './choiceOf.ts'
import { columnsOf } from './guess/guessColumns.ts'
import { dataRows } from './guess/guessHeader.ts'
import { partColumns } from './guess/headings.ts'
import type { Answers, MadeRows } from './Answers.ts'
import { filledIn, joinName, readCell, valueOf } from './readCell.ts'
import type { Sheet } from './Spreadsheet.ts'
import { partFields } from './targets.ts'

type Texts = Record<string, string>
/** The rows of the sheet that make up one record. */
type Group = { numbers: number[]; texts: Texts }

/** Whose record of which term it is, as the sheet says it. */
const IDENTITY = ['ref', 'admission_no', 'name', 'school', 'year', 'term', 'receipt_no', 'place']

/** The rows of a sheet of past records, with one row for each record: marks or costs of several rows are joined. */
export function makeRecordRows(kind: RecordImport, sheet: Sheet, answers: Answers): MadeRows {
  const { name, value } = partFields[kind]
  const columns = columnsOf(kind, answers.columns)
  const shared = columns.filter(({ target }) => !target.layout)
  const inRow = columns.filter(({ target }) => target.layout === 'rows')
  const parts = partColumns(kind, answers.columns).filter((part) => part.name !== '')
  const partTarget = columns.find(({ target }) => target.layout === 'columns')
  // Two report cards of one term are a mistake, which the check reports; two rows of costs are one receipt.
  const isJoined = inRow.length > 0 || kind === 'receipts'
  const separator = kind === 'results' ? ' ' : COST_SEPARATOR
  const groups = new Map<string, Group>()
  const empty: number[] = []
  for (const { number, cells } of dataRows(sheet, answers.header)) {
    const texts: Texts = {}
    for (const { target, index } of shared)
      texts[target.field] = valueOf(target, cells[index] ?? null, answers)
    joinName(texts)
    const own: Texts = {}
    const add = (part: string, text: string) => {
      const key = recordParts[kind] + part
      if (text !== '') own[key] = own[key] === undefined ? text : own[key] + separator + text
    }
    for (const part of parts) {
      const meaning = answerFor(answers.words[name], foldWord(part.name)) || part.name
      add(meaning, partTarget ? amountIn(kind, readCell(partTarget.target, cells[part.index])) : '')
    }
    if (inRow.length > 0) {
      const said = (field: string) =>
        inRow
          .filter(({ target }) => target.field === field)
          .map(({ target, index }) => valueOf(target, cells[index] ?? null, answers))
          .filter(Boolean)
          .join(' ')
      const [named, item] = [said(name) || (answers.defaults[name] ?? ''), said('item')]
      add(item === '' ? named : `${named}: ${item}`, amountIn(kind, said(value)))
    }
    if ([...Object.values(texts), ...Object.values(own)].every((text) => text === '')) {
      empty.push(number)
      continue
    }
    const key = isJoined ? JSON.stringify(IDENTITY.map((field) => texts[field])) : String(number)
    const group = groups.get(key)
    if (!group) groups.set(key, { numbers: [number], texts: { ...texts, ...own } })
    else joinInto(group, number, texts, own, separator)
  }
  const all = [...groups.values()]
  return {
    answers,
    rows: all.map(({ numbers: [first = 0], texts }): ImportedRow => {
      const given = { ...filledIn(answers.blanks[first] ?? {}), ...filledIn(texts) }
      return filledIn({ ...given, ...answers.mended[first] })
    }),
    defaults: filledIn(answers.defaults),
    numbers: all.map(({ numbers: [first = 0] }) => first),
    joined: Object.fromEntries(
      all.flatMap(({ numbers }, row) => (numbers.length > 1 ? [[row, numbers]] : [])),
    ),
    empty,
    files: {},
  }
}

/** `22,000` of `22,000/=`. */
const amountIn = (kind: RecordImport, text: string) =>
  kind === 'receipts' ? text.replace(/\s*\/[=-]\s*$/, '') : text

function joinInto(group: Group, number: number, texts: Texts, own: Texts, separator: string): void {
  group.numbers.push(number)
  for (const [field, text] of Object.entries(texts)) group.texts[field] ||= text
  for (const [key, text] of Object.entries(own)) {
    const before = group.texts[key]
    group.texts[key] = before === undefined ? text : before + separator + text
  }
}
