import type { ImportKind } from '#contract/imports.ts'
import { idText } from '#contract/base/fields.ts'

// Not from the contract, whose schemas the first screen need not load.
const kinds = [
  'students',
  'schools',
  'supporters',
  'staff',
  'results',
  'receipts',
] as const satisfies ImportKind[]
export const importSteps = ['file', 'columns', 'values', 'check', 'done'] as const
export type ImportStep = (typeof importSteps)[number]

/** The kind of import, the open step, and the id of a finished import. */
export type ImportAddress = { what?: ImportKind; step?: ImportStep; import?: number }

/** Reads the address and ignores invalid values. */
export const readImportAddress = (address: Record<string, unknown>): ImportAddress => ({
  what: kinds.find((known) => known === address['what']),
  step: importSteps.find((known) => known === address['step']),
  import: idText.safeParse(String(address['import'])).data,
})

/** The list that an import adds to, from which it is opened. */
export const listMenus = {
  students: 'students',
  schools: 'schools',
  supporters: 'users',
  staff: 'users',
  results: 'academics',
  receipts: 'finance',
} as const
