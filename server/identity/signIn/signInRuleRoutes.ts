import type { ExpressionBuilder } from 'kysely'
import { accountMessages, signInRuleCalls, WITHOUT_STEP_MAX } from '#contract/identity/account.ts'
import { canResetSecondSteps, canSetSignIn, roles } from '#contract/permissions.ts'
import { userName, USER_ACTIVE } from '#contract/users.ts'
import type { Db } from '../../database/connect.ts'
import { writeChange } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import type { Tables } from '../../database/tables.ts'
import { conflict, notFound, unauthorized } from '../../base/ApiError.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { stepsOf } from '../secondSteps/secondSteps.ts'
import { stepRows } from '../account/security.ts'
import { setUpDueAt, isStepRequired, readSignInRule } from './signInRule.ts'
import { resetStepsOf } from '../secondSteps/stepChanges.ts'

/** For whom a second step is required, and the second steps of other users. */
export function signInRuleRoutes(app: App, services: Services): void {
  const { clock } = services

  serveCalls(app, services, signInRuleCalls, {
    'GET /api/users/:id/second-steps': {
      may: canResetSecondSteps,
      async answer({ db, params: { id } }) {
        const user = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
        if (!user) throw notFound()
        return { data: stepRows(await stepsOf(db, id), services) }
      },
    },

    'POST /api/users/:id/reset-second-step': {
      may: canResetSecondSteps,
      confirmsAgain: true,
      writesLetters: true,
      async answer({ trx, at, actor, params: { id } }) {
        if (id === actor.id) throw unauthorized()
        const user = await lockRow(trx, 'users', id)
        if (!user) throw notFound()
        const done = { trx, at, user_id: actor.id, by: actor.name }
        if (!(await resetStepsOf(done, user, services))) throw conflict(accountMessages.nothingToReset)
        return { message: accountMessages.stepsReset }
      },
    },

    'GET /api/settings/sign-in': {
      may: canSetSignIn,
      answer: async ({ db }) => ({ data: await readSettings(db, clock()) }),
    },

    'PUT /api/settings/sign-in': {
      may: canSetSignIn,
      confirmsAgain: true,
      async answer({ trx, at, actor, body: { required } }) {
        const before = await readSignInRule(trx)
        if (before.required !== required) {
          await trx.updateTable('sign_in_rule').set({ required, since: at }).execute()
          const changes = { required: [before.required, required] as [string, string] }
          const entry = { entity: 'sign_in', entity_id: 1, action: 'edited', changes } as const
          await writeChange({ trx, at, actor }, entry)
        }
        return { message: accountMessages.ruleSaved }
      },
    },
  })
}

async function readSettings(db: Db, now: Date) {
  const rule = await readSignInRule(db)
  const active = db.selectFrom('users').where('users.status', '=', USER_ACTIVE)
  const counts = await active
    .select((eb) => ['role_id', eb.fn.countAll<number>().as('users')])
    .groupBy('role_id')
    .execute()
  const withStep = await active
    .where(hasStep)
    .select((eb) => ['role_id', eb.fn.countAll<number>().as('users')])
    .groupBy('role_id')
    .execute()
  const countIn = (rows: typeof counts, id: number) => rows.find(({ role_id }) => role_id === id)?.users ?? 0
  const without = await active
    .where((eb) => eb.not(hasStep(eb)))
    .select(['id', 'first_name', 'last_name', 'email', 'role_id', 'signed_in_at'])
    // The roles that may have to set one up come first.
    .orderBy('role_id')
    .orderBy('search')
    .orderBy('id')
    .limit(WITHOUT_STEP_MAX)
    .execute()
  return {
    ...rule,
    roles: roles.map(({ id }) => ({
      role_id: id,
      users: countIn(counts, id),
      with_step: countIn(withStep, id),
    })),
    without: without.map((user) => ({
      id: user.id,
      name: userName(user),
      email: user.email,
      role_id: user.role_id,
      signed_in_at: user.signed_in_at,
      required: isStepRequired(rule, user),
      due: user.signed_in_at === null ? null : (setUpDueAt(rule, user, now) ?? null),
    })),
  }
}

const hasStep = (eb: ExpressionBuilder<Tables, 'users'>) =>
  eb.exists(
    eb
      .selectFrom('second_steps')
      .select('second_steps.id')
      .whereRef('second_steps.user_id', '=', 'users.id')
      .where('confirmed_at', 'is not', null),
  )
