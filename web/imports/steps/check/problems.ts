import type { ImportError, ImportErrorCode, ImportKind } from '#contract/imports.ts'
import { listOf, plural } from '../../../ui/plural.ts'
import type { CheckedParts } from '../../importApi.ts'
import type { Corrections } from '../../sheet/Answers.ts'
import type { MadeRows } from '../../sheet/makeRows.ts'
import type { Reason } from '../../sheet/saveRows.ts'
import { partTarget, type Target } from '../../sheet/targets.ts'
import { decisionOf } from './rowAnswers.ts'

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
  /** The students whom the rows may mean. */
  students: NonNullable<ImportError['students']>
}

/** The kinds of problems, in the order in which their answers change each other. */
const kinds = ['who', 'word', 'amount', 'other', 'waits'] as const
export type ProblemKind = (typeof kinds)[number]

const kindOfCode: { [Code in ImportErrorCode]?: ProblemKind } = {
  refUnknown: 'who',
  nameUnknown: 'who',
  nameTwice: 'who',
  nameElsewhere: 'who',
  nameDiffers: 'who',
  admissionUnknown: 'who',
  numberOfOther: 'who',
  rowsDiffer: 'other',
  recordWaits: 'waits',
}

function kindOf({ field, code, value }: Problem): ProblemKind {
  const known = kindOfCode[code]
  if (known) return known
  if (value !== undefined || code === 'categoryUnknown' || code === 'subjectUnknown') return 'word'
  return partTarget(field) ? 'amount' : 'other'
}

/** The problems by their kind, without kinds that there are none of. */
export const kindsOf = (problems: readonly Problem[]) =>
  kinds.flatMap((kind) => {
    const own = problems.filter((problem) => kindOf(problem) === kind)
    return own.length > 0 ? [{ kind, problems: own, rows: new Set(own.flatMap(({ rows }) => rows)) }] : []
  })

/** The title of a kind: `2 students are not known` */
export function titleOfKind({ kind, problems, rows }: ReturnType<typeof kindsOf>[number]): string {
  const inRows = (one: string, several: string) =>
    `${plural(rows.size, 'row')} ${rows.size === 1 ? one : several}`
  const are = problems.length === 1 ? 'is' : 'are'
  if (kind === 'who') return `${plural(problems.length, 'student')} ${are} not certain`
  if (kind === 'word') return `${plural(problems.length, 'word')} ${are} not known`
  if (kind === 'amount') return inRows('has a value that cannot be read', 'have values that cannot be read')
  if (kind === 'waits') return inRows('waits for others of its record', 'wait for others of their record')
  return inRows('needs fixing', 'need fixing')
}

/** Groups errors by their fix, the largest group first. */
export function groupProblems(errors: readonly ImportError[], targets: readonly Target[]): Problem[] {
  const problems = new Map<string, Problem>()
  const bornLater = new Set(errors.flatMap(({ code, row }) => (code === 'notInPast' ? row : [])))
  const nameless = new Set(
    errors.flatMap(({ field, code, row }) => (field === 'name' && code === 'empty' ? row : [])),
  )
  for (const error of errors) {
    const { field, code, message, row, students = [] } = error
    // Refunds have a question of their own.
    if (code === 'refund') continue
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
    if (!problem) problems.set(id, { id, field, target, code, message, value, rows: [row], students })
    else if (problem.rows.at(-1) !== row) problem.rows.push(row)
  }
  return [...problems.values()].toSorted((a, b) => b.rows.length - a.rows.length)
}

/** The number of rows that need fixing, without those that only wait for another row of their record. */
export const wrongRows = (errors: readonly ImportError[]): number =>
  new Set(errors.flatMap(({ row, code }) => (code === 'recordWaits' ? [] : row))).size

/** Errors whose rows form one group even if their words differ. */
const togetherAlways = new Set<ImportErrorCode>(['hasSupporter', 'recordClosed', 'recordWaits'])

const fixedElsewhere = {
  columns: 'It has no column. Choose one under Columns.',
  dates: 'Choose under Values whether the day or the month comes first, and what numbers mean.',
  blanks: 'Answer under Values what the blank cells mean, or fill them in here.',
}
export type FixedAt = keyof typeof fixedElsewhere

const IS_SAME = 'Same student? Choose who it is, or register the student first.'
const FIX_ROLE = 'Choose a role below your own. Administrators are added one by one, under Users.'

