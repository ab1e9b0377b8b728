import { cannotBeEmpty } from '#contract/base/call.ts'
import { fold } from '#contract/base/lists.ts'
import { keptReasons } from '#contract/importMessages.ts'
import { type ImportCheck, type ImportForm, rowAnswers } from '#contract/imports.ts'
import {
  accountFields,
  type AccountForm,
  accountForm,
  accountInWords,
  BY_ADMISSION_NO,
  sameAccount,
} from '#contract/money/schoolAccounts.ts'
import { withYields } from '../base/yieldToRequests.ts'
import { changesBetween, changesToNothing, writeChange } from '../database/history.ts'
import { lockRows } from '../database/lockRow.ts'
import { columnsOf, setAccount } from '../payments/schoolAccounts.ts'
import { withDefaults } from './checkStudents.ts'
import {
  checkLines,
  importEntry,
  type Importing,
  type Line,
  linesOf,
  type Names,
  noteImportRows,
  type Trx,
  typedIn,
  type Undoing,
  type UndoRow,
} from './importing.ts'

type Account = ReturnType<typeof columnsOf>
type Cells = Partial<Record<keyof typeof accountFields, unknown>>

const bankFields = ['bank', 'branch', 'account_name', 'number'] as const
const paybillFields = ['business_number', 'word'] as const

/** Checks rows of school accounts. A row of a school with another account replaces it; its empty cells are those of that account. */
export async function checkAccounts(
  trx: Trx,
  { rows, defaults, keep }: Pick<ImportForm, 'rows' | 'defaults' | 'keep'>,
  { schools }: { schools: Names },
  isSaving: boolean,
) {
  if (isSaving)
    await lockRows(
      trx,
      'schools',
      [...schools.values()].map(({ id }) => id),
      { mayBeDeleted: true },
    )
  const used = await trx
    .selectFrom('school_accounts')
    .innerJoin('schools', 'schools.id', 'school_id')
    .selectAll('school_accounts')
    .select('school')
    .where('replaced_at', 'is', null)
    .execute()
  const stored = new Map(used.map((account) => [account.school_id, account]))
  const seen = new Set<number>()
  const changed: ImportCheck['changes'][number]['rows'] = []
  let skipped = 0
  const found = await checkLines(linesOf(rows.map((cells) => withDefaults(cells, defaults))), (line) => {
    const school = line.named('school', schools)
    if (school === undefined) line.wrong('school', 'empty', cannotBeEmpty(accountFields.school_id.label))
    const before = stored.get(school?.id ?? 0)
    const own = line.parsed(rowAnswers.pick({ keep: true }), line.cells)
    const form = formIn(line, before)
    if (!school || !own || !form) return undefined
    if (seen.has(school.id)) line.error('school', 'accountTwice')
    seen.add(school.id)
    const account = columnsOf(form)
    if (before && line.errors.length === 0) {
      if (Object.keys(changesBetween<Account>(before, account)).length === 0)
        line.error('number', 'accountTaken')
      else {
        changed.push({ row: line.row, from: accountInWords(before), to: accountInWords(account) })
        // An account is changed as a whole, or not at all.
        if (keep.includes('number') || own.keep.includes('number')) {
          skipped += 1
          return undefined
        }
      }
    }
    return { columns: { school_id: school.id }, form, name: school.name, isUpdate: before !== undefined }
  })
  const changes: ImportCheck['changes'] = changed.length === 0 ? [] : [{ field: 'number', rows: changed }]
  return { ...found, skipped, changes, shared_accounts: sharedIn(found.good, used) }
}

/** The rows whose school would have the same account as others, registered or in the sheet. */
function sharedIn(
  good: { row: number; name: string; columns: { school_id: number }; form: AccountForm }[],
  used: { school_id: number; school: string; same: string }[],
): ImportCheck['shared_accounts'] {
  const accounts = new Map(used.map(({ school_id, school, same }) => [school_id, { school, same }]))
  for (const { name, columns, form } of good)
    accounts.set(columns.school_id, { school: name, same: sameAccount(columnsOf(form)) })
  const sharing = Map.groupBy(accounts.values(), ({ same }) => same)
  return good.flatMap(({ row, columns: { school_id } }) => {
    const own = accounts.get(school_id)
    const others = (sharing.get(own?.same ?? '') ?? []).filter((account) => account !== own)
    return own && others.length > 0
      ? [{ row, school: own.school, shared_with: others.map(({ school }) => school) }]
      : []
  })
}
export type GoodAccount = Awaited<ReturnType<typeof checkAccounts>>['good'][number]

