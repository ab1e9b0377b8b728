import { ADMINISTRATOR, roleName } from '#contract/permissions.ts'
import { userSearchText, USER_ACTIVE, USER_NEW } from '#contract/users.ts'
import { writeHistory } from '../database/history.ts'
import { passwordLinkUrl } from './passwordLinkUrl.ts'
import type { Services } from '../Services.ts'

/**
 * The link by which the first administrator gets in, as long as nobody can sign in at all. The user is made
 * when there are none; several processes that start at once make one.
 */
export async function inviteAdministrator(services: Services): Promise<string | undefined> {
  const { db, config, clock } = services
  const active = await db
    .selectFrom('users')
    .select('id')
    .where('status', '=', USER_ACTIVE)
    .limit(1)
    .executeTakeFirst()
  if (active) return undefined

  const anyone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (!anyone) await addAdministrator(services)
  const administrator = await db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash'])
    .where('role_id', '=', ADMINISTRATOR)
    .where('status', '=', USER_NEW)
    .orderBy('id')
    .executeTakeFirst()
  if (!administrator) return undefined
  return passwordLinkUrl({ userId: administrator.id, kind: 'new' }, administrator, {
    config,
    secret: services.secret,
    clock,
  })
}

async function addAdministrator({ db, config, clock }: Services): Promise<void> {
  const at = clock().toISOString()
  const name = { first_name: 'System', last_name: 'Administrator' }
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('users')
      .values({
        ...name,
        email: config.adminEmail,
        status: USER_NEW,
        role_id: ADMINISTRATOR,
        search: userSearchText({
          ...name,
          email: config.adminEmail,
          roles: { role: roleName(ADMINISTRATOR) },
        }),
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
