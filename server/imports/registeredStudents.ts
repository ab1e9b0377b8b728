import type { rowErrors } from '#contract/importMessages.ts'
import type { ImportedRow, RecordImport } from '#contract/imports.ts'
import { wordsOf } from '#contract/searchMatch.ts'
import { inBatches, rowsOf } from '../database/inBatches.ts'
import type { Tables } from '../database/tables.ts'
import { comparedName, isSimilarName } from '../students/duplicates/similarNames.ts'
import { comparedNumber } from '../students/duplicates/similarStudents.ts'
import { textIn, type Trx } from './importing.ts'

export type Registered = { id: number; ref: string; name: string; school_id: number }
/** Why a row has no student, and whom it may mean. */
type NotFound = {
  field: 'ref' | 'admission_no' | 'name'
  code: keyof typeof rowErrors | 'empty'
  like?: Registered[]
}
/** The student whose ref a row gives, or all students of its admission number or name. */
export type Meant = Registered | Registered[] | NotFound

export const isRefused = (found: object): found is NotFound => 'code' in found

/** Reads the students whom rows may mean. */
export async function readRegister(trx: Trx) {
  const byRef = new Map<string, Registered>()
  const byName = new Map<string, Registered[]>()
  // Two schools may give the same number.
  const byNumber = new Map<string, Registered[]>()
  const byWord = new Map<string, Registered[]>()
  const students = trx.selectFrom('students').select(['id', 'ref', 'name', 'school_id', 'admission_no'])
  for await (const { admission_no, ...student } of rowsOf(students)) {
    const key = comparedName(student.name).sorted
    byRef.set(student.ref, student)
    byName.set(key, [...(byName.get(key) ?? []), student])
    const number = comparedNumber(admission_no)
    if (number !== '') byNumber.set(number, [...(byNumber.get(number) ?? []), student])
    for (const word of wordsOf(student.name)) {
      const others = byWord.get(word)
      if (others) others.push(student)
      else byWord.set(word, [student])
    }
  }

  /** Students who share a word with a name that is similar to theirs, or who have the number. */
  const alike = (name: string, number: string): Registered[] => {
    const compared = comparedName(name)
    const near = wordsOf(name).flatMap((word) => byWord.get(word) ?? [])
    const similar = near.filter((student) => isSimilarName(compared, comparedName(student.name)))
    return [...new Set([...similar, ...(byNumber.get(number) ?? [])])]
  }

  return function meantBy(cells: ImportedRow): Meant {
    const [ref, name] = [textIn(cells['ref']).toUpperCase(), textIn(cells['name'])]
    const number = comparedNumber(textIn(cells['admission_no']))
    if (ref === '' && name === '' && number === '') return { field: 'name', code: 'empty' }
    const mayBe = (student: Registered) => {
      const own = new Set(wordsOf(student.name))
      return name === '' || wordsOf(name).some((word) => own.has(word))
    }
    // Where a name fits two students, the user replaces it by the ref of one.
    const sure = byRef.get(ref === '' ? name.toUpperCase() : ref)
    if (ref === '' && sure) return sure
    const numbered = ref === '' ? (byNumber.get(number) ?? []).filter(mayBe) : []
    if (numbered.length > 0) return numbered
    if (ref === '' && name === '') return { field: 'admission_no', code: 'admissionUnknown' }
    if (ref === '')
      return (
        byName.get(comparedName(name).sorted) ?? {
          field: 'name',
          code: 'nameUnknown',
          like: alike(name, number),
        }
      )
    if (!sure) return { field: 'ref', code: 'refUnknown' }
    return mayBe(sure) ? sure : { field: 'ref', code: 'nameDiffers' }
  }
}

type PastRecord = { kind: RecordImport } & Partial<Pick<Tables['receipts'], 'total' | 'receipt_no'>> &
  Pick<Tables['receipts'], 'year_id' | 'term_id' | 'class_id' | 'school_id'>
/** By student: the registered report cards and receipts. */
export type Past = Map<number, PastRecord[]>

/** Students per query: each may have dozens of records. */
const STUDENTS = 50

export async function readPast(trx: Trx, ids: readonly number[]): Promise<Past> {
  const past: Past = new Map(ids.map((id) => [id, []]))
  const columns = ['student_id', 'year_id', 'term_id', 'class_id', 'school_id'] as const
  for await (const some of inBatches(ids, STUDENTS)) {
    const reports = trx.selectFrom('reports').select(columns).where('student_id', 'in', some)
    const receipts = trx.selectFrom('receipts').select(columns).select(['total', 'receipt_no'])
    for (const { student_id, ...row } of await reports.execute())
      past.get(student_id)?.push({ kind: 'results', ...row })
    for (const { student_id, ...row } of await receipts.where('student_id', 'in', some).execute())
      past.get(student_id)?.push({ kind: 'receipts', ...row })
  }
  return past
}

type Then = { school_id: number | undefined; class_id: number | undefined; year_id: number | undefined }

/** The one student of a name who was at that school, or in that class; none if two fit. */
export function onlyOne(named: readonly Registered[], past: Past, then: Then): Registered | NotFound {
  const had = ({ id }: Registered, fits: (record: PastRecord) => boolean) => past.get(id)?.some(fits)
  const there = named.filter(
    (student) =>
      then.school_id === undefined ||
      student.school_id === then.school_id ||
      had(student, ({ school_id }) => school_id === then.school_id),
  )
  const inClass = there.filter((student) =>
    had(student, ({ year_id, class_id }) => year_id === then.year_id && class_id === then.class_id),
  )
  const [one, other] = inClass.length === 1 ? inClass : there
  if (one && !other) return one
  return { field: 'name', code: other ? 'nameTwice' : 'nameElsewhere', like: other ? [...there] : [...named] }
}
