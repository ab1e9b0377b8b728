import type { FastifyRequest } from 'fastify'
import { DAY_MS } from '#contract/base/days.ts'
import { ENDED_DAYS, type Security } from '#contract/identity/account.ts'
import type { Db } from '../../database/connect.ts'
import { isOutside, isWithin } from '../../database/instants.ts'
import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS, type Session } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { isReadable } from '../secondSteps/authenticatorApp.ts'
import { offersPasskeys } from '../secondSteps/passkeys.ts'
import { rememberedDevicesOf, REMEMBERED_MS, findRememberedDevice } from '../devices/devices.ts'
import { stepsOf, type UserSteps } from '../secondSteps/secondSteps.ts'
import { setUpDueAt, isStepRequired, readSignInRule } from '../signIn/signInRule.ts'

/** How a user signs in, and where. */
export async function readSecurity(
  db: Db,
  session: Session,
  request: FastifyRequest,
  services: Services,
): Promise<Security> {
  const now = services.clock()
  const { id } = session.user
  const user = await db
    .selectFrom('users')
    .select(['email', 'role_id', 'signed_in_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rule = await readSignInRule(db)
  const own = await stepsOf(db, id)
  const mine = await findRememberedDevice(db, id, request, services)
  const devices = await rememberedDevicesOf(db, id, now).execute()
  const used = own.codes.flatMap(({ used_at }) => used_at ?? []).toSorted()
  return {
    email: user.email,
    required: isStepRequired(rule, user),
    due: own.steps.length > 0 ? null : (setUpDueAt(rule, user, now) ?? null),
    passkeys: offersPasskeys(services.config),
    steps: stepRows(own, services),
    recovery: {
      left: own.codes.length - used.length,
      made_at: own.codes[0]?.created_at ?? null,
      used_at: used.at(-1) ?? null,
    },
    devices: devices.map(({ id: device_id, device, created_at }) => ({
      id: device_id,
      device,
      added_at: created_at,
      until: new Date(Date.parse(created_at) + REMEMBERED_MS).toISOString(),
      is_this: device_id === mine,
    })),
    ...(await sessionsOf(db, session, now)),
  }
}

/** The second steps of a user as an answer contains them: without secrets and keys. */
export const stepRows = ({ steps }: UserSteps, { secret }: Pick<Services, 'secret'>) =>
  steps.map((step) => ({
    id: step.id,
    kind: step.kind,
    name: step.name,
    added_at: step.created_at,
    used_at: step.used_at,
    is_readable: step.kind === 'passkey' || isReadable(step, secret),
  }))

async function sessionsOf(db: Db, { id, user }: Session, now: Date) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'seen_at'])
    .where('user_id', '=', user.id)
    .where('state', '!=', 'second_step')
    .orderBy('seen_at', 'desc')
    .execute()
  const ended = await db
    .selectFrom('ended_sessions')
    .select(['id', 'device', 'created_at as started_at', 'seen_at', 'ended_at', 'how'])
    .where('user_id', '=', user.id)
    .where((eb) => eb.not(isOutside('ended_at', ENDED_DAYS * DAY_MS, now)))
    .orderBy('ended_at', 'desc')
    .execute()
  const isOpen = (row: (typeof rows)[number]) =>
    isWithin(row.seen_at, IDLE_LIMIT_MS, now) && isWithin(row.created_at, ABSOLUTE_LIMIT_MS, now)
  const open = rows
    .filter(isOpen)
    .map(({ created_at, ...row }) => Object.assign(row, { started_at: created_at, is_this: row.id === id }))
  // Expired sessions that the next sign-in will move to the ended ones. Their ids belong to another table.
  const expired = rows
    .filter((row) => !isOpen(row))
    .map(({ created_at, ...row }) =>
      Object.assign(row, {
        id: -row.id,
        started_at: created_at,
        ended_at: row.seen_at,
        how: 'expired' as const,
      }),
    )
  return {
    sessions: open.toSorted((a, b) => Number(b.is_this) - Number(a.is_this)),
    ended: [...expired, ...ended],
  }
}
