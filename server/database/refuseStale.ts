import type { Kysely } from 'kysely'
import { userName } from '#contract/users.ts'
import { conflict } from '../base/ApiError.ts'
import { changesBetween, type Entity } from './history.ts'
import type { Tables } from './tables.ts'

/**
 * Refuses to overwrite a change that the caller has not seen. For rows without a version: `seen` has the values with
 * which the caller's form was opened. A call without them is accepted.
 */
export async function refuseStale<Form extends object>(
  trx: Kysely<Tables>,
  { entity, entity_id }: { entity: Entity; entity_id: number },
  now: Form,
  seen: Form | undefined,
  changedMeanwhile: (name: string) => string,
): Promise<void> {
  if (!seen) return
  const changed = Object.keys(changesBetween(now, seen))
  if (changed.length === 0) return
  const last = await trx
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .select(['first_name', 'last_name'])
    .where('entity', '=', entity)
    .where('entity_id', '=', entity_id)
    // Changes are stored as `{"phone":["0700 111222","0711 333444"]}`. The pattern `"phone":[` matches only the name of a
    // field: within a value a quote is stored as `\"`.
    .where((eb) => eb.or(changed.map((field) => eb('changes', 'like', `%"${field}":[%`))))
    .orderBy('history.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { first_name, last_name } = last ?? {}
  throw conflict(changedMeanwhile(first_name && last_name ? userName({ first_name, last_name }) : 'Somebody'))
}
