import { cannotBeEmpty } from '#contract/base/call.ts'
import { type Fields, namesOf } from '#contract/base/fields.ts'
import type { ImportedRow, ImportForm, RecordImport } from '#contract/imports.ts'
import { DEFAULT_CURRICULUM } from '#contract/records/curricula.ts'
import { receiptNumber, receiptTexts } from '#contract/records/receipts.ts'
import { recordFields, recordMessages } from '#contract/records/records.ts'
import { commentFields } from '#contract/records/reportCards.ts'
import { foldedName } from '../database/foldedName.ts'
import { withYields } from '../database/inBatches.ts'
import { lockRows } from '../database/lockRow.ts'
import { withDefaults } from './checkStudents.ts'
import {
  createFindings,
  type Found,
  isEmpty,
  type Names,
  readNames,
  textIn,
  typedIn,
  type Trx,
} from './importing.ts'
import { costsIn, type Own, resultsIn } from './recordParts.ts'
import {
  isRefused,
  type Meant,
  onlyOne,
  readPast,
  readRegister,
  type Registered,
} from './registeredStudents.ts'

export type GoodRecord = Pick<Own, 'parts' | 'facts'> & {
  row: number
  student: Registered
  columns: Own['columns'] & {
    year_id: number
    term_id: number
    class_id: number
    school_id: number
    liaison_comment: string
  }
}

/** Checks the rows of records of the past. They have no paper, and may lack a comment, the mean, and marks or grades. */
export async function checkRecords(
  trx: Trx,
  { kind, rows, defaults }: Pick<ImportForm, 'rows' | 'defaults'> & { kind: RecordImport },
  { schools }: { schools: Names },
  isSaving: boolean,
): Promise<Found<GoodRecord>> {
  const findings = createFindings(rows)
  const times = {
    year: await readNames(trx, 'years'),
    term: await readNames(trx, 'terms'),
    class: await readNames(trx, 'classes'),
  }
  const classes = new Map([...times.class.values()].map((each) => [each.id, each]))
  if (isSaving) await lockRows(trx, 'classes', [...classes.keys()], { isShared: true })
  const locked = await trx.selectFrom('classes').select(['id', 'curriculum']).execute()
  const curricula = new Map(locked.map(({ id, curriculum }) => [id, curriculum]))
  const subjects = await readNames(trx, 'subjects')
  const meantBy = await readRegister(trx)
  const read: { row: number; cells: ImportedRow; meant: Meant }[] = []
  const ids = new Set<number>()
  for await (const [row, given] of withYields(rows.entries())) {
    const cells = withDefaults(given, defaults)
    const meant = meantBy(cells)
    read.push({ row, cells, meant })
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
  const good: GoodRecord[] = []

  const numberOf = (cells: ImportedRow) =>
    kind === 'receipts' ? foldedName(textIn(cells['receipt_no'])) : ''
  // Rows without numbers take only receipts that no numbered row means.
  const numberedFirst = read.toSorted((a, b) => Number(!numberOf(a.cells)) - Number(!numberOf(b.cells)))
  for await (const { row, cells, meant } of withYields(numberedFirst)) {
    const errorsBefore = findings.errors.length
    const school = findings.named(row, cells, 'school', schools)
    const year = findings.named(row, cells, 'year', times.year)
    const term = findings.named(row, cells, 'term', times.term)
    const ownClass = findings.named(row, cells, 'class', times.class)
    const student = studentIn(row, cells, meant, {
      year_id: year?.id,
      class_id: ownClass?.id,
      school_id: school?.id,
    })
    const records = past.get(student?.id ?? 0) ?? []
    // A class that is not given is that of another record of the year.
    const lastClass = records.find(({ year_id }) => year_id === year?.id)?.class_id ?? 0
    const itsClass = ownClass === undefined ? classes.get(lastClass) : ownClass
    const required = { year, term, ...(student && { class: itsClass }) }
    for (const field of namesOf(required))
      if (required[field] === undefined)
        findings.wrong(row, field, 'empty', cannotBeEmpty(recordFields[`${field}_id`].label))
    // The class decides which grades are valid.
    if (!itsClass) continue
    const texts = textsIn(row, cells)
    const curriculum = curricula.get(itsClass.id) ?? DEFAULT_CURRICULUM
    const own =
      kind === 'results'
        ? resultsIn(row, cells, curriculum, subjects, findings)
        : costsIn(row, cells, findings)
    if (findings.errors.length > errorsBefore || !student || !year || !term) continue

    const number = numberOf(cells)
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
    if (seen.has(key)) findings.error(row, 'term', 'recordTwice')
    else if (taken) {
      matched.add(taken)
      if (!isEqual(taken)) findings.error(row, 'receipt_no', 'receiptDiffers')
      else findings.error(row, 'term', kind === 'results' ? 'reportTaken' : 'receiptTaken')
    } else {
      const time = { year_id: year.id, term_id: term.id, class_id: itsClass.id }
      good.push({
        row,
        student,
        columns: { ...time, school_id: school?.id ?? student.school_id, ...texts, ...own.columns },
        parts: own.parts,
        facts: filled({
          student: student.ref,
          year: year.name,
          term: term.name,
          class: itsClass.name,
          ...texts,
          ...own.facts,
        }),
      })
    }
    seen.add(key)
  }
  return findings.found(good.toSorted((a, b) => a.row - b.row))

  function studentIn(
    row: number,
    cells: ImportedRow,
    meant: Meant,
    then: Parameters<typeof onlyOne>[2],
  ): Registered | undefined {
    const student = Array.isArray(meant) ? onlyOne(meant, past, then) : meant
    if (!isRefused(student)) {
      if (!isClosed.has(student.id)) return student
      findings.error(row, isEmpty(cells['ref']) ? 'name' : 'ref', 'recordClosed')
      return undefined
    }
    const { field, code } = student
    // Two children of one name may go to two schools.
    const value = [cells[field], cells['school']].map(textIn).filter(Boolean).join(', ')
    if (code === 'empty') findings.wrong(row, field, code, recordMessages.studentRequired)
    else findings.error(row, field, code, field === 'name' ? value : undefined)
    return undefined
  }

  /** Comments may be empty. Report cards and receipts both have the liaison officer's. */
  function textsIn(row: number, cells: ImportedRow) {
    const texts: Record<string, string | null> & { liaison_comment: string } = { liaison_comment: '' }
    for (const [name, text] of Object.entries(typedIn(textFields, cells))) {
      const { data = '', error } = textFields[name]?.schema.safeParse(text) ?? {}
      if (error && text !== undefined) findings.wrong(row, name, 'notValid', error.issues[0]?.message ?? '')
      texts[name] = data as string | null
    }
    return texts
  }
}

/** Without values that were not given. */
const filled = (facts: object) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== '' && value != null))
