import { importMessages, type ImportError } from '#contract/imports.ts'
import { schoolMessages } from '#contract/schools.ts'
import { studentMessages } from '#contract/students.ts'
import { userMessages } from '#contract/users.ts'
import type { Target } from '../../sheet/targets.ts'

/** Rows with the same fix. */
export type Problem = {
  id: string
  field: string
  /** Undefined if the error is not about a column, such as a decision. */
  target: Target | undefined
  message: string
  /** The word or name that all of these rows have; undefined if they differ, or if one answer cannot fix them. */
  value: string | undefined
  /** The server's row indexes, each once. */
  rows: number[]
}

/** Unknown places form one group; rows with the same unknown word or person form another. */
const areTogether = ({ field, message }: ImportError) =>
  field === 'cluster' || (field === 'school' && message === studentMessages.schoolUnknown)

/** Groups errors by their fix, the largest group first. */
export function groupProblems(errors: readonly ImportError[], targets: readonly Target[]): Problem[] {
  const problems = new Map<string, Problem>()
  const bornLater = new Set(
    errors.flatMap(({ message, row }) => (message === studentMessages.bornBeforeToday ? row : [])),
  )
  const nameless = new Set(
    errors.flatMap(({ field, message, row }) =>
      field === 'name' && message.endsWith(' cannot be empty') ? row : [],
    ),
  )
  for (const error of errors) {
    const { field, message, row } = error
    // Correcting the date of birth fixes both.
    if (message === studentMessages.registeredAfterBirth && bornLater.has(row)) continue
    // A row without a name is probably no student, so its other errors are hidden until it has one.
    if (field !== 'name' && field !== 'ref' && nameless.has(row)) continue
    const target = targets.find((each) => each.field === field)
    const isWord = target?.holds === 'words' || target?.holds === 'names'
    const text = String(error.value ?? '').trim()
    const value = isWord && text !== '' && !areTogether(error) ? text : undefined
    const id = JSON.stringify([field, message, value?.toLowerCase()])
    const problem = problems.get(id)
    if (!problem) problems.set(id, { id, field, target, message, value, rows: [row] })
    else if (problem.rows.at(-1) !== row) problem.rows.push(row)
  }
  return [...problems.values()].toSorted((a, b) => b.rows.length - a.rows.length)
}

export const wrongRows = (errors: readonly ImportError[]): number =>
  new Set(errors.map(({ row }) => row)).size

export const isPlaceUnknown = ({ field, message }: Pick<Problem, 'field' | 'message'>) =>
  message === studentMessages.schoolUnknown ||
  (field === 'cluster' && message === importMessages.clusterUnknown)

const FIX_SHEET = 'fix the sheet and choose it again'

const fixedElsewhere = {
  columns: 'It has no column. Choose one, or give one value for every row, under Columns.',
  dates: 'Choose under Values whether the day or the month comes first, and what numbers mean.',
  blanks: 'Give one value for all blank cells under Values, or fill them in here.',
}
export type FixedAt = keyof typeof fixedElsewhere

/** The problem, shown after the number of rows, and its fix. */
export function adviceOf(
  { field, target, message, value }: Problem,
  fixedAt?: FixedAt,
): { title: string; advice: string } {
  const label = target?.label ?? ''
  const quoted = value === undefined ? '' : ` “${value}”`
  switch (message) {
    case studentMessages.bornBeforeToday:
      return {
        title: 'date of birth is in the future',
        advice: `The year looks mistyped. Give the right date here, or ${FIX_SHEET}.`,
      }
    case studentMessages.schoolUnknown:
      return {
        title: 'school not known',
        advice: 'Add the schools, or choose which is meant. New ones need a cluster.',
      }
    case schoolMessages.schoolTaken:
      return { title: 'school is already registered', advice: 'Nothing will change.' }
    case schoolMessages.selectCluster:
      return { title: 'no cluster', advice: `Give the cluster here, or ${FIX_SHEET}.` }
    case userMessages.emailTaken:
      return {
        title: 'email is already taken',
        advice: 'That user will not change. Another person needs another email.',
      }
    case importMessages.clusterUnknown:
      return { title: 'cluster not known', advice: 'Add the clusters, or choose which is meant.' }
    case studentMessages.liaisonUnknown:
      return {
        title: `liaison officer${quoted} is not a user here`,
        advice: 'Choose who looks after these students, or add them under Users first.',
      }
    case importMessages.liaisonTwice:
      return {
        title: `more than one user is called${quoted}`,
        advice: 'Choose who looks after these students.',
      }
    case importMessages.liaisonDisabled:
      return {
        title: `liaison officer${quoted} is disabled`,
        advice: 'Choose who looks after these students, or activate this user under Users.',
      }
    case studentMessages.supporterUnknown:
      return {
        title: `supporter${quoted} is not a user here`,
        advice: 'Choose who supports these students, or import the supporters first.',
      }
    case importMessages.refUnknown:
      return {
        title: 'no student has this ref',
        advice: 'A ref says which student is updated. Without one the row adds a student.',
      }
    case studentMessages.notActive:
      return {
        title: 'student is not Active',
        advice: 'A student who is not Active cannot be updated.',
      }
    case importMessages.examRemoves:
      return {
        title: `the exam${quoted} would remove what the student has`,
        advice:
          'These students have a score, or an assessment number or pathway, that this exam does not have. Leave their exams as they are, or change them on the profile.',
      }
    case importMessages.studentTwice:
      return {
        title: 'more than one row is about this student',
        advice: 'Keep one of them in the sheet, and choose the sheet again.',
      }
    default:
      return field === 'kcpe' && value === undefined && message.endsWith('cannot be empty')
        ? {
            title: 'no KCPE score',
            advice: 'Give the scores here. Students who sat another exam need none.',
          }
        : {
            title: message.replace(/^Student (.)/, (_, first: string) => first.toUpperCase()) + quoted,
            advice: fixedAt
              ? fixedElsewhere[fixedAt]
              : label
                ? `Give the right ${label} here, or ${FIX_SHEET}.`
                : 'Fix the sheet and choose it again.',
          }
  }
}
