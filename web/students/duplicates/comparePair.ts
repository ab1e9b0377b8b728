import { NOT_KNOWN } from '#contract/base/unknown.ts'
import type { DuplicatePair, PairedStudent } from '#contract/students/duplicates.ts'
import { genders, studentLabels } from '#contract/students/students.ts'
import { formatDay } from '../../ui/formatDate.ts'
import { capital, listOf, plural } from '../../ui/plural.ts'

export type Detail = { label: string; values: [string, string]; differs: boolean }

const recordsOf = ({ reports, receipts }: PairedStudent) =>
  [reports && plural(reports, 'report card'), receipts && plural(receipts, 'receipt')].filter(Boolean)

const dayOrUnknown = (day: string | null) => (day === null ? NOT_KNOWN : formatDay(day))

/** The compared details: label, word within a sentence, and value. */
const details: [label: string, word: string, valueOf: (student: PairedStudent) => string][] = [
  [studentLabels.name, 'name', ({ name }) => name],
  [studentLabels.dob, 'date of birth', ({ dob }) => dayOrUnknown(dob)],
  [studentLabels.gender, 'gender', ({ gender }) => genders[gender as keyof typeof genders] ?? NOT_KNOWN],
  [studentLabels.school, 'school', ({ school }) => school],
  [studentLabels.admission_no, 'admission number', ({ admission_no }) => admission_no ?? 'None'],
  [studentLabels.dor, 'date of registration', ({ dor }) => dayOrUnknown(dor)],
  [studentLabels.mother, 'mother', ({ mother }) => mother ?? NOT_KNOWN],
  [studentLabels.father, 'father', ({ father }) => father ?? NOT_KNOWN],
  [studentLabels.liaison, 'liaison officer', ({ liaison }) => liaison],
  [studentLabels.supporter, 'supporter', ({ supporter }) => supporter ?? 'None'],
  ['Records', 'records', (student) => recordsOf(student).join(', ') || 'None'],
]

/** Both students detail by detail. */
export const comparePair = ({ first, second }: DuplicatePair): Detail[] =>
  details.map(([label, _word, valueOf]) => {
    const values: [string, string] = [valueOf(first), valueOf(second)]
    return { label, values, differs: values[0] !== values[1] }
  })

/** More differences are counted instead of named. */
const NAMED = 3

/** `Name, school and mother differ` */
export function differenceOf(pair: DuplicatePair): string {
  const compared = comparePair(pair)
  const words = details.flatMap(([_label, word], index) => (compared[index]?.differs ? word : []))
  if (words.length === 0) return `All ${details.length} details are the same`
  if (words.length > NAMED) return `${words.length} of ${details.length} details differ`
  const named = listOf(words)
  return `${capital(named)} ${words.length === 1 ? 'differs' : 'differ'}`
}

/** What users must do by hand before one record is closed, because nothing is moved automatically. */
export function leftBehind(closed: PairedStudent, kept: PairedStudent): string {
  const records = recordsOf(closed)
  if (records.length === 0) return `${closed.ref} has no report cards and no receipts.`
  const it = closed.reports + closed.receipts === 1 ? 'it' : 'them'
  return `Nothing is moved. ${closed.ref} has ${listOf(records.map(String))}: add ${it} to ${kept.ref} first.`
}

/** The student record proposed for further use: the one with more records, then the active one, then the older. */
export const proposeKept = ({ first, second }: DuplicatePair): PairedStudent =>
  [first, second].toSorted(
    (one, other) =>
      other.reports + other.receipts - (one.reports + one.receipts) ||
      one.status - other.status ||
      one.id - other.id,
  )[0] ?? first
