import type { accountStates, SchoolAccount } from '#contract/money/schoolAccounts.ts'
import { formatDate, formatDay, onOneLine } from '../ui/formatDate.ts'
import type { StatusLook } from '../ui/StatusBadge.tsx'

export type AccountState = (typeof accountStates)[number]

export const accountLooks: Record<AccountState, StatusLook> = {
  in_use: { word: 'In use', tone: 'green', shape: 'circle' },
  changed: { word: 'Changed', tone: 'amber', shape: 'diamond' },
  none: { word: 'No account', tone: 'red', shape: 'dashedRing' },
}

type Shown = Pick<
  SchoolAccount,
  'kind' | 'bank' | 'branch' | 'account_name' | 'number' | 'business_number' | 'by' | 'word'
>

/** `KCB Bank, Kericho`, `M-Pesa Paybill 400222` */
export const paidInto = ({ kind, bank, branch, business_number }: Shown): string =>
  (kind === 'bank'
    ? [bank, branch].filter(Boolean).join(', ')
    : ['M-Pesa Paybill', business_number].filter(Boolean).join(' ')) || '–'

/** `1108 2290 61`, `FEES`, `admission number` */
export const numberOf = ({ kind, number, by, word }: Shown): string =>
  (kind === 'bank' ? number : by === 'admission_no' ? 'admission number' : word) || '–'

/** `Paid 9 times, last on 26 Aug 2026` */
export function usedWords({
  payments,
  last_paid_on,
}: Pick<SchoolAccount, 'payments' | 'last_paid_on'>): string {
  if (payments === 0) return 'Not paid yet'
  const last = last_paid_on ? `, last on ${onOneLine(formatDay(last_paid_on))}` : ''
  return `Paid ${payments === 1 ? 'once' : `${payments} times`}${last}`
}

type Set = Pick<SchoolAccount, 'set_at' | 'set_by' | 'set_by_id'>

/** Who set an account and when: `Joseph Mutiso on 12 Jan 2026`, `you on 12 Jan 2026` */
export const setterWords = ({ set_at, set_by, set_by_id }: Set, reader: number): string =>
  `${set_by_id === reader ? 'you' : set_by} on ${onOneLine(formatDate(set_at))}`

/** `Since 8 Jan 2027`, `11 Jan 2024 to 8 Jan 2027` */
export const timeWords = ({ set_at, replaced_at }: Pick<SchoolAccount, 'set_at' | 'replaced_at'>): string =>
  replaced_at
    ? `${onOneLine(formatDate(set_at))} to ${onOneLine(formatDate(replaced_at))}`
    : `Since ${onOneLine(formatDate(set_at))}`
