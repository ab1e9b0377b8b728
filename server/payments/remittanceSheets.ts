import { type Cell, withoutFormula } from '#contract/base/csv.ts'
import { dayOf, formatDay } from '#contract/base/days.ts'
import type { Sheet } from '#contract/base/xlsxFile.ts'
import type { Remittance } from '#contract/money/payments.ts'
import { withYields } from '../base/yieldToRequests.ts'

const headers = ['No.', 'Student', 'Adm. No.', 'Class', 'Amount, KES', 'Your receipt No.']
const formats = headers.map((header) => (header === 'Amount, KES' ? 'money' : undefined))
const SIGNATURE = '_'.repeat(40)

/** The remittance lists of a payment as they are printed, each on a sheet of its own, by reference. */
export async function remittanceSheets(
  lists: Remittance[],
  { charity, payment }: { charity: string; payment: string },
): Promise<Record<string, Sheet>> {
  const sheets: Record<string, Sheet> = {}
  for await (const list of withYields(lists)) sheets[list.reference] = sheetOf(list, { charity, payment })
  return sheets
}

function sheetOf(list: Remittance, { charity, payment }: { charity: string; payment: string }): Sheet {
  const { reference, school, year, term, paid_on, lines, total, total_in_words } = list
  const { prepared_by, approved_by, approved_at } = list
  const approvedOn = approved_at && formatDay(dayOf(new Date(approved_at)))
  return {
    above: guarded([
      ['Remittance list', reference],
      ['From', charity],
      ['To the bursar of', school],
      ...accountRows(list),
      ['School fees for', `${term}, ${year}`],
      ['Payment', payment],
      ['Paid on', paid_on && formatDay(paid_on)],
      [],
    ]),
    headers,
    formats,
    lines: guarded(
      lines.map(({ name, admission_no, class: class_name, amount }, index) => [
        index + 1,
        name,
        admission_no,
        class_name,
        amount,
        null,
      ]),
    ),
    foot: [null, 'Total', null, null, total, null],
    below: guarded([
      ['In words', total_in_words],
      [],
      ['Prepared by', prepared_by],
      ['Approved by', [approved_by, approvedOn].filter(Boolean).join(', ')],
      [],
      ['For us', SIGNATURE],
      [],
      ['For the school', SIGNATURE],
    ]),
  }
}

const guarded = (rows: Cell[][]): Cell[][] => rows.map((cells) => cells.map((cell) => withoutFormula(cell)))

/** The account that the money is paid into, as it was at approval. */
function accountRows({ account }: Remittance): Cell[][] {
  if (!account) return []
  const { kind, bank, branch, account_name, number, business_number, by, word } = account
  if (kind === 'paybill')
    return [
      ['Into', `M-Pesa Paybill ${business_number}`],
      ['Account', by === 'word' ? word : 'Each student’s admission number'],
    ]
  return [
    ['Into', `${bank}, ${branch}`],
    ['Account name', account_name],
    ['Account', number],
  ]
}
