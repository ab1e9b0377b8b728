import { dayOf } from '#contract/base/days.ts'
import {
  type Accesses,
  type DepartureKind,
  departureKinds,
  type ViewKind,
  viewKinds,
} from '#contract/privacy/accesses.ts'
import { namesOf } from '#contract/base/fields.ts'
import { plural } from '../../ui/plural.ts'
import type { Download } from '../../ui/export/Download.ts'
import { formatDateTime, formatDay } from '../../ui/formatDate.ts'
import { roleName } from '#contract/permissions.ts'

export type View = Accesses['views'][number]
export type Departure = Accesses['left'][number]

type Person = Pick<View, 'user_id' | 'name' | 'role_id'>
/** What one person did on one day. */
export type PersonDay = Person & { counts: View['counts']; left: Departure[] }
export type AccessDay = { day: string; people: PersonDay[] }

/** By day, the newest first, and by person. */
export function daysOf({ views, left }: Pick<Accesses, 'views' | 'left'>): AccessDay[] {
  const days = new Map<string, Map<number, PersonDay>>()
  const entryOf = (day: string, { user_id, name, role_id }: Person) => {
    const people = days.get(day) ?? new Map<number, PersonDay>()
    const entry = people.get(user_id) ?? { user_id, name, role_id, counts: {}, left: [] }
    days.set(day, people.set(user_id, entry))
    return entry
  }
  for (const view of views) entryOf(view.day, view).counts = view.counts
  for (const departure of left) entryOf(dayOf(new Date(departure.at)), departure).left.push(departure)
  return [...days]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, people]) => ({ day, people: [...people.values()] }))
}

/** `Profile 2`, `Report cards 3`, in one order. */
export const countsOf = (counts: View['counts']): { word: string; count: number }[] =>
  namesOf(viewKinds).flatMap((kind: ViewKind) => {
    const count = counts[kind]
    return count ? [{ word: viewKinds[kind], count }] : []
  })

/** `Downloaded: Report card, Term 3, 2026`; an export and a letter name who received them. */
export function departureWords({ how, what, went_to }: Departure): string {
  if (what === '') return `${departureKinds[how]}. What it was is removed.`
  if (how === 'mistake') return `${what}, by ${went_to}`
  if (how === 'letter') return `Letter to ${went_to}: ${what}`
  return `${departureKinds[how]}: ${what}${how === 'export' ? `. For: ${went_to}` : ''}`
}

const nouns: Record<DepartureKind, string> = {
  download: 'download',
  print: 'print',
  export: 'export',
  letter: 'letter',
  mistake: 'wrong recipient',
}

/** `2 downloads`, `1 letter` */
export const departureCounts = (left: Departure[]): { how: DepartureKind; words: string }[] =>
  namesOf(departureKinds).flatMap((how) => {
    const count = left.filter((departure) => departure.how === how).length
    return count === 0 ? [] : [{ how, words: plural(count, nouns[how]) }]
  })

type Line = { day: AccessDay['day']; person: PersonDay }

/** A line for each count and each departure. */
export const accessDownload = (ref: string): Download<Line> => ({
  name: `who-looked-${ref}`,
  headers: ['When', 'Person', 'Role', 'How', 'What', 'Times', 'Went to'],
  lines: ({ day, person: { name, role_id, counts, left } }) => [
    ...countsOf(counts).map(({ word, count }) => [
      formatDay(day),
      name,
      roleName(role_id),
      'Viewed',
      word,
      count,
      '',
    ]),
    ...left.map(({ at, how, what, went_to }) => [
      formatDateTime(at),
      name,
      roleName(role_id),
      departureKinds[how],
      what,
      1,
      went_to,
    ]),
  ],
})

export const linesOf = (days: AccessDay[]): Line[] =>
  days.flatMap(({ day, people }) => people.map((person) => ({ day, person })))
