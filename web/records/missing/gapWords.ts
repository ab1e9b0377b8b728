import { type Gap, gapStates } from '#contract/records.ts'
import { plural } from '../../ui/plural.ts'
import { type GapKind, gapKinds } from './gapKinds.ts'

const countOf = (gaps: Gap[], kind: GapKind, state: Gap[GapKind]) =>
  gaps.filter((gap) => gap[kind] === state).length

/** `Reports: 20 missing, 3 unverified`; nothing where no report is amiss. */
export function summaryOf(gaps: Gap[], kind: GapKind): string | undefined {
  const counts = gapStates
    .map((state) => ({ state, count: countOf(gaps, kind, state) }))
    .filter(({ count }) => count > 0)
  if (counts.length === 0) return undefined
  return `${gapKinds[kind].label}s: ${counts.map(({ state, count }) => `${count} ${state}`).join(', ')}`
}

/**
 * `4 reports missing, 1 returned`: what is to be done about one's own students. What is unverified waits for
 * somebody else, so it alone calls nobody.
 */
export function workOf(gaps: Gap[], kind: GapKind): string | undefined {
  const missing = countOf(gaps, kind, 'missing')
  const returned = countOf(gaps, kind, 'returned')
  const { noun } = gapKinds[kind]
  if (missing === 0) return returned === 0 ? undefined : `${plural(returned, noun)} returned`
  return `${plural(missing, noun)} missing${returned > 0 ? `, ${returned} returned` : ''}`
}
