import { type ImportKind, isRecordImport, type MovingIn, type MovingStep } from '#contract/imports.ts'
import { dayOf, daysBetween } from '#contract/base/days.ts'
import { canImport } from '#contract/permissions.ts'
import { formatMoment, formatTime } from '../../ui/formatDate.ts'
import { capital, plural } from '../../ui/plural.ts'
import { nounOf, nounsOf, titleOf } from '../rowWords.ts'
import type { DroppedSheet } from './droppedSheets.ts'

/** The steps in the order in which they build on each other. */
export const stepOrder = [
  'staff',
  'schools',
  'supporters',
  'students',
  'results',
  'receipts',
  'plans',
  'accounts',
] as const satisfies ImportKind[]

/** The last steps, both of which a director imports. */
const lockedLast = new Set<ImportKind>(['plans', 'accounts'])

/** `Staff`, `Past report cards` */
export const stepName = (kind: ImportKind) => {
  return capital(titleOf(kind).replace('Import ', ''))
}
const lower = (kind: ImportKind) => stepName(kind).toLowerCase()

/** `14 staff`, `1,943 rows of past report cards` */
const rowsInWords = (kind: ImportKind, rows: number) =>
  isRecordImport(kind)
    ? `${counted(rows, 'row')} of ${lower(kind)}`
    : kind === 'staff'
      ? `${counted(rows)} staff`
      : counted(rows, nounOf(kind))

/** `1,943 rows` */
export const counted = (count: number, noun?: string): string =>
  noun ? plural(count, noun).replace(String(count), counted(count)) : count.toLocaleString('en')

export const isIn = ({ count, nothing }: MovingStep) => count > 0 || nothing !== null

/** The sheets of a step that can be imported, those with the same headings together. */
export const groupsOf = (sheets: readonly DroppedSheet[], kind: ImportKind): DroppedSheet[][] => [
  ...Map.groupBy(
    sheets.filter(({ of }) => of?.kind === kind && !of.refusal),
    ({ of }) => of?.headings,
  ).values(),
]

export const rowsIn = (sheets: readonly DroppedSheet[]) =>
  sheets.reduce((sum, { of }) => sum + (of?.rows ?? 0), 0)

/** An import that was left halfway in this browser, and when. */
export type Halfway = { kind: ImportKind; at: number }

/** `3 of 14 questions are answered` */
export const answeredWords = (answered: number, questions: number) =>
  questions === 0
    ? 'ready to be checked'
    : `${answered} of ${plural(questions, 'question')} ${questions === 1 ? 'is' : 'are'} answered`

/** `yesterday, 16:40`, `28 Nov, 16:40` */
export function leftWhen(at: number, now = Date.now()) {
  const then = new Date(at)
  const day = ['today', 'yesterday'][daysBetween(dayOf(then), dayOf(new Date(now)))]
  return day ? `${day}, ${formatTime(then.toISOString())}` : formatMoment(then.toISOString())
}

/** Why sheets of a kind cannot be imported yet; undefined if they can. Only records need students. */
export function whyClosed(kind: ImportKind, { steps }: Pick<MovingIn, 'steps'>, role: number) {
  if (!canImport(role, kind)) return 'a director imports them'
  const hasStudents = steps.some((step) => step.kind === 'students' && step.count > 0)
  return isRecordImport(kind) && !hasStudents ? 'students are needed first' : undefined
}

type Situation = MovingIn & {
  role: number
  /** The kind whose list the page was opened from. */
  wanted: ImportKind | undefined
  sheets: readonly DroppedSheet[]
  halfway: readonly Halfway[]
  /** Whether files were dropped since the page was opened. */
  hasDropped: boolean
}

export type FirstLine = {
  /** Of an import left halfway the number of answers follows. */
  title: string
  text: string
  /** The one next step; of an import without a sheet, the files are chosen first. */
  step: { word: string; does: 'import' | 'continue'; kind: ImportKind } | 'choose' | 'missing' | 'locked'
}

