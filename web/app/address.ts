import { idText } from '#contract/base/fields.ts'
import { type ProfileType, profileTypes } from '#contract/records/records.ts'
import { readTimeAddress, readYear, type TimeAddress } from '../ui/timeAddress.ts'

/** Search parameters are plain text, so that an address reads as people write it: `?search=2024`, without quotes. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  return entries.length ? `?${new URLSearchParams(entries)}` : ''
}

/**
 * Where to go after signing in: an address of this app behind sign-in, or undefined. A link from outside may name
 * anything, such as `//evil.example` or `/\evil.example`, which browsers open as another site.
 */
export function safeNext(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/dashboard(?:[/?][^\\]*)?$/.test(next) && !next.includes('//')
    ? next
    : undefined
}

const profileTabs = ['funding', 'history', 'looked'] as const

/** Which student's profile is open, from which panel, at which tab, and for which years. */
export type ProfileAddress = {
  student?: number
  profile?: ProfileType
  tab?: (typeof profileTabs)[number]
  academic_year?: string
  finance_year?: string
  funding_year?: string
}

/** Parses the address and ignores invalid parts. */
export const readProfileAddress = (address: Record<string, unknown>): ProfileAddress => ({
  student: idText.safeParse(String(address['student'])).data,
  profile: profileTypes.find((known) => known === address['profile']),
  tab: profileTabs.find((known) => known === address['tab']),
  academic_year: readYear(address['academic_year']),
  finance_year: readYear(address['finance_year']),
  funding_year: readYear(address['funding_year']),
})

/**
 * Filters of the students list: those without a supporter whose approved records of a term are not sent, or those whose record
 * is restricted.
 */
export type StudentsAddress = { unsent_year?: number; unsent_term?: number; restricted?: '1' }

export const readStudentsAddress = (address: Record<string, unknown>): StudentsAddress => ({
  unsent_year: idText.safeParse(String(address['unsent_year'])).data,
  unsent_term: idText.safeParse(String(address['unsent_term'])).data,
  restricted: address['restricted'] === '1' ? '1' : undefined,
})

/** The term and the kind of what is missing. */
export type MissingAddress = TimeAddress & { lack?: string }

export const readMissingAddress = (address: Record<string, unknown>): MissingAddress => ({
  ...readTimeAddress(address),
  lack: typeof address['lack'] === 'string' ? address['lack'] : undefined,
})
