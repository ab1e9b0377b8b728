import { localTimeOf } from '#contract/base/days.ts'
import { ADMINISTRATOR, roleName, SUPPORTER } from '#contract/permissions.ts'
import { userName, userSearchText, USER_ACTIVE, USER_DISABLED, USER_NEW } from '#contract/users.ts'
import { resetStepsOf } from '../identity/secondSteps/stepChanges.ts'
import { findUserByEmail } from '../identity/signIn/authQueries.ts'
import { passwordLinkUrl } from '../identity/passwords/passwordLink.ts'
import { changesBetween, type Changes, writeHistory, type Trx } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { createOutbox } from '../mail/outbox.ts'
import type { Services } from '../Services.ts'
import { StartError } from '../base/StartError.ts'
import { hasStudents } from '../users/studentsOfUser.ts'

const statuses: Record<number, string> = {
  [USER_NEW]: 'New',
  [USER_DISABLED]: 'Disabled',
  [USER_ACTIVE]: 'Active',
}

/** Makes a link to create or change the password of a user who receives no letters. */
export function makeLink(
  email: string,
  services: Pick<Services, 'db' | 'config' | 'secret' | 'clock'>,
): Promise<string> {
  return services.db.transaction().execute(async (trx) => {
    const user = await findNamed(trx, email)
    if (user.status === USER_DISABLED)
      throw new StartError(
        `${user.email} is Disabled and gets no link. Activate them on the Users panel, or make them an administrator: npm run admin -- promote ${user.email}`,
      )
    const kind = user.status === USER_NEW ? 'new' : 'change'
    await record(trx, user.id, 'made a password link from the shell', services)
    return [
      `${named(user)} can ${kind === 'new' ? 'create' : 'change'} the password here, once, within an hour:`,
      passwordLinkUrl({ userId: user.id, kind }, user, services),
    ].join('\n')
  })
}

/** Makes a user an administrator who can sign in, for when no administrator can. */
export function promote(email: string, services: Pick<Services, 'db' | 'clock'>): Promise<string> {
  return services.db.transaction().execute(async (trx) => {
    const before = await findNamed(trx, email)
    // Disabled users had a password; without one they could not sign in.
    const status = before.password_hash === null ? USER_NEW : USER_ACTIVE
    const changes = changesBetween(before, { role_id: ADMINISTRATOR, status })
    const next = `${status === USER_NEW ? 'They have no password yet' : 'For a new password'}: npm run admin -- link ${before.email}`
    if (Object.keys(changes).length === 0)
      return `${named(before)} is a System Administrator already. ${next}`
    if (before.role_id === SUPPORTER && (await hasStudents(trx, before.id)))
      throw new StartError(
        `${named(before)} supports students, who need another supporter before the role can change. Promote somebody else.`,
      )

    const search = userSearchText({ ...before, roles: { role: roleName(ADMINISTRATOR) } })
    await trx
      .updateTable('users')
      .set({
        role_id: ADMINISTRATOR,
        status,
        search,
        updated_at: services.clock().toISOString(),
        updated_by: null,
      })
      .where('id', '=', before.id)
      .execute()
    await record(trx, before.id, 'promoted from the shell', services, changes)
    return `${named(before)} is ${status === USER_ACTIVE ? 'an active' : 'a'} System Administrator now. ${next}`
  })
}

/** Removes the second steps of a user who has lost them, and has no other administrator to ask. */
export function resetSecondStep(
  email: string,
  services: Pick<Services, 'db' | 'config' | 'clock'>,
): Promise<string> {
  const outbox = createOutbox({ clock: services.clock, domain: new URL(services.config.appUrl).hostname })
  return services.db.transaction().execute(async (trx) => {
    const user = await findNamed(trx, email)
    const done = { trx, at: services.clock().toISOString(), user_id: null, by: 'The person who runs Elimu' }
    if (!(await resetStepsOf(done, user, { ...services, outbox })))
      throw new StartError(`${named(user)} has no second step.`)
    return `${named(user)} has no second step any more, is signed out everywhere, and signs in with the password.`
  })
}

/** A table of all users, administrators first. Users whose session has ended show no last activity. */
export async function listUsers(db: Trx): Promise<string> {
  const users = await db
    .selectFrom('users')
    .leftJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['email', 'first_name', 'last_name', 'role_id', 'status'])
    .select((eb) => eb.fn.max('sessions.seen_at').as('seen_at'))
    .groupBy('users.id')
    .orderBy('users.role_id')
    .orderBy('users.search')
    .orderBy('users.id')
    .execute()
  return asTable([
    ['Email', 'Name', 'Role', 'Status', 'Last seen (Nairobi time)'],
    ...users.map((user) => [
      user.email,
      userName(user),
      roleName(user.role_id),
      statuses[user.status] ?? '',
      user.seen_at === null ? '' : localTimeOf(new Date(user.seen_at)),
    ]),
  ])
}

const named = (user: { first_name: string; last_name: string; email: string }) =>
  `${userName(user)} <${user.email}>`

async function findNamed(trx: Trx, email: string) {
  const found = await findUserByEmail(trx, email.trim().toLowerCase())
  const user = found && (await lockRow(trx, 'users', found.id))
  if (!user)
    throw new StartError(`No user has the address "${email}". List all users with: npm run admin -- users`)
  return user
}

/** History entries of commands have no user, because the shell has no session. */
const record = (
  trx: Trx,
  entity_id: number,
  action: string,
  { clock }: Pick<Services, 'clock'>,
  changes: Changes = {},
) =>
  writeHistory(trx, { entity: 'user', entity_id, action, changes, user_id: null, at: clock().toISOString() })

function asTable(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
