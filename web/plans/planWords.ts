import { containsAll, fold, searchWords } from '#contract/base/lists.ts'
import type { PlanClass, PlanDraft, PlanOrigin, ProposedRow } from '#contract/money/plans.ts'
import { money, sumOf } from '../ui/amounts.ts'
import { formatDate, onOneLine } from '../ui/formatDate.ts'
import { listOf, plural } from '../ui/plural.ts'
import type { Fees } from './feeLines.ts'
import type { PlanFilter } from './plansAddress.ts'

/** A school and class with its fees. */
export type PlannedClass = PlanClass & {
  fees: Fees[]
  hasPlan: boolean
  /** Whether it has fees, but no amount to the school in a term that has fees. */
  lacksToSchool: boolean
  /** Whether the row above is another school's. */
  isFirst: boolean
}

type Plans = {
  classes: PlanClass[]
  rows: { school_id: number; class_id: number; term_id: number; amount: number; to_school: number | null }[]
  terms: { id: number }[]
}

/** The classes with their fees, those of a filter and a search. */
export function plannedClasses({ classes, rows, terms }: Plans): PlannedClass[] {
  const places = Map.groupBy(rows, ({ school_id, class_id }) => `${school_id} ${class_id}`)
  return classes.map((place, index) => {
    const own = places.get(`${place.school_id} ${place.class_id}`) ?? []
    const fees = terms.map(({ id }): Fees => {
      const { amount = null, to_school = null } = own.find(({ term_id }) => term_id === id) ?? {}
      return { term_id: id, amount, to_school }
    })
    return Object.assign({}, place, {
      fees,
      hasPlan: own.length > 0,
      lacksToSchool: own.some(({ to_school }) => to_school === null),
      isFirst: classes[index - 1]?.school_id !== place.school_id,
    })
  })
}

const isIn: Record<PlanFilter, (place: PlannedClass) => boolean> = {
  no_plan: ({ hasPlan }) => !hasPlan,
  no_to_school: ({ lacksToSchool }) => lacksToSchool,
}

export const countIn = (places: readonly PlannedClass[], filter: PlanFilter) =>
  places.filter(isIn[filter]).length

/** The places that a filter and a search find, by school and class. Each school is named in its first row. */
export function findPlaces(places: readonly PlannedClass[], filter: PlanFilter | undefined, search: string) {
  const words = searchWords(search)
  const found = places.filter(
    (place) => (!filter || isIn[filter](place)) && containsAll(fold(`${place.school} ${place.class}`), words),
  )
  return found.map((place, index) =>
    Object.assign({}, place, { isFirst: found[index - 1]?.school_id !== place.school_id }),
  )
}

/** The sum of the terms; null if none is known. */
export function totalOf(fees: readonly Fees[], name: 'amount' | 'to_school'): number | null {
  const known = fees.flatMap((term) => term[name] ?? [])
  return known.length === 0 ? null : sumOf(known)
}

const origins: Record<PlanOrigin, string> = {
  typed: 'Typed',
  changed: 'Changed',
  proposed: 'Proposed',
  imported: 'Imported',
}

/** `Changed, 9 Jan 2027` */
export const lastChange = ({ origin, updated_at }: Pick<PlanClass, 'origin' | 'updated_at'>) =>
  origin && updated_at ? `${origins[origin]}, ${onOneLine(formatDate(updated_at))}` : ''

/** `12 students of Grade 10` */
export const basisOf = ({ from_students, from_class }: ProposedRow, year: string) =>
  from_class === null ? `No receipts in ${year}` : `${plural(from_students, 'student')} of ${from_class}`

/** `33,900 to 37,100 in Term 1`, of the first term with receipts. */
export function rangeOf(
  { terms, from_students }: ProposedRow,
  names: PlanDraft['terms'],
): string | undefined {
  const term = terms.find(({ low, high }) => low !== null && high !== null)
  if (!term || term.low === null || term.high === null || from_students < 2) return undefined
  const name = names.find(({ id }) => id === term.term_id)?.term_name
  if (term.low === term.high) return `${money(term.low)} each in ${name}`
  return `${money(term.low)} to ${money(term.high)} in ${name}`
}

/** What is weak about a proposal. */
export function flagsOf(row: ProposedRow, year: string): string[] {
  if (row.from_class === null) return ['Nothing to propose. Type the fees, or skip.']
  return [
    row.is_class_below && `No ${row.class} in ${year}. ${row.from_class} of this school was used.`,
    row.is_one_student && 'Only one student. Look at the receipts before you accept.',
  ].filter((flag) => flag !== false)
}

export const isProposed = ({ terms }: ProposedRow) => terms.some(({ amount }) => amount !== null)

/** The figures that count for a row as it is decided now, for each term. */
export function figuresOf(row: ProposedRow, terms: PlanDraft['terms']): Fees[] {
  const source: readonly Fees[] = (row.decision === 'change' && row.chosen) || row.terms
  return terms.map(({ id }) => {
    const { amount = null, to_school = null } = source.find(({ term_id }) => term_id === id) ?? {}
    return { term_id: id, amount, to_school }
  })
}

export function decisionCounts(rows: readonly ProposedRow[]) {
  const count = (decision: ProposedRow['decision']) => rows.filter((row) => row.decision === decision).length
  return { accepted: count('accept'), changed: count('change'), skipped: count('skip'), open: count(null) }
}

/** `3 accepted, 2 changed and 1 skipped` */
export const decisionWords = ({ accepted, changed, skipped }: ReturnType<typeof decisionCounts>) =>
  listOf(
    [
      accepted > 0 && `${accepted} accepted`,
      changed > 0 && `${changed} changed`,
      skipped > 0 && `${skipped} skipped`,
    ].filter((words) => words !== false),
  )
