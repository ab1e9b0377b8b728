import { useSearch } from '@tanstack/react-router'
import { canSeePayments } from '#contract/permissions.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { OwnPayments } from './OwnPayments.tsx'
import { PaymentPage } from './payment/PaymentPage.tsx'
import { PaymentLists } from './PaymentLists.tsx'
import { readPaymentsAddress } from './paymentsAddress.ts'

/** The payments to schools, or one of them; for a liaison officer what was paid for their own students. */
export function PaymentsPanel() {
  const { role } = useSessionUser()
  const { payment } = readPaymentsAddress(useSearch({ strict: false }))
  if (!canSeePayments(role)) return <OwnPayments />
  return payment === undefined ? <PaymentLists /> : <PaymentPage key={payment} id={payment} />
}
