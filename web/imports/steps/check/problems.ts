import type { ImportError, ImportErrorCode } from '#contract/imports.ts'
import { listOf } from '../../../ui/plural.ts'
import type { CheckedParts } from '../../importApi.ts'
import type { Answers, MadeRows } from '../../sheet/Answers.ts'
import type { Reason } from '../../sheet/saveRows.ts'
import { partTarget, type Target } from '../../sheet/targets.ts'

/** Rows with the same fix. */
export type Problem = {
  id: string
  field: string
  /** Undefined if the error is not about a column, such as a decision. */
  target: Target | undefined
  code: ImportErrorCode
  message: string
  /** The word or name that all of these rows have; undefined if they differ, or if one answer cannot fix them. */
  value: string | undefined
  /** The server's row indexes, each once. */
  rows: number[]
}

/** Groups errors by their fix, the largest group first. Rows that need no fix are last. */
export function groupProblems(errors: readonly ImportError[], targets: readonly Target[]): Problem[] {
  const problems = new Map<string, Problem>()
  const bornLater = new Set(errors.flatMap(({ code, row }) => (code === 'notInPast' ? row : [])))
  const nameless = new Set(
    errors.flatMap(({ field, code, row }) => (field === 'name' && code === 'empty' ? row : [])),
  )
  for (const error of errors) {
    const { field, code, message, row } = error
    // Correcting the date of birth fixes both.
    if (code === 'registeredBeforeBirth' && bornLater.has(row)) continue
    // A row without a name is probably no student, so its other errors are hidden until it has one.
    if (field !== 'name' && field !== 'ref' && nameless.has(row)) continue
    const target = targets.find((each) => each.field === field) ?? partTarget(field)
    const isWord = target?.cellKind === 'words' || target?.cellKind === 'names'
    const text = String(error.value ?? '').trim()
    const value = isWord && text !== '' && !togetherAlways.has(code) ? text : undefined
    const id = JSON.stringify([field, message, value?.toLowerCase()])
    const problem = problems.get(id)
    if (!problem) problems.set(id, { id, field, target, code, message, value, rows: [row] })
    else if (problem.rows.at(-1) !== row) problem.rows.push(row)
  }
  const waits = ({ code }: Problem) => Number(code === 'recordWaits')
  return [...problems.values()].toSorted((a, b) => waits(a) - waits(b) || b.rows.length - a.rows.length)
}

/** The number of rows that need fixing, without those that only wait for another row of their record. */
export const wrongRows = (errors: readonly ImportError[]): number =>
  new Set(errors.flatMap(({ row, code }) => (code === 'recordWaits' ? [] : row))).size

export const isPlaceUnknown = ({ code }: Pick<Problem, 'code'>) =>
  code === 'schoolUnknown' || code === 'clusterUnknown'

/** Errors whose rows form one group even if their words differ. */
const togetherAlways = new Set<ImportErrorCode>([
  'schoolUnknown',
  'clusterUnknown',
  'hasSupporter',
  'recordClosed',
  'recordWaits',
])

const KEEP_ONE = 'Keep one of them in the sheet, and choose the sheet again.'

const fixedElsewhere = {
  columns: 'It has no column. Choose one, or give one value for every row, under Columns.',
  dates: 'Choose under Values whether the day or the month comes first, and what numbers mean.',
  blanks: 'Give one value for all blank cells under Values, or fill them in here.',
}
export type FixedAt = keyof typeof fixedElsewhere

const FIX_ROLE = 'Choose a role below your own. Administrators are added one by one, under Users.'

