import { ADMINISTRATOR, roleName } from '#contract/permissions.ts'
import { userSearchText, USER_ACTIVE, USER_NEW } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'
import { writeHistory } from '../database/history.ts'
import { isUniqueViolation } from '../database/uniqueViolation.ts'
import type { Services } from '../Services.ts'
import { passwordLinkUrl } from './passwords/passwordLink.ts'

const DEFAULT_EMAIL = 'admin@example.org'

export type Welcome = {
  /** The first administrator's address, and the link to create their password. */
  invitation?: { email: string; link: string }
  /** Why ADMIN_EMAIL has no effect. */
  note?: string
}

/**
 * Invites the first administrator, as long as no user is active. Adds the user if there is no New administrator, and
 * changes the user's address to ADMIN_EMAIL as long as no user is active. Several processes that start at once add
 * one user. An administrator whom another user has added keeps their address: for another ADMIN_EMAIL one more is
 * added.
 */
export async function inviteAdministrator(services: Services): Promise<Welcome> {
  const { db, config } = services
  const wanted = config.adminEmail
  const users = db.selectFrom('users').select('id').limit(1)
  if (await users.where('status', '=', USER_ACTIVE).executeTakeFirst()) {
    const named = users.where('role_id', '=', ADMINISTRATOR).where('email', '=', wanted ?? '')
    if (!wanted || (await named.executeTakeFirst())) return {}
    return {
      note: `ADMIN_EMAIL is ${wanted}, but is ignored: somebody can sign in already, and others are added on the Users panel.`,
    }
  }

  const waiting = await findWaiting(db, wanted)
  const isOther = wanted && waiting && wanted !== waiting.email
  if (isOther && waiting.created_by === null) await changeEmail(waiting, wanted, services)
  else if (isOther || !waiting) await addAdministrator(services)

  const administrator = await findWaiting(db, wanted)
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

/** Finds a New administrator: the one with the wanted address, else one that a start has added, else the first. */
async function findWaiting(db: Db, wanted: string | undefined) {
  const waiting = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'password_hash', 'created_by'])
    .where('role_id', '=', ADMINISTRATOR)
    .where('status', '=', USER_NEW)
    .orderBy('id')
    .execute()
  return (
    waiting.find(({ email }) => email === wanted) ??
    waiting.find(({ created_by }) => created_by === null) ??
    waiting[0]
  )
}

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

/** Gives the New administrator another address, unless another user has it. A link to the old address becomes void. */
async function changeEmail(
  { id, email, first_name, last_name }: Named & { id: number },
  wanted: string,
  { db, outbox, clock }: Services,
): Promise<void> {
  const at = clock().toISOString()
  await db
    .transaction()
    .execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('users')
        .set({
          email: wanted,
          search: searchTextOf({ first_name, last_name, email: wanted }),
          updated_at: at,
        })
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
