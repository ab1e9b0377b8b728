import { cannotBeEmpty } from '#contract/base/call.ts'
import type { ImportedRow, ImportForm, RecordImport } from '#contract/imports.ts'
import { type CurriculumName, curriculumOf, DEFAULT_CURRICULUM } from '#contract/records/curricula.ts'
import { readResult } from '#contract/records/readResult.ts'
import { receiptMessages, receiptNumber, receiptTexts } from '#contract/records/receipts.ts'
import { recordFields, recordMessages } from '#contract/records/records.ts'
import { commentFields, reportCardMessages } from '#contract/records/reportCards.ts'
import { foldedName } from '../database/foldedName.ts'
import { withYields } from '../database/inBatches.ts'
import { lockRows } from '../database/lockRow.ts'
import { sumOf } from '../records/receipts/groupItems.ts'
import { tenthsOf } from '../records/reportCards/reportCardChanges.ts'
import { withDefaults } from './checkStudents.ts'
import {
  createFindings,
  type Found,
  isEmpty,
  type Named,
  type Names,
  readIn,
  readNames,
  textIn,
  type Trx,
} from './importing.ts'
import { itemsIn, marksIn, type NewItem, type NewMark } from './recordParts.ts'
import { isRefused, onlyOne, readPast, readRegister, type Registered } from './registeredStudents.ts'

type Values = Record<string, string | number | null>
/** Report cards and receipts both have the liaison officer's comment. */
type Texts = { liaison_comment: string } & Record<string, string | null>
export type GoodRecord = {
  row: number
  student: Registered
  columns: {
    year_id: number
    term_id: number
    class_id: number
    school_id: number
    liaison_comment: string
  } & Values
  /** Its marks or items. */
  parts: (NewMark | NewItem)[]
  /** For the history. */
  facts: Record<string, unknown>
}

const timeFields = ['year', 'term', 'class'] as const

