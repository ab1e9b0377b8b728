import { idText } from '#contract/base/fields.ts'

/** The open payment, or none for the list. */
export type PaymentsAddress = { payment?: number }

/** Reads the address and ignores invalid values. */
export const readPaymentsAddress = (address: Record<string, unknown>): PaymentsAddress => ({
  payment: idText.safeParse(String(address['payment'])).data,
})