/** What fixes an error, by code, or by field and code. */
const advices: { [Key in ImportErrorCode | `${string} ${ImportErrorCode}`]?: string } = {
  notInPast: 'The year looks mistyped. Give the right date here, or fix the sheet and choose it again.',
  schoolUnknown: 'Choose under Values which is meant, or add it there.',
  schoolTaken: 'Nothing will change.',
  schoolSpelled: 'Nothing will change, unless it is another school that you add as new.',
  clusterUnknown: 'Choose under Values which is meant, or add it there.',
  yearUnknown: 'Choose under Values which is meant, or add it there.',
  termUnknown: 'Choose under Values which is meant, or add it there.',
  emailTaken: 'That user will not change. Another person needs another email.',
  liaisonUnknown: 'Choose who looks after these students, or add the officer under Users first.',
  liaisonTwice: 'Choose who looks after these students, or give an email in the sheet.',
  liaisonDisabled: 'Choose who looks after these students, or activate this user under Users.',
  supporterUnknown: 'Choose who supports these students, or import the supporters first.',
  refUnknown: 'Give the right Ref here. A student who is not registered yet has none.',
  hasSupporter: 'Leave the supporters as they are, or change them on the profile.',
  notActive: 'A student who is not Active cannot be updated.',
  recordClosed: 'The record of this student can no longer be changed.',
  classUnknown: 'Choose under Values which is meant, or add it there.',
  roleNotBelow: FIX_ROLE,
  'role notValid': FIX_ROLE,
  statusNeeded: 'Choose the status here, or leave the column of the day or reason out under Columns.',
  statusWithheld: 'Leave the column out under Columns, or let a director import these rows.',
  examRemoves: 'Leave the exams of these students as they are, or change them on the profile.',
  nameUnknown: 'Choose who it is, or register the student first.',
  nameDiffers: IS_SAME,
  numberOfOther: IS_SAME,
  refundTooLarge: 'Correct the amount here, or choose that refunds are left out.',
  nameTwice: 'Choose who it is, or add a column of refs to the sheet.',
  nameElsewhere: 'Choose who it is. A student of this name is at another school.',
  rowsDiffer: 'Correct one of them here, or fix the sheet and choose it again.',
  recordWaits:
    'Nothing is wrong with these rows. They are imported together with the others of their record.',
  studentTwice: 'Correct the ref of one of them here, or fix the sheet and choose it again.',
  subjectUnknown: 'Choose under Values what it means, or add it there.',
  subjectTwice: 'Leave one of the two columns out under Columns.',
  planTwice: 'Leave one of them out of the sheet, and choose it again.',
  accountTwice: 'Leave one of them out of the sheet, and choose it again.',
  accountOfBoth: 'Leave the columns of one of them out of the row, and choose the sheet again.',
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

/** Why rows are not imported. */
export const reasonsOf = (errors: readonly ImportError[], { sources }: Pick<MadeRows, 'sources'>): Reason[] =>
  errors.flatMap(({ row, message }) => {
    const source = sources[row]
    return source ? { row: source, reason: message } : []
  })

/** The rows of records that are not imported, in their order, each with its first reason. */
export function leftOutRows({ errors, taken }: Pick<CheckedParts, 'errors' | 'taken'>): Map<number, string> {
  const reasons = new Map<number, string>()
  for (const { row, message } of [...errors, ...taken].toSorted((a, b) => a.row - b.row))
    if (!reasons.has(row)) reasons.set(row, message)
  return reasons
}

/** The same, including rows like a registered student without an answer, and copies. */
export function leftOutOf(
  kind: ImportKind,
  found: Pick<CheckedParts, 'errors' | 'taken' | 'duplicates'>,
  made: Pick<MadeRows, 'sources'>,
  corrections: Corrections,
): Reason[] {
  const errors = [...found.errors, ...found.taken]
  const wrong = new Set(errors.map(({ row }) => row))
  // Copies of receipts are among the errors, once the user has named them.
  const duplicates = kind === 'students' ? found.duplicates : []
  const registered = new Set(duplicates.flatMap(({ row, of }) => (of ? row : [])))
  const skipped = duplicates.flatMap(({ row, of, of_row }) => {
    const source = made.sources[row]
    if (!source || wrong.has(row)) return []
    const decision = decisionOf(corrections, source) ?? (registered.has(row) ? 'skip' : 'add')
    if (decision !== 'skip') return []
    const other = of ? `${of.ref} ${of.name}` : made.sources[of_row ?? 0]?.name
    return [{ row: source, reason: `Possible duplicate of ${other}` }]
  })
  return [...reasonsOf(errors, made), ...skipped]
}

const NAMED = 10

/** Lists the empty rows, because a column that is not imported may contain a student's name. */
export function emptyWords(empty: MadeRows['empty']): string {
  const rest = empty.length - NAMED
  // `Rows 7 and 9`, or with several sheets `2024, row 7 and 2025, row 9`
  const isOneSheet = empty.every(({ name, number }) => name === `row ${number}`)
  const names = empty.slice(0, NAMED).map(({ name, number }) => (isOneSheet ? String(number) : name))
  const named = listOf([...names, ...(rest > 0 ? [`${rest} more`] : [])])
  const [rows, are] = empty.length === 1 ? ['Row', 'is'] : ['Rows', 'are']
  return `${isOneSheet ? `${rows} ` : ''}${named} ${are} left out: no column that is imported has anything there.`
}
