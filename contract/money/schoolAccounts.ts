import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, cannotBeEmpty, reply } from '../base/call.ts'
import { fieldsOf, line, lineSchema, optional, reference } from '../base/fields.ts'
import { fold } from '../base/lists.ts'

export const accountMessages = {
  saved: 'Account saved.',
  kindRequired: 'Choose a bank or an M-Pesa Paybill',
  numberWrong: 'Account number may have only digits, letters, blanks and hyphens',
  businessWrong: 'Business number must have 5 to 7 digits',
  numbersDiffer: 'The two numbers differ',
  sameAsNow: 'This is the account in use',
  changedMeanwhile: (name: string) =>
    `${name} set another account while you were typing. Close this form and open it again.`,
  sharedWith: (schools: string) =>
    `${schools} ${schools.includes(' and ') ? 'have' : 'has'} this account too.`,
} as const

export const accountKinds = ['bank', 'paybill'] as const
export type AccountKind = (typeof accountKinds)[number]
export const paybillBys = ['admission_no', 'word'] as const
export type PaybillBy = (typeof paybillBys)[number]

const required = (label: string, max?: number) => lineSchema(label, cannotBeEmpty(label), max)
/** Where the account is known from, such as a call with the bursar. */
const heard_from = required('Where you have it from')
/** The account that the form showed; null for none. The change is refused if another one has been set since. */
const seen = z.number().nullable().optional()

/** Blanks and hyphens only group the digits. */
export const unspacedNumber = (number: string) => number.replace(/[\s-]/g, '')

type Numbers = Pick<AccountForm, 'kind'> & {
  number?: string | null
  business_number?: string | null
  word?: string | null
}

/** The same text for the same account, however its number is written. */
export const sameAccount = ({ kind, number, business_number, word }: Numbers): string =>
  fold([kind, unspacedNumber(number ?? business_number ?? ''), word].filter(Boolean).join(' '))

const bankForm = z
  .object({
    kind: z.literal('bank'),
    bank: required('Bank'),
    branch: required('Branch'),
    account_name: required('Account name'),
    number: required('Account number', 40).regex(/^[\dA-Za-z -]+$/, accountMessages.numberWrong),
    number_again: required('Account number again', 40),
    heard_from,
    seen,
  })
  .refine(({ number, number_again }) => unspacedNumber(number) === unspacedNumber(number_again), {
    path: ['number_again'],
    error: accountMessages.numbersDiffer,
  })

const paybillForm = z
  .object({
    kind: z.literal('paybill'),
    business_number: required('Business number', 20)
      .transform(unspacedNumber)
      .refine((number) => /^\d{5,7}$/.test(number), accountMessages.businessWrong),
    by: z.enum(paybillBys, cannotBeEmpty('Account')),
    /** The account that is the same for all students; only with `by: 'word'`. */
    word: z.string().optional().nullable(),
    heard_from,
    seen,
  })
  .transform(({ word, ...form }) => ({ ...form, word: form.by === 'word' ? (word ?? '').trim() : null }))
  .refine(({ by, word }) => by !== 'word' || lineSchema('Word', ' ', 30).safeParse(word).success, {
    path: ['word'],
    error: cannotBeEmpty('Word'),
  })

export const accountForm = z.discriminatedUnion('kind', [bankForm, paybillForm], accountMessages.kindRequired)
export type AccountForm = z.output<typeof accountForm>

/** The columns of imported accounts. A row has those of a bank account or of a Paybill. */
export const accountFields = fieldsOf('', {
  school_id: reference('School'),
  bank: optional(line('Bank')),
  branch: optional(line('Branch')),
  account_name: optional(line('Account Name')),
  number: optional(line('Account Number')),
  business_number: optional(line('Paybill Number')),
  word: optional(line('Paybill Account')),
  heard_from: line('Where You Have It From'),
})
/** In the column of the Paybill account: each student's admission number. Any other text is the word for all. */
export const BY_ADMISSION_NO = 'Admission number'

export const accountSchema = z.object({
  id: z.number().int(),
  kind: z.enum(accountKinds),
  bank: z.string().nullable(),
  branch: z.string().nullable(),
  account_name: z.string().nullable(),
  number: z.string().nullable(),
  business_number: z.string().nullable(),
  by: z.enum(paybillBys).nullable(),
  word: z.string().nullable(),
  heard_from: z.string(),
  set_at: z.string(),
  set_by: z.string(),
  set_by_id: z.number().int(),
  replaced_at: z.string().nullable(),
  /** Null until an approver has called the school. */
  checked_at: z.string().nullable(),
  spoke_to: z.string().nullable(),
  /** How many payments it was used for, and on which day last. */
  payments: z.number().int(),
  last_paid_on: z.string().nullable(),
})
export type SchoolAccount = z.output<typeof accountSchema>

type InWords = Pick<SchoolAccount, 'kind' | 'bank' | 'branch' | 'number' | 'business_number' | 'word'> & {
  paybill_by: PaybillBy | null
}
/** `Equity Bank, Kisumu, 0110264500`, or `Paybill 247247, admission number` */
export function accountInWords({ kind, bank, branch, number, ...paybill }: InWords): string {
  if (kind === 'bank') return [bank, branch, number].join(', ')
  const { business_number, paybill_by, word } = paybill
  return `Paybill ${business_number}, ${paybill_by === 'word' ? word : BY_ADMISSION_NO.toLowerCase()}`
}

export const accountStates = ['in_use', 'changed', 'none'] as const

export const schoolAccountCalls = {
  'GET /api/schools/:id/account': {
    summary: 'The account of a school, the earlier ones, and the schools with the same one',
    params: idParams,
    answer: reply({
      data: z.object({
        account: accountSchema.nullable(),
        earlier: z.array(accountSchema),
        shared_with: z.array(z.string()),
        /** Active students, and how many of them have no admission number. */
        students: z.number().int(),
        without_admission_no: z.number().int(),
      }),
    }),
  },
  'PUT /api/schools/:id/account': {
    summary: 'Set the account of a school; the earlier one stays in the history',
    params: idParams,
    body: accountForm,
    answer: reply({ message: z.string(), data: z.object({ id: z.number().int() }) }),
  },
  'GET /api/school-accounts': {
    summary: 'All schools with the accounts that they are paid into',
    answer: reply({
      data: z.array(
        z.object({
          school_id: z.number().int(),
          school: z.string(),
          students: z.number().int(),
          state: z.enum(accountStates),
          account: accountSchema.nullable(),
        }),
      ),
    }),
  },
} as const satisfies Calls
