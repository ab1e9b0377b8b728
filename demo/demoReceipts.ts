import { type Category, toCents, toShillings } from '#contract/receipts.ts'
import type { Pick } from './createPick.ts'

export type DemoItem = { category: Category; item: string; cost: number }
export type DemoReceipt = { items: DemoItem[]; liaison_comment: string; total: number }

/** The part of a year’s fees that is due in each term. */
const FEES: Record<string, number> = { 'Term 1': 0.5, 'Term 2': 0.3, 'Term 3': 0.2 }

const payments = [
  'Paid at the school office.',
  'Paid into the school’s account; the slip is attached.',
  'Paid by M-Pesa.',
]
const errands = [
  'Bought with the student before school opened.',
  'Bought at the supermarket in town.',
  'Receipts of the shop are in the PDF.',
]

/** What a student’s term cost: the fees, and what was bought for it. */
export function inventReceipts(pick: Pick, yearFees: number, term: string, isNew: boolean): DemoReceipt[] {
  const share = toShillings(Math.round(toCents(yearFees) * (FEES[term] ?? 0)))
  const fees: DemoItem[] = [
    { category: 'Tuition Fees', item: `${term} tuition and boarding`, cost: share },
    ...pick<DemoItem[]>([[], [], [{ category: 'P.A. Fund', item: 'Parents’ association', cost: 1500 }]]),
    ...pick<DemoItem[]>([[], [{ category: 'Remedial Fees', item: 'Remedial lessons', cost: 2400 }]]),
  ]
  const bought = [...(isNew ? outfit(pick) : []), ...pick([[], shopping(pick)])]
  return [
    receipt(fees, pick(payments)),
    ...(bought.length > 0 ? [receipt([...bought, fare(pick)], pick(errands))] : []),
  ]
}

const receipt = (items: DemoItem[], liaison_comment: string): DemoReceipt => ({
  items,
  liaison_comment,
  total: toShillings(items.reduce((sum, { cost }) => sum + toCents(cost), 0)),
})

const outfit = (pick: Pick): DemoItem[] => [
  { category: 'Uniform and Boarding Essentials', item: 'School uniform', cost: pick([4350, 4820.5, 5275]) },
  { category: 'Uniform and Boarding Essentials', item: 'Mattress and box', cost: pick([3900, 4150.75]) },
]

const shopping = (pick: Pick): DemoItem[] => [
  { category: 'Shopping', item: 'Toiletries', cost: pick([845.5, 912, 1063.25, 1240.8]) },
  { category: 'Books and Stationery', item: 'Exercise books', cost: pick([360, 482.5, 540]) },
  ...pick<DemoItem[]>([
    [],
    [{ category: 'Books and Stationery', item: 'Geometrical set', cost: 275.95 }],
    [{ category: 'Books and Stationery', item: 'Set book', cost: 690 }],
  ]),
]

const fare = (pick: Pick): DemoItem => ({
  category: 'Transport',
  item: 'Bus fare to school',
  cost: pick([450, 700, 1200, 1650.5]),
})
