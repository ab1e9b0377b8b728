import { financeForm, toCents } from '#contract/receipts.ts'

const { cost } = financeForm.shape.items.element.shape

/** An amount as people type or paste it, `KES 1,250.5`, in the digits that a save takes. What is none stays as it is. */
export function plainCost(typed: string): string {
  const bare = typed.trim().replace(/^KES\s*/i, '')
  const [, whole, cents = ''] = /^([\d,\s]*)(?:\.(\d*))?$/.exec(bare) ?? []
  // `12,50` may well be meant for twelve and a half.
  if (whole === undefined || (!cents && /[,\s]\d{0,2}$/.test(whole))) return typed.trim()
  const digits = whole.replace(/[,\s]/g, '')
  if (!digits && !cents) return typed.trim()
  return `${digits || '0'}${cents && `.${cents}`}`
}

/** In whole cents, or undefined where a save would refuse it. */
export function centsOf(typed: string): number | undefined {
  const read = cost.safeParse(plainCost(typed))
  return read.success ? toCents(read.data) : undefined
}
