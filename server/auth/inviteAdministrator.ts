import { ADMINISTRATOR, roleName } from '#contract/permissions.ts'
import { userSearchText, USER_ACTIVE, USER_NEW } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'
import { writeHistory } from '../database/history.ts'
import { isUniqueViolation } from '../database/uniqueViolation.ts'
import type { Services } from '../Services.ts'
import { passwordLinkUrl } from './passwordLinkUrl.ts'

const DEFAULT_EMAIL = 'admin@example.org'

export type Welcome = {
  /** The link by which the first administrator gets in, and their address. */
  invitation?: { email: string; link: string }
  /** Why ADMIN_EMAIL has no effect. */
  note?: string
}

/**
 * Invites the first administrator, as long as nobody can sign in at all. The user is made when no administrator waits
 * for a password, and has the address of ADMIN_EMAIL until then; several processes that start at once make one.
 */
export async function inviteAdministrator(services: Services): Promise<Welcome> {
  const { db, config } = services
  const wanted = config.adminEmail
  const users = db.selectFrom('users').select('id').limit(1)
  if (await users.where('status', '=', USER_ACTIVE).executeTakeFirst()) {
    const named = users.where('role_id', '=', ADMINISTRATOR).where('email', '=', wanted ?? '')
    if (!wanted || (await named.executeTakeFirst())) return {}
    return {
      note: `ADMIN_EMAIL is ${wanted}, but is ignored: there is an administrator already, and others are added on the Users panel.`,
    }
  }

  const waiting = await findWaiting(db)
  if (!waiting) await addAdministrator(services)
  else if (wanted && wanted !== waiting.email) await readdress(waiting, wanted, services)

  const administrator = await findWaiting(db)
  const email = wanted ?? administrator?.email ?? DEFAULT_EMAIL
  return {
    ...(administrator && {
      invitation: {
        email: administrator.email,
        link: passwordLinkUrl({ userId: administrator.id, kind: 'new' }, administrator, services),
      },
    }),
    ...(administrator?.email !== email && {
      note: `The administrator cannot be ${email}, as another user has that address: set ADMIN_EMAIL to one that is free.`,
    }),
  }
}

type Named = { first_name: string; last_name: string; email: string }

const searchTextOf = (user: Named) => userSearchText({ ...user, roles: { role: roleName(ADMINISTRATOR) } })

const findWaiting = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'password_hash'])
    .where('role_id', '=', ADMINISTRATOR)
    .where('status', '=', USER_NEW)
    .orderBy('id')
    .executeTakeFirst()

async function addAdministrator({ db, config, clock }: Services): Promise<void> {
  const at = clock().toISOString()
  const administrator = {
    first_name: 'System',
    last_name: 'Administrator',
    email: config.adminEmail ?? DEFAULT_EMAIL,
  }
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('users')
      .values({
        ...administrator,
        search: searchTextOf(administrator),
        status: USER_NEW,
        role_id: ADMINISTRATOR,
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added)
      await writeHistory(trx, { entity: 'user', entity_id: added.id, action: 'added', user_id: null, at })
  })
}

/** Gives the waiting administrator another address, unless somebody has it. A link to the old one is void. */
async function readdress(
  { id, email, ...name }: Named & { id: number },
  wanted: string,
  { db, outbox, clock }: Services,
): Promise<void> {
  const at = clock().toISOString()
  await db
    .transaction()
    .execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('users')
        .set({ email: wanted, search: searchTextOf({ ...name, email: wanted }), updated_at: at })
        .where('id', '=', id)
        // Another process that starts at the same time may have been faster.
        .where('email', '=', email)
        .where('status', '=', USER_NEW)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      await outbox.withdrawLinks(trx, id)
      await writeHistory(trx, {
        entity: 'user',
        entity_id: id,
        action: 'edited',
        changes: { email: [email, wanted] },
        user_id: null,
        at,
      })
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
    })
}
