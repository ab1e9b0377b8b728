import { idText } from '#contract/fields.ts'
import { type ProfileType, profileTypes } from '#contract/profile.ts'

/** Which student's profile is open, for what, and which years it shows. */
export type ProfileAddress = {
  student?: number
  profile?: ProfileType
  academic_year?: string
  finance_year?: string
}

/** Reads the address; whatever makes no sense there is as if it were not there. */
export const readProfileAddress = (address: Record<string, unknown>): ProfileAddress => ({
  student: idText.safeParse(String(address['student'])).data,
  profile: profileTypes.find((known) => known === address['profile']),
  academic_year: readYear(address['academic_year']),
  finance_year: readYear(address['finance_year']),
})

export const readYear = (year: unknown): string | undefined =>
  typeof year === 'string' && /^\d{4}$/.test(year) ? year : undefined
