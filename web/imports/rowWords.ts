import { isDay } from '#contract/base/days.ts'
import { type ImportedRow, type ImportForm, type ImportKind, isRecordImport } from '#contract/imports.ts'
import { formatDay } from '../ui/formatDate.ts'
import { capital, listOf, plural } from '../ui/plural.ts'
import { listMenus } from './importAddress.ts'
import type { Names } from './sheet/ask/Question.ts'
import type { ChosenSheet } from './sheet/Spreadsheet.ts'

/** The noun for one of them: `student`. */
export const nounOf = (kind: ImportKind) => (kind === 'staff' ? 'staff member' : nounsOf(kind).slice(0, -1))

export const nounsOf = (kind: ImportKind): string => nouns[kind] ?? kind
const nouns: { [Kind in ImportKind]?: string } = {
  results: 'report cards',
  plans: 'fee plans',
  accounts: 'school accounts',
}

/** `register.xlsx, sheet “Pupils”, 231 rows`, or `5 sheets with the same headings, 1943 rows` */
export function sheetWords(sheets: readonly ChosenSheet[], rows: number): string {
  const [first, ...others] = sheets
  const of =
    others.length > 0
      ? `${sheets.length} sheets with the same headings`
      : `${first?.file}, sheet “${first?.name}”`
  return `${of}, ${plural(rows, 'row')}`
}

/** The list that shows the imported rows: `the students`, `Academics`, `Fee plans` */
export function listOfKind(kind: ImportKind) {
  const menu = listMenus[kind]
  if (menu === 'plans') return 'Fee plans'
  return menu === 'academics' || menu === 'finance' ? capital(menu) : `the ${menu}`
}

/** `Import students`, `Import past receipts` */
export const titleOf = (kind: ImportKind) => `Import ${isRecordImport(kind) ? 'past ' : ''}${nounsOf(kind)}`

/** `2 schools and 1 cluster`, without those of which there are none. */
export const countsOf = (counts: [count: number, noun: string][]) =>
  listOf(counts.flatMap(([count, noun]) => (count > 0 ? plural(count, noun) : [])))

/** What an import adds besides its rows: `2025, 2 schools and 1 subject`; empty without any. */
export function addedWords(
  { new_places, new_lookups }: Pick<ImportForm, 'new_places' | 'new_lookups'>,
  { cluster: known = [] }: Names,
): string {
  const { years, terms, classes, subjects } = new_lookups
  const clusters = new Set(new_places.flatMap(({ cluster }) => (known.includes(cluster) ? [] : cluster)))
  const counted: [number, string][] = [
    [terms.length, 'term'],
    [classes.length, 'class'],
    [subjects.length, 'subject'],
    [new_places.filter(({ school }) => school).length, 'school'],
    [clusters.size, 'cluster'],
  ]
  return listOf([
    ...years.flatMap(({ year_name = '' }) => year_name),
    ...counted.flatMap(([count, noun]) => (count > 0 ? plural(count, noun) : [])),
  ])
}

/** `20 students were imported, 5 were updated` */
export function importedWords(kind: ImportKind, { created, updated }: { created: number; updated: number }) {
  const were = (count: number, verb: string) => `${count === 1 ? 'was' : 'were'} ${verb}`
  if (updated === 0) return `${plural(created, nounOf(kind))} ${were(created, 'imported')}`
  if (created === 0) return `${plural(updated, nounOf(kind))} ${were(updated, 'updated')}`
  return `${plural(created, nounOf(kind))} ${were(created, 'imported')}, ${updated} ${were(updated, 'updated')}`
}

/** A cell's day as the page shows it; another text unchanged. */
export const shownDay = (text: string) => (isDay(text) ? formatDay(text) : text)

/** The roles that can undo an import, in the words for a user who may not. */
export const UNDONE_BY = 'an administrator or a director can undo'

/** The text of a cell in a row to be sent. */
export const textOf = (row: ImportedRow, field: string) => (typeof row[field] === 'string' ? row[field] : '')

/** The name of the student, school or user in a row; of a record or plan also its term. */
export const nameOf = (kind: ImportKind, row: ImportedRow): string =>
  [ownName(kind, row), textOf(row, 'term'), textOf(row, 'year')].filter(Boolean).join(', ')

const ownName = (kind: ImportKind, row: ImportedRow): string =>
  textOf(row, 'name') ||
  [textOf(row, 'first_name'), textOf(row, 'last_name')].filter(Boolean).join(' ') ||
  textOf(row, 'email') ||
  textOf(row, 'ref') ||
  (kind === 'schools' || kind === 'accounts' ? textOf(row, 'school') : '') ||
  (kind === 'plans' ? [textOf(row, 'school'), textOf(row, 'class')].filter(Boolean).join(', ') : '')
