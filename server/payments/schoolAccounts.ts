import { sql } from 'kysely'
import {
  type AccountForm,
  accountMessages,
  type accountStates,
  sameAccount,
  type SchoolAccount,
} from '#contract/money/schoolAccounts.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { conflict, invalid, notFound } from '../base/ApiError.ts'
import type { Db } from '../database/connect.ts'
import { type Change, changesBetween, writeChange } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { userNameIn } from '../users/userNameIn.ts'

/** The accounts in use, by school. */
export async function readAccountsInUse(db: Db) {
  const accounts = await db
    .selectFrom('school_accounts')
    .innerJoin('schools', 'schools.id', 'school_id')
    .select(['school_accounts.id', 'school_id', 'school', 'kind', 'paybill_by', 'same', 'set_at'])
    .select('checked_at')
    .where('replaced_at', 'is', null)
    .orderBy('school_accounts.id')
    .execute()
  return new Map(accounts.map((account) => [account.school_id, account]))
}
export type AccountInUse = NonNullable<ReturnType<Awaited<ReturnType<typeof readAccountsInUse>>['get']>>

/** The account of a school: the one in use, the earlier ones, and who else has it. */
export async function readAccount(db: Db, school_id: number) {
  const school = await db.selectFrom('schools').select('id').where('id', '=', school_id).executeTakeFirst()
  if (!school) throw notFound()
  const rows = await accountRows(db)
    .select('same')
    .where('school_id', '=', school_id)
    .orderBy('school_accounts.id', 'desc')
    .execute()
  const used = rows.find(({ replaced_at }) => replaced_at === null)
  const { students = 0, without_admission_no = 0 } = (await countStudents(db)).get(school_id) ?? {}
  return {
    account: used ? shown(used) : null,
    earlier: rows.filter((row) => row !== used).map(shown),
    shared_with: used ? await listSharing(db, school_id, used.same) : [],
    students,
    without_admission_no,
  }
}

/** All schools with their accounts, by name. */
export async function listAccounts(db: Db) {
  const schools = await db.selectFrom('schools').select(['id', 'school']).orderBy('search').execute()
  const rows = await accountRows(db).select('school_id').where('replaced_at', 'is', null).execute()
  const accounts = new Map(rows.map((row) => [row.school_id, row]))
  const counts = await countStudents(db)
  return schools.map(({ id, school }) => {
    const account = accounts.get(id)
    const state: (typeof accountStates)[number] = account?.checked_at
      ? 'in_use'
      : account
        ? 'changed'
        : 'none'
    return {
      school_id: id,
      school,
      students: counts.get(id)?.students ?? 0,
      state,
      account: account ? shown(account) : null,
    }
  })
}

