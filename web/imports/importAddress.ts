import type { ImportKind } from '#contract/imports.ts'
import { idText, namesOf } from '#contract/base/fields.ts'

/** The list that an import adds to, from which it is opened. */
export const listMenus = {
  students: 'students',
  schools: 'schools',
  supporters: 'users',
  staff: 'users',
  results: 'academics',
  receipts: 'finance',
  plans: 'plans',
  accounts: 'schools',
} as const satisfies Record<ImportKind, string>

// Written here and not imported from the contract: the first screen needs them, but not the contract's schemas.
export const importKinds = namesOf(listMenus)
export const importSteps = ['file', 'columns', 'values', 'check', 'done'] as const
export type ImportStep = (typeof importSteps)[number]

/** The kind of import, the open step, and the id of a finished import. */
export type ImportAddress = { what?: ImportKind; step?: ImportStep; import?: number }

/** Reads the address and ignores invalid values. */
export const readImportAddress = (address: Record<string, unknown>): ImportAddress => ({
  what: importKinds.find((known) => known === address['what']),
  step: importSteps.find((known) => known === address['step']),
  import: idText.safeParse(String(address['import'])).data,
})
