import { cannotBeEmpty } from '#contract/base/call.ts'
import type { Fields } from '#contract/base/fields.ts'
import type { ImportForm, RecordImport } from '#contract/imports.ts'
import { receiptNumber, receiptTexts } from '#contract/records/receipts.ts'
import { recordFields, recordMessages } from '#contract/records/records.ts'
import { commentFields } from '#contract/records/reportCards.ts'
import { foldedName } from '../database/foldedName.ts'
import { withYields } from '../base/yieldToRequests.ts'
import { lockRows } from '../database/lockRow.ts'
import { withDefaults } from './checkStudents.ts'
import { isEmpty, type Line, lineOf, type Names, readNames, textIn, typedIn, type Trx } from './importing.ts'
import { joinRecords, type JoinedRows } from './joinRecords.ts'
import { costsIn, lineWith, resultsIn } from './recordParts.ts'
import {
  isRefused,
  type Meant,
  onlyOne,
  readPast,
  readRegister,
  type Registered,
} from './registeredStudents.ts'

export type GoodRecord = Awaited<ReturnType<typeof checkRecords>>['good'][number]

/** Checks the rows of records of the past. They have no paper, and may lack a comment, the mean, and marks or grades. */
export async function checkRecords(
  trx: Trx,
  { kind, rows, defaults }: Pick<ImportForm, 'rows' | 'defaults'> & { kind: RecordImport },
  { schools }: { schools: Names },
  isSaving: boolean,
) {
  const times = {
    year: await readNames(trx, 'years'),
    term: await readNames(trx, 'terms'),
    class: await readNames(trx, 'classes'),
  }
  const known = [...times.class.values()].map(({ id }) => id)
  if (isSaving) await lockRows(trx, 'classes', known, { isShared: true })
  const locked = await trx.selectFrom('classes').select(['id', 'class_name as name', 'curriculum']).execute()
  const classes = new Map(locked.map((each) => [each.id, each]))
  const subjects = await readNames(trx, 'subjects')
  const meantBy = await readRegister(trx)
  const meantIn = new Map<Line, Meant>()
  const ids = new Set<number>()
  for await (const [row, given] of withYields(rows.entries())) {
    const line = lineOf(row, withDefaults(given, defaults), given)
    const meant = meantBy(line.cells)
    meantIn.set(line, meant)
    for (const each of [meant].flat()) if (!isRefused(each)) ids.add(each.id)
  }
  if (isSaving) await lockRows(trx, 'students', [...ids])
  // Students who have left may get past records, but not if their own record is to be anonymised.
  const anonymised = await trx.selectFrom('anonymisations').select('student_id').execute()
  const closedIds = new Set(anonymised.map(({ student_id }) => student_id))
  const past = await readPast(trx, [...ids])
  const textFields: Fields = kind === 'results' ? commentFields : { ...receiptNumber, ...receiptTexts }
  const ofReceipt = ({ cells }: Line, field: string) =>
    kind === 'receipts' ? foldedName(textIn(cells[field])) : ''

  const identified: ReturnType<typeof identify>[] = []
  for await (const line of withYields(meantIn.keys())) identified.push(identify(line))
  const joined = await joinRecords(identified)
  // Numbered receipts first: those without a number are then matched with the registered receipts that remain.
  const numberedFirst = joined.toSorted((a, b) => Number(!a.rows[0].number) - Number(!b.rows[0].number))
  const matched = new Set<object>()
  const good: NonNullable<ReturnType<typeof readRecord>>[] = []
  for await (const { rows: own, waits } of withYields(numberedFirst)) {
    const record = readRecord(own)
    if (record && !waits) good.push(record)
    else for (const { line } of own) if (line.errors.length === 0) line.error('term', 'recordWaits')
  }
  return {
    good: good.toSorted((a, b) => a.row - b.row),
    errors: identified.flatMap(({ line }) => line.errors),
    students: identified.map(({ student }) => student?.id ?? null),
    duplicates: [],
    skipped: 0,
  }

  function identify(line: Line) {
    const school = line.named('school', schools)
    const year = line.named('year', times.year)
    const term = line.named('term', times.term)
    const ownClass = line.named('class', times.class)
    const then = { year_id: year?.id, class_id: ownClass?.id, school_id: school?.id }
    const student = studentIn(line, then)
    for (const [field, named] of Object.entries({ year, term }))
      if (named === undefined) missing(line, field as 'year' | 'term')
    const [number, place] = [ofReceipt(line, 'receipt_no'), ofReceipt(line, 'place')]
    return { line, school, year, term, ownClass, student, number, place }
  }

  /** Reads the rows of one record, or the row of a student, year or term that is not known. */
  function readRecord(own: JoinedRows<ReturnType<typeof identify>>['rows']) {
    const [{ line: first, student, year, term, number }] = own
    const lines = own.map(({ line }) => line)
    const records = past.get(student?.id ?? 0) ?? []
    // A missing class is taken from another record of the year.
    const lastClass = records.find(({ year_id }) => year_id === year?.id)?.class_id ?? 0
    const withClass = own.filter(({ ownClass }) => ownClass !== undefined)
    const [ownClass, ...others] = new Set(withClass.map((row) => row.ownClass?.id))
    if (others.length > 0) for (const { line } of withClass) line.error('class', 'rowsDiffer')
    const itsClass = classes.get(withClass.length > 0 ? (ownClass ?? 0) : lastClass)
    if (student && !itsClass && withClass.length === 0) for (const line of lines) missing(line, 'class')
    // The class decides which grades are valid.
    if (!itsClass || others.length > 0) return undefined
    const texts = textsIn(lines)
    const read = kind === 'results' ? resultsIn(lines, itsClass.curriculum, subjects) : costsIn(lines)
    if (lines.some(({ errors }) => errors.length > 0) || !student || !year || !term) return undefined

    const inTerm = records.filter(
      (record) => record.kind === kind && record.year_id === year.id && record.term_id === term.id,
    )
    const ofNumber = inTerm.filter(({ receipt_no }) => number && foldedName(receipt_no ?? '') === number)
    const isEqual = ({ total }: { total?: number }) => total === read.columns.total
    // Receipts without numbers may have equal totals: each registered receipt matches only one of them.
    const alike = inTerm.filter((record) => isEqual(record) && !matched.has(record))
    const taken =
      ofNumber.find(isEqual) ?? ofNumber[0] ?? alike.find(({ receipt_no }) => !number || !receipt_no)
    if (taken) {
      matched.add(taken)
      for (const line of lines)
        if (!isEqual(taken)) line.error('receipt_no', 'receiptDiffers')
        else line.error('term', kind === 'results' ? 'reportTaken' : 'receiptTaken')
      return undefined
    }
    const school_id = own.find(({ school }) => school)?.school?.id ?? student.school_id
    const time = { year_id: year.id, term_id: term.id, class_id: itsClass.id }
    const names = { student: student.ref, year: year.name, term: term.name, class: itsClass.name }
    return {
      row: first.row,
      /** The number of its rows. */
      rows: lines.length,
      /** The sum of a receipt, in cents. */
      total: Number(read.columns['total'] ?? 0),
      student,
      columns: { ...time, school_id, ...texts, ...read.columns },
      parts: read.parts,
      facts: filled({ ...names, ...texts, ...read.facts }),
    }
  }

  function studentIn(line: Line, then: Parameters<typeof onlyOne>[2]): Registered | undefined {
    const { cells } = line
    const meant = meantIn.get(line) ?? []
    const student = Array.isArray(meant) ? onlyOne(meant, past, then) : meant
    if (!isRefused(student)) {
      if (!closedIds.has(student.id)) return student
      line.error(isEmpty(cells['ref']) ? 'name' : 'ref', 'recordClosed')
      return undefined
    }
    const { field, code } = student
    // Two children of one name may go to two schools.
    const value = [cells[field], cells['school']].map(textIn).filter(Boolean).join(', ')
    if (code === 'empty') line.wrong(field, code, recordMessages.studentRequired)
    else line.error(field, code, field === 'name' ? value : undefined)
    return undefined
  }

  /** Comments may be empty. Report cards and receipts both have the liaison officer's. */
  function textsIn(lines: readonly Line[]) {
    const texts: Record<string, string | null> & { liaison_comment: string } = { liaison_comment: '' }
    for (const [name, field] of Object.entries(textFields)) {
      const line = lineWith(lines, name)
      const text = line && typedIn({ [name]: field }, line.cells)[name]
      const { data = '', error } = field.schema.safeParse(text)
      if (error && text !== undefined) line?.wrong(name, 'notValid', error.issues[0]?.message ?? '')
      texts[name] = data as string | null
    }
    return texts
  }
}

const missing = ({ wrong }: Line, field: 'year' | 'term' | 'class') =>
  wrong(field, 'empty', cannotBeEmpty(recordFields[`${field}_id`].label))

/** Leaves out facts that the rows do not give. */
const filled = (facts: object) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== '' && value != null))