/** The form of a row. Its empty cells are those of the account before, if that is of the same kind. */
function formIn(line: Line, before: Account | undefined): AccountForm | undefined {
  const { school_id: _school, ...fields } = accountFields
  const given: Cells = typedIn(fields, line.cells)
  const has = (names: readonly (keyof Cells)[]) => names.some((name) => given[name] !== undefined)
  if (has(bankFields) && has(paybillFields)) {
    line.error('number', 'accountOfBoth')
    return undefined
  }
  const { heard_from } = given
  if (has(paybillFields)) {
    const was = before?.kind === 'paybill' ? before : undefined
    const word = given.word ?? (was?.paybill_by === 'word' ? was.word : was && BY_ADMISSION_NO)
    const business_number = given.business_number ?? was?.business_number
    if (word === undefined) line.wrong('word', 'empty', cannotBeEmpty(accountFields.word.label))
    const by = isAdmissionNo(word) ? 'admission_no' : 'word'
    const form = { kind: 'paybill', by, word: word ?? '-', business_number, heard_from }
    return line.parsed(accountForm, form)
  }
  const was = before?.kind === 'bank' ? before : undefined
  const [bank, branch, account_name, number] = bankFields.map((name) => given[name] ?? was?.[name])
  const numbers = { number, number_again: typeof number === 'string' ? number : '-' }
  return line.parsed(accountForm, { kind: 'bank', bank, branch, account_name, ...numbers, heard_from })
}

/** Sheets also say `Adm. No.`. */
const isAdmissionNo = (word: unknown) =>
  typeof word === 'string' &&
  /^(student s )?adm(ission)?( (no|number))?$/.test(
    fold(word)
      .replace(/[^a-z]+/g, ' ')
      .trim(),
  )

/** Saves accounts, and what their undo needs. */
export async function saveAccounts(importing: Importing, accounts: GoodAccount[]): Promise<void> {
  for await (const { row, columns, form, name } of withYields(accounts)) {
    const { id, replaced } = await setAccount(importing, columns.school_id, form, importing.action)
    const before = replaced === null ? null : JSON.stringify({ id: replaced })
    await noteImportRows(importing, [
      { entity: 'school_account', entity_id: id, student_id: null, row, name, before },
    ])
  }
}

/** Removes imported accounts that replaced others, which are in use again, unless they were used or replaced since. */
export async function restoreAccounts(undoing: Importing, rows: UndoRow[], undone: Undoing): Promise<void> {
  const { trx, action } = undoing
  for await (const row of withYields(rows)) {
    const { entity_id: id, name, ref } = row
    const why = (await whyAccountsStay(trx, [row])).get(id)
    if (why) {
      undone.kept.push({ id, name, ref, why })
      undone.stays.push(row)
      continue
    }
    const { id: former }: { id: number } = JSON.parse(row.before ?? '{}')
    await trx.deleteFrom('school_accounts').where('id', '=', id).execute()
    await trx.updateTable('school_accounts').set({ replaced_at: null }).where('id', '=', former).execute()
    await writeChange(undoing, importEntry(row, action, changesToNothing({ name })))
    undone.restored += 1
  }
}

/** By id: why an undo leaves an account. */
export async function whyAccountsStay(trx: Trx, rows: UndoRow[]): Promise<Map<number, string>> {
  const ids = rows.map(({ entity_id }) => entity_id)
  const accounts = await trx
    .selectFrom('school_accounts')
    .select((eb) => [
      'id',
      'checked_at',
      'replaced_at',
      eb
        .selectFrom('payment_lines')
        .select('payment_lines.id')
        .whereRef('account_id', '=', 'school_accounts.id')
        .limit(1)
        .as('line'),
    ])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    accounts.flatMap(({ id, checked_at, replaced_at, line }): [number, string][] => {
      const isUsed = checked_at !== null || line !== null
      const why = isUsed ? keptReasons.approved : replaced_at !== null && keptReasons.changed
      return why ? [[id, why]] : []
    }),
  )
}
