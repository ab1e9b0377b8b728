import { createHash } from 'node:crypto'
import { secondStepCalls } from '#contract/identity/account.ts'
import { USER_ACTIVE } from '#contract/users.ts'
import { proveIdentity } from '../proveIdentity.ts'
import { passkeyLimits, secondStepLimits } from '../signIn/attempts.ts'
import { findUserById } from '../signIn/authQueries.ts'
import { addRememberedDevice, findKnownDevice, isKnownByLink } from '../devices/devices.ts'
import type { Db } from '../../database/connect.ts'
import { invalid, unauthenticated } from '../../base/ApiError.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { requestOptionsFor, rpIdOf } from './passkeys.ts'
import { checkSecondStep, usablePasskeys, stepsOf, wrongPasskey } from './secondSteps.ts'
import { openSignedIn, signedInAnswer } from '../signIn/signInSession.ts'

/** The contexts of passkey challenges. A challenge for a second step is valid only in the session that asked for it. */
const SIGN_IN = 'sign-in'
const challengeContext = ({ token_hash }: Session) => `second step ${token_hash}`

/** Completing a sign-in with a second step, and signing in with a passkey alone. */
export function secondStepRoutes(app: App, services: Services): void {
  const { config } = services

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
        const { kind, code, assertion } = body
        const proved = await proveIdentity(change, services, {
          limits: secondStepLimits(isKnownByLink(device) ? undefined : device, user.id),
          warns: true,
          async check() {
            const steps = { ...(await stepsOf(db, user.id)), id: user.id }
            const given = kind === 'passkey' ? { assertion } : { code }
            const claim = await checkSecondStep(steps, given, challengeContext(session), services)
            return {
              user_id: user.id,
              async claim(trx, now) {
                // Another request may have completed or ended this session.
                const waiting = trx.selectFrom('sessions').select('id').where('id', '=', session.id)
                if (now.status !== USER_ACTIVE || !(await waiting.executeTakeFirst())) throw unauthenticated()
                return claim(trx, now)
              },
            }
          },
          async accept({ trx, at, user: now, notice }) {
            if (body.remember) await addRememberedDevice(trx, now.id, { request, reply }, services)
            return { notice, opened: await openSignedIn(trx, now, request, new Date(at), { hasStep: true }) }
          },
        })
        return { ...signedInAnswer(proved.opened, { request, reply }, services), notice: proved.notice }
      },
    },

    'GET /api/login/passkey': {
      isPublic: true,
      async answer({ db, request: { session } }) {
        if (session?.state === 'second_step') {
          const passkeys = usablePasskeys(await stepsOf(db, session.user.id), services)
          const options =
            passkeys.length > 0 ? requestOptionsFor(challengeContext(session), passkeys, services) : null
          return { data: { options } }
        }
        const options = (await hasPasskeys(db, services)) ? requestOptionsFor(SIGN_IN, [], services) : null
        return { data: { options } }
      },
    },

    'POST /api/login/passkey': {
      isPublic: true,
      async steps({ db, request, reply, body: { assertion } }, change) {
        const hash = createHash('sha256').update(assertion.id).digest('base64url')
        const opened = await proveIdentity(change, services, {
          limits: passkeyLimits(hash, request.ip),
          async check() {
            const owner = await db
              .selectFrom('second_steps')
              .select('user_id')
              .where('credential_id', '=', assertion.id)
              .where('rp_id', '=', rpIdOf(config))
              .where('confirmed_at', 'is not', null)
              .executeTakeFirst()
            if (!owner) throw invalid({ [wrongPasskey.field]: [wrongPasskey.refusal] })
            const { user_id } = owner
            const steps = { ...(await stepsOf(db, user_id)), id: user_id }
            const claim = await checkSecondStep(steps, { assertion }, SIGN_IN, services)
            return {
              user_id,
              async claim(trx, now) {
                const proof = await claim(trx, now)
                return proof.refusal === undefined && now.status !== USER_ACTIVE ? wrongPasskey : proof
              },
            }
          },
          accept: ({ trx, at, user }) => openSignedIn(trx, user, request, new Date(at), { hasStep: true }),
        })
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
  return usablePasskeys({ steps, codes: [] }, services).length > 0
}
