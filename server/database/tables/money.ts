import type { Generated } from 'kysely'
import type { PromiseLetterKind } from '#contract/money/commitments.ts'
import type { PaymentPoint, PaymentState } from '#contract/money/payments.ts'
import type { PlanDecision, PlanOrigin } from '#contract/money/plans.ts'
import type { AccountKind, PaybillBy } from '#contract/money/schoolAccounts.ts'

/** A term of a year. */
type InTerm = { year_id: number; term_id: number }

/** Money is stored in whole cents. */
export type MoneyTables = {
  /** What a student of a school and class is expected to cost in a term. */
  plans: InTerm & {
    id: Generated<number>
    school_id: number
    class_id: number
    amount: number
    /** The part that the school itself is paid; null if that is not known. */
    to_school: number | null
    origin: PlanOrigin
    updated_at: string
    updated_by: number
  }

  /** The figures of one student that differ from the plan; null where they do not. */
  own_plans: InTerm & {
    id: Generated<number>
    student_id: number
    /** The school at that time, if the student has left it since. */
    school_id: number | null
    amount: number | null
    to_school: number | null
    /** Empty once the record is anonymised. */
    reason: string
    updated_at: string
    updated_by: number | null
  }

  /** The class of a student in a year, where the one derived from the records is wrong. */
  student_classes: { student_id: number; year_id: number; class_id: number }

  /** The draft of a year's plans, proposed from the receipts of another year. */
  plan_drafts: {
    year_id: number
    from_year_id: number
    created_at: string
    created_by: number
    saved_at: string
  }

  plan_draft_rows: {
    year_id: number
    school_id: number
    class_id: number
    /** The class whose receipts were used; null if there are none. */
    from_class_id: number | null
    /** How many students had them. */
    students: number
    /** By term: amount, to_school, low and high, as JSON. */
    terms: string
    decision: PlanDecision | null
    /** The figures by term that were typed instead, as JSON. */
    chosen: string | null
  }

  /** Promises: who bears how much of a student's terms. Supporter and source are null once the record is anonymised. */
  commitments: {
    id: Generated<number>
    student_id: number
    supporter_id: number | null
    /** The name of somebody without an account, such as a bursary. */
    source: string | null
    /** For each term. */
    amount: number
    /** Whether it is paid to the school directly. */
    pays_school: number
    from_year_id: number
    from_term_id: number
    /** Null while the end is open. */
    until_year_id: number | null
    until_term_id: number | null
    /** `periodKey` of the first and the last term, to compare with; `OPEN_END` without a last one. */
    starts: string
    ends: string
    note: string | null
    /** Why it was ended early. */
    end_reason: string | null
    version: number
    created_at: string
    /** The authors are null once the record is anonymised. */
    created_by: number | null
    updated_at: string
    updated_by: number | null
  }

  /** What came in of a promise for a term. */
  received: InTerm & {
    id: Generated<number>
    commitment_id: number
    student_id: number
    amount: number
    received_on: string
    noted_at: string
    noted_by: number | null
  }

  /** Letters to supporters about their promises. */
  promise_letters: {
    letter_id: number
    supporter_id: number | null
    kind: PromiseLetterKind
    /** `periodKey` of the last term that was late or with which a promise ends; null in older letters. */
    last_term: string | null
  }

  /** The accounts of schools. A row is never changed, except that it is replaced and checked. */
  school_accounts: {
    id: Generated<number>
    school_id: number
    kind: AccountKind
    bank: string | null
    branch: string | null
    account_name: string | null
    number: string | null
    business_number: string | null
    paybill_by: PaybillBy | null
    word: string | null
    /** Equal for two accounts that are the same one. */
    same: string
    heard_from: string
    set_at: string
    set_by: number
    /** Null for the one in use. */
    replaced_at: string | null
    /** When an approver called the school, and with whom they spoke; null while it counts as new or changed. */
    checked_at: string | null
    checked_by: number | null
    spoke_to: string | null
  }

  /** Payments of a term's fees to schools. */
  payments: InTerm & {
    id: Generated<number>
    /** Shown as `P0012`. */
    number: number
    state: PaymentState
    version: number
    /** Why it was returned; null once it is sent again. */
    note: string | null
    /** Whether its preparer approved it, as the only active user of roles 1 to 3. */
    is_approved_alone: number
    created_at: string
    created_by: number
    sent_at: string | null
    sent_by: number | null
    returned_at: string | null
    returned_by: number | null
    approved_at: string | null
    approved_by: number | null
    /** The names at approval of those who prepared and approved it; null until then. */
    prepared_by_name: string | null
    approved_by_name: string | null
  }

  /** Those who created a payment, changed a line or sent it: they never approve it. */
  payment_preparers: { payment_id: number; user_id: number }

  /** Money that was sent to one or more schools of a payment. */
  transfers: {
    id: Generated<number>
    payment_id: number
    paid_on: string
    reference: string
    noted_at: string
    noted_by: number
  }

  payment_lines: {
    id: Generated<number>
    payment_id: number
    student_id: number
    school_id: number
    class_id: number | null
    /** The account in use at approval. */
    account_id: number | null
    /** What was owed when the line was proposed; null without a plan. */
    owed: number | null
    amount: number
    is_left_out: number
    /** Why a person changed, added or left out the line. */
    reason: string | null
    /** Copied at approval. The name becomes the new ref once the record is anonymised. */
    name: string | null
    admission_no: string | null
    class: string | null
    school: string | null
    /** Set once the school was paid. */
    transfer_id: number | null
    came_back_on: string | null
    came_back_reason: string | null
    came_back_at: string | null
    came_back_by: number | null
  }

  /** What the approver checked. A key consists of ids and amounts, with the new ref in place of an anonymised student’s id. */
  payment_ticks: {
    payment_id: number
    key: string
    kind: PaymentPoint
    school_id: number | null
    spoke_to: string | null
    ticked_at: string
    ticked_by: number
  }

  /** Files of a payment that left Elimu. */
  payment_downloads: {
    id: Generated<number>
    payment_id: number
    kind: string
    school_id: number | null
    at: string
    user_id: number
  }

  /** Which receipts acknowledge which payment lines. */
  receipt_lines: { receipt_id: number; line_id: number }
}
