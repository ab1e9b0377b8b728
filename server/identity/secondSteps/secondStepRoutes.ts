import { createHash } from 'node:crypto'
import { accountMessages, secondStepCalls } from '#contract/identity/account.ts'
import { USER_ACTIVE } from '#contract/users.ts'
import { countAttempt, forgiveAttempt, passkeyLimits, secondStepLimits } from '../signIn/attempts.ts'
import { findUserById } from '../signIn/authQueries.ts'
import { addRememberedDevice, findKnownDevice, isKnownByLink } from '../devices/devices.ts'
import type { Db } from '../../database/connect.ts'
import { lockRow } from '../../database/lockRow.ts'
import { invalid, unauthenticated } from '../../base/ApiError.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { requestOptionsFor, rpIdOf } from './passkeys.ts'
import {
  checkSecondStep,
  noteUsedCode,
  passkeysAmong,
  refuseStep,
  stepsOf,
  warnOfGuesses,
} from './secondSteps.ts'
import { openSignedIn, signedInAnswer } from '../signIn/signInSession.ts'
import { sweepClaims } from './claimOnce.ts'

/** The purpose of a passkey's challenge. That of a session that waits for its second step is valid in this session only. */
const SIGN_IN = 'sign-in'
const purposeOf = ({ token_hash }: Session) => `second step ${token_hash}`

/** Completing a sign-in with a second step, and signing in with a passkey alone. */
export function secondStepRoutes(app: App, services: Services): void {
  const { clock, config } = services

  serveCalls(app, services, secondStepCalls, {
    'POST /api/login/second-step': {
      admits: ['second_step'],
      writesLetters: true,
      async steps({ db, request, reply, body }, change) {
        const { session } = request
        if (session?.state !== 'second_step') throw unauthenticated()
        const user = await findUserById(db, session.user.id)
        if (!user) throw unauthenticated()
        const device = findKnownDevice(request, user, services)
        const limits = secondStepLimits(isKnownByLink(device) ? undefined : device, user.id)
        await countAttempt(change, limits)

        const steps = { ...(await stepsOf(db, user.id)), id: user.id }
        const { kind, code, assertion } = body
        const given = kind === 'passkey' ? { assertion } : { code }
        const use = await checkSecondStep(steps, given, purposeOf(session), services)
        const { used, opened } = await change(async ({ trx, at }) => {
          const now = await lockRow(trx, 'users', user.id)
          // Another request may have completed or ended this session.
          const waiting = trx.selectFrom('sessions').select('id').where('id', '=', session.id)
          if (now?.status !== USER_ACTIVE || !(await waiting.executeTakeFirst())) throw unauthenticated()
          const result = await use(trx)
          if (result.refusal !== undefined) {
            await warnOfGuesses(trx, now, services)
            return { used: result }
          }
          await forgiveAttempt(trx, limits)
          if (body.remember) await addRememberedDevice(trx, user.id, { request, reply }, services)
          if (result.kind === 'recovery') await noteUsedCode(trx, now, services)
          return {
            used: result,
            opened: await openSignedIn(trx, now, request, new Date(at), { hasStep: true }),
          }
        })
        await sweepClaims(db, clock())
        refuseStep(used)
        if (!opened) throw unauthenticated()
        return { ...signedInAnswer(opened, { request, reply }, services), notice: used.notice }
      },
    },

    'GET /api/login/passkey': {
      isPublic: true,
      async answer({ db, request: { session } }) {
        if (session?.state === 'second_step') {
          const passkeys = passkeysAmong(await stepsOf(db, session.user.id), services)
          const options =
            passkeys.length > 0 ? requestOptionsFor(purposeOf(session), passkeys, services) : null
          return { data: { options } }
        }
        const options = (await hasPasskeys(db, services)) ? requestOptionsFor(SIGN_IN, [], services) : null
        return { data: { options } }
      },
    },

    'POST /api/login/passkey': {
      isPublic: true,
      async steps({ db, request, reply, body: { assertion } }, change) {
        const limits = passkeyLimits(
          createHash('sha256').update(assertion.id).digest('base64url'),
          request.ip,
        )
        await countAttempt(change, limits)

        const owner = await db
          .selectFrom('second_steps')
          .select('user_id')
          .where('credential_id', '=', assertion.id)
          .where('rp_id', '=', rpIdOf(config))
          .where('confirmed_at', 'is not', null)
          .executeTakeFirst()
        if (!owner) throw invalid({ assertion: [accountMessages.wrongPasskey] })
        const steps = { ...(await stepsOf(db, owner.user_id)), id: owner.user_id }
        const use = await checkSecondStep(steps, { assertion }, SIGN_IN, services)
        const { used, opened } = await change(async ({ trx, at }) => {
          const now = await lockRow(trx, 'users', owner.user_id)
          const result = await use(trx)
          if (result.refusal !== undefined || now?.status !== USER_ACTIVE) return { used: result }
          await forgiveAttempt(trx, limits)
          return {
            used: result,
            opened: await openSignedIn(trx, now, request, new Date(at), { hasStep: true }),
          }
        })
        await sweepClaims(db, clock())
        refuseStep(used)
        if (!opened) throw invalid({ assertion: [accountMessages.wrongPasskey] })
        return signedInAnswer(opened, { request, reply }, services)
      },
    },
  })
}

/** Whether somebody has a passkey that works at this address. */
async function hasPasskeys(db: Db, services: Services): Promise<boolean> {
  const steps = await db
    .selectFrom('second_steps')
    .selectAll()
    .where('kind', '=', 'passkey')
    .where('rp_id', '=', rpIdOf(services.config))
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .execute()
  return passkeysAmong({ steps, codes: [] }, services).length > 0
}
