import { importMessages } from '#contract/importMessages.ts'
import { importFields } from '#contract/importFields.ts'
import type { ImportForm } from '#contract/imports.ts'
import { canImportAsRole, SUPPORTER } from '#contract/permissions.ts'
import { personFields, type UserForm, userForm, userName, USER_NEW } from '#contract/users.ts'
import { passwordLetter } from '../identity/passwords/passwordLetters.ts'
import { type Actor, type Change, writeChanges } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { conflict, notFound } from '../base/ApiError.ts'
import type { Services } from '../Services.ts'
import { columnsOf, withheldEmail } from '../users/userChanges.ts'
import {
  addRows,
  checkLines,
  type Found,
  type Importing,
  inSmallBatches,
  linesOf,
  typedIn,
  type Trx,
} from './importing.ts'
import { uninvited } from './importQueries.ts'
import { readPeople } from './studentLookups.ts'

type GoodUser = { row: number; form: UserForm }

/** Checks rows of supporters, or of staff with their roles. */
export async function checkUsers(
  trx: Trx,
  { kind, rows }: Pick<ImportForm, 'kind' | 'rows'>,
  actor: Actor,
  services: Services,
): Promise<Found<GoodUser>> {
  const { called } = await readPeople(trx)
  const seen = new Set<string>()
  return checkLines(linesOf(rows), (line) => {
    const { cells } = line
    const role_id = kind === 'staff' ? importFields.staff['role']?.fromCell(cells['role']) : SUPPORTER
    const form = line.parsed(userForm, { ...typedIn(personFields, cells), role_id })
    if (!form) return undefined
    const { email } = form
    if (kind === 'staff' && !canImportAsRole(actor.role, form.role_id)) line.error('role', 'roleNotBelow')
    else if (email === withheldEmail(actor, services)) line.error('email', 'emailWithheld')
    else if (seen.has(email) || called(email).length > 0) line.error('email', 'emailTaken')
    else seen.add(email)
    return { form }
  })
}

/** Adds the users as New. They receive no letter until they are invited. */
export function saveUsers(importing: Importing, users: GoodUser[]): Promise<number[]> {
  const { actor, at } = importing
  const stamp = { created_at: at, created_by: actor.id, updated_at: at, updated_by: actor.id }
  return addRows(importing, 'user', users, ({ row, form }) => ({
    row,
    name: userName(form),
    columns: { ...columnsOf(form), status: USER_NEW, ...stamp },
    facts: form,
  }))
}

/** Mails password links to an import's users who are New and have received none. */
export async function inviteUsers(
  change: Change,
  id: number,
  { outbox, config }: Services,
  /** Throws unless the user has confirmed again, which invitations of staff need. */
  confirm: () => void,
): Promise<number> {
  const { trx } = change
  // Locked, so that two invitations at the same moment do not invite users twice.
  const found = await lockRow(trx, 'imports', id)
  if (!found) throw notFound()
  if (found.kind !== 'supporters' && found.kind !== 'staff') throw conflict(importMessages.notUsers)
  if (found.kind === 'staff') confirm()
  const users = await uninvited(trx)
    .select(['users.id', 'users.email', 'users.first_name'])
    .where('import_rows.import_id', '=', id)
    .orderBy('users.id')
    .execute()
  for await (const some of inSmallBatches(users)) {
    await outbox.writeAll(
      trx,
      some.map(({ id: user_id, email, first_name }) => ({
        recipient: email,
        ...passwordLetter('new', first_name, config.charityName),
        link: { user_id, kind: 'new' },
        // Lower priority than letters that users are waiting for.
        list: 'invitations',
      })),
    )
    await writeChanges(
      change,
      some.map(({ id: entity_id }) => ({ entity: 'user', entity_id, action: 'invited' })),
    )
  }
  return users.length
}
