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
type Candidates = {
  /** All students of the row's admission number whose names are like the row's, or else of its name. */
  fit: Registered[]
  /** If none has both: the students who have the number, but other names. */
  numbered: Registered[]
  /** If none fits: those with similar names. */
  similar: Registered[]
}
/** The student whose ref a row gives, or those whom its admission number and name may mean. */
export type Meant = Registered | Candidates | NotFound

/** The students whose past records decide which of them a row means. */
export const fittingIn = (meant: Meant): Registered[] =>
  isRefused(meant) ? [] : 'fit' in meant ? meant.fit : [meant]

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

  /** Students who share a word with a name that is similar to theirs. */
  const similarTo = (name: string): Registered[] => {
    const compared = comparedName(name)
    const near = wordsOf(name).flatMap((word) => byWord.get(word) ?? [])
    return near.filter((student) => isSimilarName(compared, comparedName(student.name)))
  }

  return function meantBy(cells: ImportedRow): Meant {
    const [ref, name] = [textIn(cells['ref']).toUpperCase(), textIn(cells['name'])]
    const number = comparedNumber(textIn(cells['admission_no']))
    if (ref === '' && name === '' && number === '') return { field: 'name', code: 'empty' }
    // Where a name fits two students, the user replaces it by the ref of one.
    const sure = byRef.get(name.toUpperCase())
    if (sure) return sure
    const owner = byRef.get(ref)
    if (ref !== '' && !owner) return { field: 'ref', code: 'refUnknown' }
    if (owner && mayName(name, owner.name)) return owner
    const numbered = byNumber.get(number) ?? []
    const both = numbered.filter((student) => mayName(name, student.name))
    if (!owner && both.length > 0) return { fit: both, numbered: [], similar: [] }
    if (name === '') return { field: 'admission_no', code: 'admissionUnknown' }
    const fit = byName.get(comparedName(name).sorted) ?? []
    const similar = fit.length > 0 ? [] : similarTo(name)
    if (!owner) return { fit, numbered, similar }
    return { field: 'name', code: 'nameDiffers', like: [...new Set([owner, ...both, ...fit, ...similar])] }
  }
}

/**
 * Whether a row may mean the student of its ref or admission number: one without a name, with a similar one, or if all
 * words of one name are in the other.
 */
function mayName(name: string, registered: string): boolean {
  const [given, own] = [new Set(wordsOf(name)), new Set(wordsOf(registered))]
  return (
    given.isSubsetOf(own) ||
    own.isSubsetOf(given) ||
    isSimilarName(comparedName(name), comparedName(registered))
  )
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

/** The one student who fits and was at that school, or in that class; none if two fit, or if the number is another's. */
export function onlyOne(
  { fit, numbered, similar }: Candidates,
  past: Past,
  then: Then,
): Registered | NotFound {
  // A school gives a number to one student, two schools may give the same.
  const owners = numbered.filter(({ school_id }) =>
    then.school_id === undefined
      ? fit.length === 0 || fit.some((student) => student.school_id === school_id)
      : school_id === then.school_id,
  )
  if (owners.length > 0)
    return { field: 'name', code: 'numberOfOther', like: [...new Set([...owners, ...fit, ...similar])] }
  if (fit.length === 0)
    return { field: 'name', code: 'nameUnknown', like: [...new Set([...similar, ...numbered])] }
  const had = ({ id }: Registered, fits: (record: PastRecord) => boolean) => past.get(id)?.some(fits)
  const there = fit.filter(
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
  return { field: 'name', code: other ? 'nameTwice' : 'nameElsewhere', like: other ? there : fit }
}
