import { cannotBeEmpty } from '#contract/base/call.ts'
import type { Fields } from '#contract/base/fields.ts'
import type { DuplicateRow, ImportForm, RecordImport, RefundRow } from '#contract/imports.ts'
import { receiptNumber, receiptTexts } from '#contract/records/receipts.ts'
import { recordFields, recordMessages } from '#contract/records/records.ts'
import { commentFields } from '#contract/records/reportCards.ts'
import { foldedName } from '../database/foldedName.ts'
import { withYields } from '../base/yieldToRequests.ts'
import { lockRows } from '../database/lockRow.ts'
import { withDefaults } from './checkStudents.ts'
import { isEmpty, type Line, lineOf, textIn, typedIn, type Trx } from './importing.ts'
import type { KnownNames } from './newNames.ts'
import { joinRecords, type JoinedRows } from './joinRecords.ts'
import { costsIn, lineWith, resultsIn } from './recordParts.ts'
import {
  fittingIn,
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
  {
    kind,
    rows,
    defaults,
    refunds: answer,
  }: Pick<ImportForm, 'rows' | 'defaults' | 'refunds'> & { kind: RecordImport },
  { schools, years, terms, classes: classNames, subjects, newClasses }: KnownNames,
  isSaving: boolean,
) {
  const known = [...classNames.values()].map(({ id }) => id)
  if (isSaving) await lockRows(trx, 'classes', known, { isShared: true })
  const locked = await trx.selectFrom('classes').select(['id', 'class_name as name', 'curriculum']).execute()
  const classes = new Map([...locked, ...newClasses].map((each) => [each.id, each]))
  const meantBy = await readRegister(trx)
  const meantIn = new Map<Line, Meant>()
  const ids = new Set<number>()
  for await (const [row, given] of withYields(rows.entries())) {
    const line = lineOf(row, withDefaults(given, defaults), given)
    const meant = meantBy(line.cells)
    meantIn.set(line, meant)
    for (const { id } of fittingIn(meant)) ids.add(id)
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
  const refunds: RefundRow[] = []
  /** The first rows of the receipts of a student, term and amount, by which copies are found. */
  const equal = new Map<string, { row: number; number: string }[]>()
  /** The classes that other records of the year give, with the number of records, also of those that have other errors. */
  const ownClasses = new Map<string, number>()
  for await (const { rows: own, waits } of withYields(numberedFirst)) {
    const record = readRecord(own)
    if (record?.isCopy) for (const { line } of own) line.error('receipt_no', 'receiptCopy')
    else if (record && !waits) good.push(record)
    else for (const { line } of own) if (line.errors.length === 0) line.error('term', 'recordWaits')
  }
  return {
    good: good.toSorted((a, b) => a.row - b.row),
    errors: identified.flatMap(({ line }) => line.errors),
    students: identified.map(({ student }) => student?.id ?? null),
    duplicates: [...equal.values()].flatMap(copiesIn),
    skipped: 0,
    refunds: refunds.toSorted((a, b) => a.row - b.row),
    own_classes: [...ownClasses].map(([name, records]) => ({ name, records })),
  }

  function identify(line: Line) {
    const school = line.named('school', schools)
    const year = line.named('year', years)
    const term = line.named('term', terms)
    const ownClass = line.named('class', classNames)
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
    if (withClass.length === 0) ownClasses.set(itsClass.name, (ownClasses.get(itsClass.name) ?? 0) + 1)
    const texts = textsIn(lines)
    const costs = kind === 'receipts' ? costsIn(lines, answer) : undefined
    refunds.push(...(costs?.refunds ?? []))
    const read = costs ?? resultsIn(lines, itsClass.curriculum, subjects)
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
    if (number) {
      const key = JSON.stringify([student.id, year.id, term.id, read.columns['total']])
      equal.set(key, [...(equal.get(key) ?? []), { row: first.row, number }])
    }
    const school_id = own.find(({ school }) => school)?.school?.id ?? student.school_id
    const time = { year_id: year.id, term_id: term.id, class_id: itsClass.id }
    const names = { student: student.ref, year: year.name, term: term.name, class: itsClass.name }
    return {
      row: first.row,
      /** Whether the user says that it is a copy of another receipt, so that it is not imported. */
      isCopy: lines.some(({ cells }) => cells['duplicate'] === 'skip'),
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
    const meant = meantIn.get(line)
    if (!meant) return undefined
    const student = 'fit' in meant ? onlyOne(meant, past, then) : meant
    if (!isRefused(student)) {
      if (!closedIds.has(student.id)) return student
      line.error(isEmpty(cells['ref']) ? 'name' : 'ref', 'recordClosed')
      return undefined
    }
    const { field, code, like } = student
    // Two children of one name may go to two schools, or have two numbers or refs.
    const texts = [
      cells[field],
      code === 'numberOfOther' && cells['admission_no'],
      code === 'nameDiffers' && cells['ref'],
      cells['school'],
    ]
    const value = texts.map(textIn).filter(Boolean).join(', ')
    if (code === 'empty') line.wrong(field, code, recordMessages.studentRequired)
    else line.error(field, code, field === 'name' ? value : undefined, like && atSchoolFirst(like, then))
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

/** Students whom a row may mean: at most five, those of its school first. */
const atSchoolFirst = (like: readonly Registered[], { school_id }: { school_id: number | undefined }) =>
  like
    .toSorted((a, b) => Number(b.school_id === school_id) - Number(a.school_id === school_id))
    .slice(0, 5)
    .map(({ ref, name }) => ({ ref, name }))

/** Receipts of a student, term and amount under different numbers may be copies of the first. */
function copiesIn(receipts: readonly { row: number; number: string }[]): DuplicateRow[] {
  const [first, ...others] = receipts.toSorted((a, b) => a.row - b.row)
  return others.map(({ row }) => ({ row, of: null, of_row: first?.row ?? null }))
}

const missing = ({ wrong }: Line, field: 'year' | 'term' | 'class') =>
  wrong(field, 'empty', cannotBeEmpty(recordFields[`${field}_id`].label))

/** Leaves out facts that the rows do not give. */
const filled = (facts: object) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== '' && value != null))
