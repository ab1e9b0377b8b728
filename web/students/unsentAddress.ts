import { idText } from '#contract/base/fields.ts'

/** Filters for students without a supporter whose approved records of a term are not sent. */
export type UnsentAddress = { unsent_year?: number; unsent_term?: number }

export const readUnsentAddress = (address: Record<string, unknown>): UnsentAddress => ({
  unsent_year: idText.safeParse(String(address['unsent_year'])).data,
  unsent_term: idText.safeParse(String(address['unsent_term'])).data,
})