/** What the page says first, with its one step. */
export function firstLine(situation: Situation): FirstLine {
  const { role, wanted, steps, sheets, hasDropped, waiting_students } = situation
  const [halfway] = situation.halfway
  if (halfway)
    return {
      title: `${stepName(halfway.kind)}: `,
      text: `Left in this browser ${leftWhen(halfway.at)}.`,
      step: { word: 'Continue', does: 'continue', kind: halfway.kind },
    }
  const countOf = (kind: ImportKind) => steps.find((step) => step.kind === kind)?.count ?? 0
  const ordered = stepOrder.flatMap((kind) => steps.find((step) => step.kind === kind) ?? [])
  const done = ordered.filter(isIn)
  const open = ordered.filter((step) => !isIn(step))
  const waiting = stepOrder.filter((kind) => groupsOf(sheets, kind).length > 0)
  const ready = waiting.filter((kind) => !whyClosed(kind, situation, role))
  const isWantedIn = done.some(({ kind }) => kind === wanted)
  const next = open.find(({ kind }) => kind === wanted) ?? open[0]

  const needing = [...(wanted ? [wanted] : []), ...waiting].find(isRecordImport)
  if (needing && countOf('students') === 0 && ready.every((kind) => kind === 'students')) {
    const students = groupsOf(sheets, 'students').flat()
    const files = new Set(students.map(({ file }) => file))
    return {
      title: `${stepName(needing)} need students, and none is in yet`,
      text:
        students.length > 0
          ? `${rowsInWords('students', rowsIn(students))} wait in ${files.size === 1 ? students[0]?.file : `${files.size} files`}.`
          : 'Import the students first.',
      step: { word: 'Import students', does: 'import', kind: 'students' },
    }
  }

  // Records may need those of earlier steps, such as the classes of report cards.
  const first = next?.kind === wanted && wanted && ready.includes(wanted) ? wanted : ready[0]
  if (sheets.length > 0 && (hasDropped || (first && first !== next?.kind))) {
    const known = sheets.filter(({ of }) => of)
    const unknown = sheets.length - known.length
    const areKnown = `${counted(known.length, 'sheet')} ${known.length === 1 ? 'is in its step' : 'are in their steps'}`
    const areNot = `${known.length > 0 ? counted(unknown) : counted(unknown, 'sheet')} ${unknown === 1 ? 'is' : 'are'} not recognised`
    return {
      title: [known.length > 0 && areKnown, unknown > 0 && areNot].filter(Boolean).join(', '),
      text: first
        ? `${counted(rowsIn(sheets), 'row')}. Next: ${rowsInWords(first, rowsIn(groupsOf(sheets, first)[0] ?? []))}.`
        : unknown > 0
          ? 'Choose below what each of them is.'
          : 'They cannot be imported here. Their steps say why.',
      step: first ? { word: 'Continue', does: 'import', kind: first } : 'choose',
    }
  }

  const asked = wanted ?? next?.kind ?? 'students'
  if (!canImport(role, asked))
    return {
      title: `${lockedLast.has(asked) ? 'Fee plans and school accounts' : 'Staff and supporters'}: a director imports them`,
      text: 'Both steps are locked and show their counts.',
      step: 'locked',
    }
  if (wanted && isWantedIn && !first)
    return {
      title: `Drop ${nounsOf(wanted)} here, or any other sheet`,
      text: `Step ${stepOrder.indexOf(wanted) + 1} is marked. A sheet that is recognised opens in Columns at once.`,
      step: 'choose',
    }
  if (!next) return allIn(countOf, waiting_students)
  const step = { word: `Import ${nounsOf(next.kind)}`, does: 'import', kind: next.kind } as const
  if (done.length === 0 && next.kind === 'staff')
    return {
      title: 'Nothing is in yet. Start with staff',
      text: 'Students need a liaison officer, who must be here first.',
      step,
    }
  return {
    title: `${done.length} of ${ordered.length} steps ${done.length === 1 ? 'is' : 'are'} in. Next: ${lower(next.kind)}`,
    text: 'Nothing is saved until you have checked it, and each import can be undone.',
    step,
  }
}

function allIn(countOf: (kind: ImportKind) => number, waiting: number): FirstLine {
  const [students, cards, receipts] = (['students', 'results', 'receipts'] as const).map((kind) =>
    counted(countOf(kind), nounOf(kind)),
  )
  return {
    title: `${students}, ${cards} and ${receipts} are in`,
    text:
      waiting > 0
        ? `${waiting === 1 ? '1 child still waits' : `${counted(waiting)} children still wait`}: their supporter has no address.`
        : 'Each import can be undone below.',
    step: 'missing',
  }
}
