import { OWN_COLUMNS, subjectInHeading } from '#contract/downloads.ts'
import type { RecordImport, Remembered } from '#contract/imports.ts'
import { fold } from '#contract/base/lists.ts'
import { isSlip } from '#contract/base/nameGuesser.ts'
import { answerFor } from '../choiceOf.ts'
import { type ImportColumn, importColumns } from '../importColumns.ts'
import { partFields, type Target } from '../targets.ts'
import { beginsWithSlip } from './guessLookup.ts'

const wordsOf = (text: string) => text.replace(/[^\p{L}\p{N}#]+/gu, ' ').trim()

/** The key of a remembered heading: without case, apostrophes and punctuation. `Name (old)` is not `Name`. */
export const wholeKey = (heading: string) => wordsOf(fold(heading).replaceAll("'", ''))

/** The key for comparing headings: also without text in brackets. */
export const headingKey = (heading: string) =>
  wholeKey(heading.replace(/\([^()]*\)/g, ' ')) || wholeKey(heading)

/** The field that was chosen for a heading in an earlier import; null if the column was left out. */
export function rememberedField(heading: string, headings: Remembered['headings'] | undefined) {
  const before = answerFor(headings, wholeKey(heading))
  // If the heading without brackets was left out, that does not apply to this one.
  return before === undefined ? (answerFor(headings, headingKey(heading)) ?? undefined) : before
}

/** Words for the student. */
const PEOPLE = new Set('student students pupil pupils child childs learner learners name names'.split(' '))
/** Words that do not indicate a field. */
const FILLERS = new Set([...'a the of for full current present attended attending'.split(' '), ...PEOPLE])

/** A heading without filler words: `Name of Father` becomes `father`. */
const core = (key: string) =>
  key
    .split(' ')
    .filter((word) => !FILLERS.has(word))
    .join(' ')

const keysIn = ({ headings }: ImportColumn) => headings?.split(', ') ?? []

/** A heading without the words beside a name: `English (Mark)` becomes `English`. */
export const withoutBesides = (heading: string, { besides }: ImportColumn) =>
  besides ? wordsOf(heading.replace(besides, ' ')) : heading

/** Whether a heading says what part of a subject's result or of a category's cost its column has. */
export const isPart = (heading: string) =>
  Object.values(partFields).some(({ column }) => withoutBesides(heading, importColumns[column] ?? {}) === '')

/** Without spaces between initials: `p a` becomes `pa`. */
const joinInitials = (key: string) => key.replace(/(?<!\S)(\p{L}) (?=\p{L}(?!\S))/gu, '$1')

/**
 * How well a heading fits: 3 for the field's label, 2 for a usual heading, 1 without fillers, as in `Pupil’s name`, or with one typing
 * error.
 */
export function headingFit(whole: string, target: Target): number {
  const key = withoutBesides(whole, target)
  if (key === '') return 0
  if (key === headingKey(target.label)) return 3
  const keys = keysIn(target)
  const joined = joinInitials(key)
  if (keys.some((known) => joinInitials(known) === joined)) return 2
  const rest = core(key)
  // Words for the student alone mean the student's name.
  if (rest === '') return Number(target.field === 'name' && key.split(' ').some((word) => PEOPLE.has(word)))
  const ours = [headingKey(target.label), ...keys]
  // A usual heading is no typing error: `County` is not `Country`.
  const isMisspelt = (known: string) =>
    !isUsualHeading(key) &&
    (isSlip(known, key) || (target.layout === 'columns' && beginsWithSlip(key.split(' '), known.split(' '))))
  return Number(ours.some((known) => core(known) === rest || isMisspelt(known)))
}

/**
 * The columns of marks or costs, each with the subject or category that its heading names. A heading such as `Grade`
 * belongs to the subject of the column before; without one the name is empty.
 */
export function partColumns(
  kind: RecordImport,
  columns: readonly { index: number; heading: string; field: string | null }[],
): { index: number; name: string }[] {
  const { column } = partFields[kind]
  const found: { index: number; name: string }[] = []
  for (const { index, heading } of columns.filter(({ field }) => field === column)) {
    const last = found.at(-1)
    const said = heading.replace(/\s+/g, ' ')
    const name = subjectInHeading(said) ?? withoutBesides(said, importColumns[column] ?? {})
    found.push({ index, name: name || (last?.index === index - 1 ? last.name : '') })
  }
  return found
}

const everyKey = new Set(Object.values(importColumns).flatMap(keysIn))
const everyCore = new Set([...everyKey].map(core).filter((key) => key !== ''))

export const isUsualHeading = (key: string) => everyKey.has(key) || everyCore.has(core(key))

export const LEFT_OUT_HEADING = 'Why it was left out'

/** Columns that are not imported, because Elimu counts rows and years itself. */
const skippedHeadings = new Set([
  ...'no, #, s no, sno, sn, s n, nr, serial no, row, age, pos, position, rank, stream, points, pts'.split(
    ', ',
  ),
  ...'total points, total marks, total, balance'.split(', '),
  headingKey(LEFT_OUT_HEADING),
  ...Object.values(OWN_COLUMNS).map(headingKey),
])
export const isSkippedHeading = (key: string) => skippedHeadings.has(key)