/** Checks the rows of records of the past. They have no paper, and may lack a comment, the mean, and marks or grades. */
export async function checkRecords(
  trx: Trx,
  { kind, rows, defaults }: Pick<ImportForm, 'rows' | 'defaults'> & { kind: RecordImport },
  { schools }: { schools: Names },
  isSaving: boolean,
): Promise<Found<GoodRecord>> {
  const findings = createFindings(rows)
  const readCurricula = () => trx.selectFrom('classes').select(['id', 'curriculum']).execute()
  let classes = await readCurricula()
  if (isSaving) {
    const ids = classes.map(({ id }) => id)
    await lockRows(trx, 'classes', ids, { isShared: true })
    // Another user may have changed one before it was locked.
    classes = await readCurricula()
  }
  const curricula = new Map(classes.map(({ id, curriculum }) => [id, curriculum]))
  const times = {
    year: await readNames(trx, 'years'),
    term: await readNames(trx, 'terms'),
    class: await readNames(trx, 'classes'),
  }
  const subjects = await readNames(trx, 'subjects')
  const meantBy = await readRegister(trx)
  const read: { row: number; cells: ImportedRow; meant: ReturnType<typeof meantBy> }[] = []
  const ids = new Set<number>()
  for await (const [row, given] of withYields(rows.entries())) {
    const cells = withDefaults(given, defaults)
    const meant = meantBy(cells)
    read.push({ row, cells, meant })
    if ('sure' in meant) ids.add(meant.sure.id)
    if ('named' in meant) for (const { id } of meant.named) ids.add(id)
  }
  if (isSaving) await lockRows(trx, 'students', [...ids])
  const isClosed = new Set((await readIn([...ids], (some) => readClosed(trx, some))).map(({ id }) => id))
  const past = await readPast(trx, [...ids])
  const textFields = kind === 'results' ? commentFields : { ...receiptNumber, ...receiptTexts }
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
    const [year, term, ownClass] = timeFields.map((field) => timeIn(row, cells, field))
    const student = studentIn(row, cells, meant, { year, class: ownClass, school })
    const records = past.get(student?.id ?? 0)
    const lastClass = Object.values(records ?? {})
      .flat()
      .find(({ year_id }) => year_id === year?.id)?.class_id
    const class_id = ownClass?.id ?? (isEmpty(cells['class']) ? lastClass : undefined)
    const itsClass = [...times.class.values()].find(({ id }) => id === class_id)
    if (student && !itsClass && isEmpty(cells['class'])) missing(row, 'class')
    // The class decides which grades are valid.
    if (!itsClass) continue
    const texts = textsIn(row, cells)
    const own =
      kind === 'results'
        ? resultsIn(row, cells, curricula.get(itsClass.id) ?? DEFAULT_CURRICULUM)
        : costsIn(row, cells)
    if (findings.errors.length > errorsBefore || !student || !year || !term) continue

    const number = numberOf(cells)
    const place = kind === 'receipts' ? foldedName(textIn(cells['place'])) : ''
    const key = JSON.stringify([student.id, year.id, term.id, number, place])
    const inTerm = records?.[kind === 'results' ? 'report' : 'receipt'].filter(
      (record) => record.year_id === year.id && record.term_id === term.id,
    )
    const ofNumber = inTerm?.filter(({ receipt_no }) => number && foldedName(receipt_no ?? '') === number)
    const isEqual = ({ total }: { total?: number }) => total === own.columns.total
    // Receipts without numbers may have the same total: each registered one stands for one row.
    const alike = inTerm?.filter((record) => isEqual(record) && !matched.has(record))
    const taken =
      ofNumber?.find(isEqual) ?? ofNumber?.[0] ?? alike?.find(({ receipt_no }) => !number || !receipt_no)
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
        facts: {
          student: student.ref,
          year: year.name,
          term: term.name,
          class: itsClass.name,
          ...filled(texts),
          ...own.facts,
        },
      })
    }
    seen.add(key)
  }
  return findings.found(good.toSorted((a, b) => a.row - b.row))

  function missing(row: number, field: (typeof timeFields)[number]): void {
    findings.wrong(row, field, 'empty', cannotBeEmpty(recordFields[`${field}_id`].label))
  }

  function timeIn(row: number, cells: ImportedRow, field: (typeof timeFields)[number]) {
    const found = findings.named(row, cells, field, times[field])
    // A class that is not given is that of another record of the year.
    if (found === undefined && field !== 'class') missing(row, field)
    return found
  }

  function studentIn(
    row: number,
    cells: ImportedRow,
    meant: ReturnType<typeof meantBy>,
    then: { [Field in 'year' | 'class' | 'school']: Named | null | undefined },
  ): Registered | undefined {
    const student = isRefused(meant)
      ? meant
      : 'sure' in meant
        ? meant.sure
        : onlyOne(meant.named, past, {
            year_id: then.year?.id,
            class_id: then.class?.id,
            school_id: then.school?.id,
          })
    if (isRefused(student)) {
      const { field, code } = student
      // Two children of one name may go to two schools.
      const value = [cells[field], cells['school']].map(textIn).filter(Boolean).join(', ')
      if (code === 'empty') findings.wrong(row, field, code, recordMessages.studentRequired)
      else findings.error(row, field, code, field === 'name' ? value : undefined)
      return undefined
    }
    if (!isClosed.has(student.id)) return student
    findings.error(row, isEmpty(cells['ref']) ? 'name' : 'ref', 'recordClosed')
    return undefined
  }

  function textsIn(row: number, cells: ImportedRow): Texts {
    return Object.fromEntries(
      Object.entries(textFields).map(([name, { schema }]) => {
        const given = cells[name]
        const cell = typeof given === 'number' ? String(given) : given
        const { data = '', error } = schema.safeParse(isEmpty(cell) ? null : cell)
        if (error && !isEmpty(cell)) findings.wrong(row, name, 'notValid', error.issues[0]?.message ?? '')
        return [name, data]
      }),
    ) as Texts
  }

  function resultsIn(row: number, cells: ImportedRow, curriculum: CurriculumName) {
    const before = findings.errors.length
    const { parts, facts } = marksIn(row, cells, curriculum, subjects, findings)
    if (parts.length === 0 && findings.errors.length === before)
      findings.wrong(row, 'marks', 'empty', reportCardMessages.marksRequired)
    const { hasMean } = curriculumOf(curriculum)
    const [mean, level] = [['mark', 'grade'], ['overall_level']].map((fields) =>
      fields
        .map((field) => textIn(cells[field]))
        .join(' ')
        .trim(),
    )
    const field = isEmpty(cells['mark']) ? 'grade' : 'mark'
    if (mean && !hasMean) findings.wrong(row, field, 'notValid', reportCardMessages.noMean(curriculum))
    const [whole, overall] = [hasMean && mean, !hasMean && level].map((text) =>
      text ? readResult(text, curriculum) : null,
    )
    if (whole === undefined) {
      const isScore = readResult(textIn(cells['mark']), curriculum)?.grade === ''
      findings.error(row, isScore ? 'grade' : field, 'resultNotValid')
    }
    if (overall === undefined)
      findings.wrong(row, 'overall_level', 'notValid', reportCardMessages.levelNotValid)
    const columns = {
      curriculum,
      // Empty, not null, beside a score alone: null means that the curriculum has no mean.
      grade: whole?.grade ?? null,
      mark: tenthsOf(whole?.mark ?? null),
      overall_level: overall?.grade || null,
    }
    const shown = { grade: columns.grade, mark: whole?.mark, overall_level: columns.overall_level }
    return { columns: columns as Values, parts, facts: { ...filled(shown), ...facts } }
  }

  function costsIn(row: number, cells: ImportedRow) {
    const before = findings.errors.length
    const { parts, facts } = itemsIn(row, cells, findings)
    if (parts.length === 0 && findings.errors.length === before)
      findings.wrong(row, 'items', 'empty', receiptMessages.itemsRequired)
    return { columns: { total: sumOf(parts) } as Values, parts, facts }
  }
}

/** Students who have left may get past records, but not if their own record is to be anonymised. */
const readClosed = (trx: Trx, ids: number[]) =>
  trx.selectFrom('anonymisations').select('student_id as id').where('student_id', 'in', ids).execute()

/** Without values that were not given. */
const filled = (facts: object) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== '' && value != null))
