import type { Payment } from '#contract/money/payments.ts'

/** Of each step of a payment. */
export type StepProps = {
  payment: Payment
  /** Fetches the payment again after a change of the reader's own. */
  onChanged: () => void
}