/** Sets the account of a school. The earlier row stays as it was, for the payments that used it. */
export async function setAccount(
  change: Change,
  school_id: number,
  form: AccountForm,
  action?: string,
): Promise<{ id: number; replaced: number | null; message: string }> {
  const { trx, actor, at } = change
  if (!(await lockRow(trx, 'schools', school_id))) throw notFound()
  const before = await trx
    .selectFrom('school_accounts')
    .innerJoin('users', 'users.id', 'set_by')
    .selectAll('school_accounts')
    .select(userNameIn('users').as('set_by_name'))
    .where('school_id', '=', school_id)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  const { heard_from } = form
  const account = columnsOf(form)
  const changes = changesBetween<typeof account>(before ?? none, account)
  if (Object.keys(changes).length === 0)
    throw invalid({ [form.kind === 'bank' ? 'number' : 'business_number']: [accountMessages.sameAsNow] })
  if (form.seen !== undefined && form.seen !== (before?.id ?? null))
    throw conflict(accountMessages.changedMeanwhile(before?.set_by_name ?? 'Somebody'))
  if (before)
    await trx.updateTable('school_accounts').set({ replaced_at: at }).where('id', '=', before.id).execute()
  const same = sameAccount(account)
  const { id } = await trx
    .insertInto('school_accounts')
    .values({ school_id, ...account, same, heard_from, set_at: at, set_by: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeChange(change, {
    entity: 'school_account',
    entity_id: id,
    action: action ?? (before ? 'changed' : 'added'),
    changes: { ...changes, heard_from: [before?.heard_from ?? null, heard_from] },
  })
  const sharing = await listSharing(trx, school_id, same)
  const { saved, sharedWith } = accountMessages
  const replaced = before?.id ?? null
  return {
    id,
    replaced,
    message: sharing.length > 0 ? `${saved} ${sharedWith(sharing.join(' and '))}` : saved,
  }
}

const none = {
  kind: null as never,
  bank: null,
  branch: null,
  account_name: null,
  number: null,
  business_number: null,
  paybill_by: null,
  word: null,
}
type Columns = Pick<SchoolAccount, Exclude<keyof typeof none, 'paybill_by'>> & {
  paybill_by: SchoolAccount['by']
}

/** An account as it is stored. */
export function columnsOf(form: AccountForm): Columns {
  if (form.kind === 'bank') {
    const { kind, bank, branch, account_name, number } = form
    return { ...none, kind, bank, branch, account_name, number }
  }
  const { kind, business_number, by, word } = form
  return { ...none, kind, business_number, paybill_by: by, word }
}

/** The other schools with the same account in use. */
async function listSharing(db: Db, school_id: number, same: string): Promise<string[]> {
  const schools = await db
    .selectFrom('school_accounts')
    .innerJoin('schools', 'schools.id', 'school_id')
    .select('school')
    .where('same', '=', same)
    .where('replaced_at', 'is', null)
    .where('school_id', '!=', school_id)
    .orderBy('schools.search')
    .execute()
  return schools.map(({ school }) => school)
}

const accountRows = (db: Db) =>
  db
    .selectFrom('school_accounts')
    .innerJoin('users', 'users.id', 'set_by')
    .select(['school_accounts.id', 'kind', 'bank', 'branch', 'account_name', 'number', 'business_number'])
    .select(['paybill_by', 'word', 'heard_from', 'set_at', 'replaced_at', 'checked_at', 'spoke_to'])
    .select(['set_by as set_by_id', userNameIn('users').$castTo<string>().as('set_by')])
    .select([
      sql<number>`(select count(distinct payment_id) from payment_lines
        where account_id = school_accounts.id and transfer_id is not null)`.as('payments'),
      sql<string | null>`(select max(paid_on) from payment_lines join transfers on transfers.id = transfer_id
        where account_id = school_accounts.id)`.as('last_paid_on'),
    ])

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountRows>['executeTakeFirstOrThrow']>>
const shown = (row: AccountRow): SchoolAccount => ({
  id: row.id,
  kind: row.kind,
  bank: row.bank,
  branch: row.branch,
  account_name: row.account_name,
  number: row.number,
  business_number: row.business_number,
  by: row.paybill_by,
  word: row.word,
  heard_from: row.heard_from,
  set_at: row.set_at,
  set_by: row.set_by,
  set_by_id: row.set_by_id,
  replaced_at: row.replaced_at,
  checked_at: row.checked_at,
  spoke_to: row.spoke_to,
  payments: row.payments,
  last_paid_on: row.last_paid_on,
})

/** The Active students of each school, and how many of them have no admission number. */
async function countStudents(db: Db) {
  const rows = await db
    .selectFrom('students')
    .select((eb) => [
      'school_id',
      eb.fn.countAll<number>().as('students'),
      sql<number>`sum(case when admission_no is null then 1 else 0 end)`.as('without_admission_no'),
    ])
    .where('status', '=', STUDENT_ACTIVE)
    .groupBy('school_id')
    .execute()
  return new Map(rows.map((row) => [row.school_id, row]))
}
