import { cannotBeEmpty } from '#contract/base/call.ts'
import { type Fields, namesOf } from '#contract/base/fields.ts'
import type { ImportForm, RecordImport } from '#contract/imports.ts'
import { receiptNumber, receiptTexts } from '#contract/records/receipts.ts'
import { recordFields, recordMessages } from '#contract/records/records.ts'
import { commentFields } from '#contract/records/reportCards.ts'
import { foldedName } from '../database/foldedName.ts'
import { withYields } from '../database/inBatches.ts'
import { lockRows } from '../database/lockRow.ts'
import { withDefaults } from './checkStudents.ts'
import {
  checkLines,
  isEmpty,
  type Line,
  lineOf,
  type Names,
  readNames,
  textIn,
  typedIn,
  type Trx,
} from './importing.ts'
import { costsIn, resultsIn } from './recordParts.ts'
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
  const isClosed = new Set(anonymised.map(({ student_id }) => student_id))
  const past = await readPast(trx, [...ids])
  const textFields: Fields = kind === 'results' ? commentFields : { ...receiptNumber, ...receiptTexts }
  const seen = new Set<string>()
  const matched = new Set<object>()

  const numberOf = ({ cells }: Line) => (kind === 'receipts' ? foldedName(textIn(cells['receipt_no'])) : '')
  // Rows without numbers take only receipts that no numbered row means.
  const numberedFirst = [...meantIn.keys()].toSorted((a, b) => Number(!numberOf(a)) - Number(!numberOf(b)))
  return checkLines(numberedFirst, (line) => {
    const { cells } = line
    const school = line.named('school', schools)
    const year = line.named('year', times.year)
    const term = line.named('term', times.term)
    const ownClass = line.named('class', times.class)
    const then = { year_id: year?.id, class_id: ownClass?.id, school_id: school?.id }
    const student = studentIn(line, then)
    const records = past.get(student?.id ?? 0) ?? []
    // A class that is not given is that of another record of the year.
    const lastClass = records.find(({ year_id }) => year_id === year?.id)?.class_id ?? 0
    const itsClass = ownClass === null ? null : classes.get(ownClass?.id ?? lastClass)
    const required = { year, term, ...(student && { class: itsClass }) }
    for (const field of namesOf(required))
      if (required[field] === undefined)
        line.wrong(field, 'empty', cannotBeEmpty(recordFields[`${field}_id`].label))
    // The class decides which grades are valid.
    if (!itsClass) return undefined
    const texts = textsIn(line)
    const own = kind === 'results' ? resultsIn(line, itsClass.curriculum, subjects) : costsIn(line)
    if (line.errors.length > 0 || !student || !year || !term) return undefined

    const number = numberOf(line)
    const place = kind === 'receipts' ? foldedName(textIn(cells['place'])) : ''
    const key = JSON.stringify([student.id, year.id, term.id, number, place])
    const inTerm = records.filter(
      (record) => record.kind === kind && record.year_id === year.id && record.term_id === term.id,
    )
    const ofNumber = inTerm.filter(({ receipt_no }) => number && foldedName(receipt_no ?? '') === number)
    const isEqual = ({ total }: { total?: number }) => total === own.columns.total
    // Receipts without numbers may have the same total: each registered one stands for one row.
    const alike = inTerm.filter((record) => isEqual(record) && !matched.has(record))
    const taken =
      ofNumber.find(isEqual) ?? ofNumber[0] ?? alike.find(({ receipt_no }) => !number || !receipt_no)
    if (seen.has(key)) line.error('term', 'recordTwice')
    else if (taken) {
      matched.add(taken)
      if (!isEqual(taken)) line.error('receipt_no', 'receiptDiffers')
      else line.error('term', kind === 'results' ? 'reportTaken' : 'receiptTaken')
    }
    seen.add(key)
    const time = { year_id: year.id, term_id: term.id, class_id: itsClass.id }
    const names = { student: student.ref, year: year.name, term: term.name, class: itsClass.name }
    return {
      student,
      columns: { ...time, school_id: school?.id ?? student.school_id, ...texts, ...own.columns },
      parts: own.parts,
      facts: filled({ ...names, ...texts, ...own.facts }),
    }
  })

  function studentIn(line: Line, then: Parameters<typeof onlyOne>[2]): Registered | undefined {
    const { cells } = line
    const meant = meantIn.get(line) ?? []
    const student = Array.isArray(meant) ? onlyOne(meant, past, then) : meant
    if (!isRefused(student)) {
      if (!isClosed.has(student.id)) return student
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
  function textsIn({ cells, wrong }: Line) {
    const texts: Record<string, string | null> & { liaison_comment: string } = { liaison_comment: '' }
    for (const [name, text] of Object.entries(typedIn(textFields, cells))) {
      const { data = '', error } = textFields[name]?.schema.safeParse(text) ?? {}
      if (error && text !== undefined) wrong(name, 'notValid', error.issues[0]?.message ?? '')
      texts[name] = data as string | null
    }
    return texts
  }
}

/** Without values that were not given. */
const filled = (facts: object) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== '' && value != null))
