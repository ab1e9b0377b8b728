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

/** Unknown places form one group; rows with the same unknown word or person form another. */
const areTogether = ({ field, code }: ImportError) => field === 'cluster' || code === 'schoolUnknown'

/** Groups errors by their fix, the largest group first. */
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
    const isWord = target?.holds === 'words' || target?.holds === 'names'
    const text = String(error.value ?? '').trim()
    const value = isWord && text !== '' && !areTogether(error) ? text : undefined
    const id = JSON.stringify([field, message, value?.toLowerCase()])
    const problem = problems.get(id)
    if (!problem) problems.set(id, { id, field, target, code, message, value, rows: [row] })
    else if (problem.rows.at(-1) !== row) problem.rows.push(row)
  }
  return [...problems.values()].toSorted((a, b) => b.rows.length - a.rows.length)
}

export const wrongRows = (errors: readonly ImportError[]): number =>
  new Set(errors.map(({ row }) => row)).size

export const isPlaceUnknown = ({ code }: Pick<Problem, 'code'>) =>
  code === 'schoolUnknown' || code === 'clusterUnknown'

const FIX_SHEET = 'fix the sheet and choose it again'
const KEEP_ONE = 'Keep one of them in the sheet, and choose the sheet again.'

const fixedElsewhere = {
  columns: 'It has no column. Choose one, or give one value for every row, under Columns.',
  dates: 'Choose under Values whether the day or the month comes first, and what numbers mean.',
  blanks: 'Give one value for all blank cells under Values, or fill them in here.',
}
export type FixedAt = keyof typeof fixedElsewhere

/** A problem, shown after the number of rows, and its fix. */
type Advice = { title: string; advice: string }

const roleAdvice = {
  title: 'role… cannot be given here',
  advice: 'Choose a role below your own. Administrators are added one by one, under Users.',
}

/** By code, or by field and code. Without a title the message is the title; `…` stands for the quoted value. */
const advices: {
  [Key in ImportErrorCode | `${string} ${ImportErrorCode}`]?: Partial<Advice> & Pick<Advice, 'advice'>
} = {
  notInPast: {
    title: 'date of birth is in the future',
    advice: `The year looks mistyped. Give the right date here, or ${FIX_SHEET}.`,
  },
  schoolUnknown: {
    title: 'school not known',
    advice: 'Add the schools, or choose which is meant. New ones need a cluster.',
  },
  schoolTaken: { title: 'school is already registered', advice: 'Nothing will change.' },
  'cluster empty': { title: 'no cluster', advice: `Give the cluster here, or ${FIX_SHEET}.` },
  clusterUnknown: { title: 'cluster not known', advice: 'Add the clusters, or choose which is meant.' },
  emailTaken: {
    title: 'email is already taken',
    advice: 'That user will not change. Another person needs another email.',
  },
  liaisonUnknown: {
    title: 'liaison officer… is not a user here',
    advice: 'Choose who looks after these students, or add them under Users first.',
  },
  liaisonTwice: {
    title: 'more than one user is called…',
    advice: 'Choose who looks after these students.',
  },
  liaisonDisabled: {
    title: 'liaison officer… is disabled',
    advice: 'Choose who looks after these students, or activate this user under Users.',
  },
  supporterUnknown: {
    title: 'supporter… is not a user here',
    advice: 'Choose who supports these students, or import the supporters first.',
  },
  refUnknown: {
    title: 'no student has this ref',
    advice: 'A ref says which student is updated. Without one the row adds a student.',
  },
  notActive: { advice: 'A student who is not Active cannot be updated.' },
  recordClosed: {
    title: 'record is waiting to be anonymised',
    advice: 'Nothing can be added to it.',
  },
  classUnknown: {
    title: 'class… is not known',
    advice: 'Choose which is meant, or add the class under Academics first.',
  },
  roleNotBelow: roleAdvice,
  'role notValid': roleAdvice,
  statusNeeded: {
    title: 'a day or reason without a status',
    advice: 'Give the status that it is about, or leave the column out under Columns.',
  },
  statusWithheld: {
    title: 'status… may only be given by a director',
    advice: 'Leave the column out under Columns, or let a director import these rows.',
  },
  examRemoves: {
    title: 'the exam… would remove what the student has',
    advice:
      'These students have a score, or an assessment number or pathway, that this exam does not have. Leave their exams as they are, or change them on the profile.',
  },
  admissionUnknown: { advice: `Give the right number here, or ${FIX_SHEET}.` },
  nameUnknown: {
    title: 'no student is called…',
    advice: 'Choose who it is, or register the student first.',
  },
  nameTwice: {
    title: 'more than one student is called…',
    advice: 'Choose who it is. A column with refs would say it for every row.',
  },
  nameElsewhere: {
    title: 'student… is at another school here',
    advice: 'Choose who it is: the same student, or another one of that name.',
  },
  nameDiffers: {
    title: 'the student with this ref has another name',
    advice: `Give the right Ref here, or ${FIX_SHEET}.`,
  },
  recordTwice: { advice: KEEP_ONE },
  subjectUnknown: { advice: 'Say under Values what it means, or add it there.' },
  categoryUnknown: { advice: 'Say under Values what it means.' },
  'marks empty': {
    title: 'no marks',
    advice: 'Choose the columns of the subjects under Columns. A row without marks is not imported.',
  },
  'items empty': {
    title: 'no costs',
    advice: 'Choose the columns of the costs under Columns. A row without costs is not imported.',
  },
  studentTwice: { advice: KEEP_ONE },
  'kcpe empty': {
    title: 'no KCPE score',
    advice: 'Give the scores here. Students who sat another exam need none.',
  },
}

export function adviceOf({ field, target, code, message, value }: Problem, fixedAt?: FixedAt): Advice {
  const quoted = value === undefined ? '' : ` “${value}”`
  const known = advices[`${field} ${code}`] ?? advices[code]
  const part = partTarget(field) || code === 'resultNotValid' ? `${target?.label}: ` : ''
  const { title = message.charAt(0).toLowerCase() + message.slice(1) } = known ?? {}
  if (known) return { ...known, title: part + title.replace('…', () => quoted) }
  const fixedHere = target ? `Give the right ${target.label} here, or ${FIX_SHEET}.` : undefined
  return {
    title: part + message.replace(/^Student (.)/, (_, first: string) => first.toUpperCase()) + quoted,
    advice: (fixedAt && fixedElsewhere[fixedAt]) ?? fixedHere ?? 'Fix the sheet and choose it again.',
  }
}

/** Why rows are not imported, by row number in the sheet. An error of a record is about all of its rows. */
export const reasonsOf = (errors: readonly ImportError[], { numbers, joined }: MadeRows): Reason[] =>
  errors.flatMap(({ row, message }) =>
    (joined?.[row] ?? [numbers[row] ?? 0]).map((number) => ({ number, reason: message })),
  )

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
