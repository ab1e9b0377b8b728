import type { Db } from '../../database/connect.ts'
import { lookupId } from './records.ts'

type SchoolFees = {
  school_id: number
  /** Students of Form 1, with a plan. */
  students: number[]
  /** In shillings. */
  to_school: number
  /** At a bank, or a Paybill by word or by admission number; without one the school cannot be paid. */
  account?: { number: string; account_name?: string } | { business_number: string; word?: string }
  /** Whether an approver has called the school already. */
  isChecked?: boolean
}

type Fees = { year: string; term: string; set_by: number; schools: SchoolFees[] }

/** Gives schools the accounts that they are paid into, and their students of Form 1 a plan for a term. */
export async function giveFees(db: Db, { year, term, set_by, schools }: Fees): Promise<void> {
  const at = '2026-01-08T06:00:00.000Z'
  const year_id = await lookupId(db, 'years', year)
  const term_id = await lookupId(db, 'terms', term)
  const class_id = await lookupId(db, 'classes', 'Form 1')
  for (const { school_id, students, to_school, account, isChecked = true } of schools) {
    for (const student_id of students)
      await db.insertInto('student_classes').values({ student_id, year_id, class_id }).execute()
    const cents = to_school * 100
    const plan = { amount: cents * 2, to_school: cents, origin: 'typed' as const }
    await db
      .insertInto('plans')
      .values({ ...plan, year_id, term_id, class_id, school_id, updated_at: at, updated_by: set_by })
      .execute()
    if (!account) continue
    const none = { bank: null, branch: null, account_name: null, number: null, business_number: null, word: null }
    const columns =
      'number' in account
        ? {
            kind: 'bank' as const,
            bank: 'KCB Bank',
            branch: 'Ahero',
            account_name: account.account_name ?? `School ${school_id} BOM`,
            number: account.number,
            paybill_by: null,
            same: `bank ${account.number}`,
          }
        : {
            kind: 'paybill' as const,
            business_number: account.business_number,
            word: account.word ?? null,
            paybill_by: account.word ? ('word' as const) : ('admission_no' as const),
            same: `paybill ${account.business_number} ${account.word ?? ''}`,
          }
    await db
      .insertInto('school_accounts')
      .values({
        ...none,
        ...columns,
        school_id,
        heard_from: 'Letter of the school',
        set_at: at,
        set_by,
        checked_at: isChecked ? at : null,
      })
      .execute()
  }
}