/** What fixes an error, by code, or by field and code. */
const advices: { [Key in ImportErrorCode | `${string} ${ImportErrorCode}`]?: string } = {
  notInPast: 'The year looks mistyped. Give the right date here, or fix the sheet and choose it again.',
  schoolUnknown: 'Add the schools, or choose which is meant. New ones need a cluster.',
  schoolTaken: 'Nothing will change.',
  schoolSpelled: 'Nothing will change, unless it is another school that you add as new.',
  clusterUnknown: 'Add the clusters, or choose which is meant.',
  emailTaken: 'That user will not change. Another person needs another email.',
  liaisonUnknown: 'Choose who looks after these students, or add the officer under Users first.',
  liaisonTwice: 'Choose who looks after these students, or give an email in the sheet.',
  liaisonDisabled: 'Choose who looks after these students, or activate this user under Users.',
  supporterUnknown: 'Choose who supports these students, or import the supporters first.',
  refUnknown: 'Give the right Ref here. A student who is not registered yet has none.',
  hasSupporter: 'Leave the supporters as they are, or change them on the profile.',
  notActive: 'A student who is not Active cannot be updated.',
  recordClosed: 'The record of this student can no longer be changed.',
  classUnknown: 'Choose which is meant, or add the class under Academics first.',
  roleNotBelow: FIX_ROLE,
  'role notValid': FIX_ROLE,
  statusNeeded: 'Choose the status here, or leave the column of the day or reason out under Columns.',
  statusWithheld: 'Leave the column out under Columns, or let a director import these rows.',
  examRemoves: 'Leave the exams of these students as they are, or change them on the profile.',
  nameUnknown: 'Choose who it is, or register the student first.',
  nameTwice: 'Choose who it is, or add a column of refs to the sheet.',
  nameElsewhere: 'Choose who it is. A student of this name is at another school.',
  rowsDiffer: 'Correct one of them here, or fix the sheet and choose it again.',
  recordWaits:
    'Nothing is wrong with these rows. They are imported together with the others of their record.',
  studentTwice: KEEP_ONE,
  subjectUnknown: 'Choose under Values what it means, or add it there.',
  subjectTwice: 'Leave one of the two columns out under Columns.',
  categoryUnknown: 'Choose under Values what it means.',
  'marks empty': 'Choose the columns of the subjects under Columns. A row without marks is not imported.',
  'items empty': 'Choose the columns of the costs under Columns. A row without costs is not imported.',
  'kcpe empty': 'Give the scores here. Students who sat another exam need none.',
}

/** The title of a problem, shown after the number of rows, and what fixes it. */
export function adviceOf({ field, target, code, message, value }: Problem, fixedAt?: FixedAt) {
  const isPart = partTarget(field) !== undefined || code === 'resultNotValid'
  // For an empty or unknown word the form shows only how to fill it in.
  const wrong = code === 'empty' ? 'is missing' : code === 'notValid' && value !== undefined && 'is not valid'
  const fact =
    target && wrong
      ? `${target.label} ${wrong}`
      : message.replace(/^Student (?!is )(.)/, (_, first: string) => first.toUpperCase()).replace(/\.$/, '')
  const here = target ? `Give the right ${isPart ? 'value' : target.label} here, or fix` : 'Fix'
  return {
    title: `${isPart ? `${target?.label}: ` : ''}${fact}${value === undefined ? '' : `: “${value}”`}`,
    advice:
      advices[`${field} ${code}`] ??
      advices[code] ??
      (fixedAt ? fixedElsewhere[fixedAt] : `${here} the sheet and choose it again.`),
  }
}

/** Why rows are not imported, by row number in the sheet. */
export const reasonsOf = (errors: readonly ImportError[], { numbers }: Pick<MadeRows, 'numbers'>): Reason[] =>
  errors.map(({ row, message }) => ({ number: numbers[row] ?? 0, reason: message }))

/** The rows of records that are not imported, in their order, each with its first reason. */
export function leftOutRows({ errors, taken }: Pick<CheckedParts, 'errors' | 'taken'>): Map<number, string> {
  const reasons = new Map<number, string>()
  for (const { row, message } of [...errors, ...taken].toSorted((a, b) => a.row - b.row))
    if (!reasons.has(row)) reasons.set(row, message)
  return reasons
}

/** The same, including skipped duplicates. */
export function leftOutOf(found: CheckedParts, made: MadeRows, { decisions }: Answers): Reason[] {
  const errors = [...found.errors, ...found.taken]
  const wrong = new Set(errors.map(({ row }) => row))
  const skipped = found.duplicates.flatMap(({ row, of, of_row }) => {
    const number = made.numbers[row] ?? 0
    const decision = decisions[number] ?? 'skip'
    if (decision !== 'skip' || wrong.has(row)) return []
    const other = of ? `${of.ref} ${of.name}` : `row ${made.numbers[of_row ?? 0]}`
    return [{ number, reason: `Possible duplicate of ${other}` }]
  })
  return [...reasonsOf(errors, made), ...skipped]
}

const NAMED = 10

/** Lists the empty rows, because a column that is not imported may contain a student's name. */
export function emptyWords(empty: MadeRows['empty']): string {
  const rest = empty.length - NAMED
  const named = [...empty.slice(0, NAMED).map(String), ...(rest > 0 ? [`${rest} more`] : [])]
  const [rows, are] = empty.length === 1 ? ['Row', 'is'] : ['Rows', 'are']
  return `${rows} ${listOf(named)} ${are} left out: no column that is imported has anything there.`
}
