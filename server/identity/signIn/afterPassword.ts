import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { Trx } from '../../database/history.ts'
import type { Tables } from '../../database/tables.ts'
import { signedIn } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { findRememberedDevice } from '../devices/devices.ts'
import { stepsOf, usableKinds } from '../secondSteps/secondSteps.ts'
import { setUpDueAt, readSignInRule } from './signInRule.ts'
import {
  sendSession,
  setUpNotice,
  type Opened,
  openSignedIn,
  openWaitingSession,
  signedInAnswer,
} from './signInSession.ts'

type AfterPassword = Opened & { wanted?: ReturnType<typeof usableKinds> }

/** Opens a session for a user whose password was right: complete, or waiting for the second step. */
export async function openAfterPassword(
  trx: Trx,
  user: Selectable<Tables['users']>,
  request: FastifyRequest,
  now: Date,
  services: Services,
): Promise<AfterPassword> {
  const steps = await stepsOf(trx, user.id)
  const hasStep = steps.steps.length > 0
  if (hasStep && !(await findRememberedDevice(trx, user.id, request, services)))
    return {
      ...(await openWaitingSession(trx, user, request, now)),
      wanted: usableKinds(steps, services),
    }
  return openSignedIn(trx, user, request, now, { hasStep, isConfirmed: !hasStep })
}

export function afterPasswordAnswer(
  { wanted, ...opened }: AfterPassword,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  services: Services,
) {
  if (!wanted) return signedInAnswer(opened, exchange, services)
  sendSession(opened, exchange, services)
  return { next: 'second_step' as const, ...wanted }
}

/** What the page of a signed-in user shows about the second step. */
export async function readSetUpNotice(db: Trx, request: FastifyRequest, now: Date) {
  const { id } = signedIn(request)
  const user = await db
    .selectFrom('users')
    .select(['role_id', 'signed_in_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const due = setUpDueAt(await readSignInRule(db), user, now)
  if (due === undefined) return {}
  const { steps } = await stepsOf(db, id)
  return steps.length > 0 ? {} : setUpNotice({ state: request.session?.state ?? 'signed_in', due })
}
