import type { ImportForm } from '#contract/imports.ts'
import { SUPPORTER } from '#contract/permissions.ts'
import { type UserForm, userForm, userName, USER_NEW } from '#contract/users.ts'
import { inBatches, withYields } from '../database/inBatches.ts'
import { changesFromNothing } from '../database/history.ts'
import { columnsOf } from '../users/userChanges.ts'
import {
  createFindings,
  inSmallBatches,
  type Found,
  type Importing,
  isNew,
  saveImportRows,
  textIn,
  type Trx,
} from './importing.ts'

type GoodSupporter = { row: number; form: UserForm }

export async function checkSupporters(
  trx: Trx,
  { rows }: Pick<ImportForm, 'rows'>,
  withheld: string | undefined,
): Promise<Found<GoodSupporter>> {
  const findings = createFindings(rows)
  const taken = await takenEmails(
    trx,
    rows.map((cells) => textIn(cells['email']).toLowerCase()),
  )
  const good: GoodSupporter[] = []
  for await (const [row, cells] of withYields(rows.entries())) {
    const { first_name, last_name, email } = cells
    const typed = { first_name, last_name, email, role_id: SUPPORTER }
    const { data: form, error } = userForm.safeParse(typed, { reportInput: true })
    findings.refused(row, error)
    if (form && form.email === withheld) findings.error(row, 'email', 'emailWithheld')
    else if (form && taken.has(form.email)) findings.error(row, 'email', 'emailTaken')
    else if (form) {
      taken.add(form.email)
      good.push({ row, form })
    }
  }
  return { good, errors: findings.errors, duplicates: [], skipped: 0, unknown: [] }
}

async function takenEmails(trx: Trx, emails: string[]): Promise<Set<string>> {
  const taken = new Set<string>()
  await inBatches([...new Set(emails)], async (some) => {
    const rows = await trx.selectFrom('users').select('email').where('email', 'in', some).execute()
    for (const { email } of rows) taken.add(email)
  })
  return taken
}

/** Adds the supporters as New. They receive no letter until they are invited. */
export async function saveSupporters(
  trx: Trx,
  supporters: GoodSupporter[],
  importing: Importing,
): Promise<void> {
  const { user_id: by, at } = importing
  const stamp = { status: USER_NEW, created_at: at, created_by: by, updated_at: at, updated_by: by }
  await inSmallBatches(supporters, async (some) => {
    const values = some.map(({ form }) => ({ ...columnsOf(form), ...stamp }))
    const saved = await trx.insertInto('users').values(values).returning(['id', 'email']).execute()
    const ids = new Map(saved.map(({ id, email }) => [email, id]))
    await saveImportRows(
      trx,
      importing,
      some.map(({ row, form }) => ({
        ...isNew,
        entity: 'user',
        entity_id: ids.get(form.email) ?? 0,
        row,
        name: userName(form),
        changes: changesFromNothing(form),
      })),
    )
  })
}
