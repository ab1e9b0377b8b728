import { idText } from '#contract/base/fields.ts'

/** The school whose account is open. */
export type SchoolsAddress = { account?: number }

/** Reads the address and ignores invalid values. */
export const readSchoolsAddress = (address: Record<string, unknown>): SchoolsAddress => ({
  account: idText.safeParse(String(address['account'])).data,
})

/** The address of a school's account. */
export const schoolAccountSearch = (school_id: number) => ({ menu: 'schools', account: school_id })
