import type { Selectable, Updateable } from 'kysely'
import { accountMessages, type Attestation, stepKindWords } from '#contract/identity/account.ts'
import type { StepKind } from '#contract/identity/auth.ts'
import type { Db } from '../../database/connect.ts'
import { writeHistory, type Change, type Trx } from '../../database/history.ts'
import { isWithin } from '../../database/instants.ts'
import { lockRow } from '../../database/lockRow.ts'
import type { Tables } from '../../database/tables.ts'
import { refuseTaken } from '../../database/uniqueViolation.ts'
import { conflict, invalid, notFound, unauthenticated } from '../../base/ApiError.ts'
import type { RunChange } from '../../http/serveCalls.ts'
import { endSessionsOf, type Session } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { forgetDevices } from '../devices/devices.ts'
import { type SecurityChange, securityChanges, writeSecurityLetter } from '../account/securityLetter.ts'
import { type Claim, proveIdentity } from '../proveIdentity.ts'
import { ownLimits } from '../signIn/attempts.ts'
import { isStepRequired, readSignInRule } from '../signIn/signInRule.ts'
import { checkAppCode, newApp } from './authenticatorApp.ts'
import { claimOnce } from './claimOnce.ts'
import { checkAttestation, creationOptionsFor, offersPasskeys } from './passkeys.ts'
import { replaceRecoveryCodes } from './recoveryCodes.ts'
import { usablePasskeys, stepsOf, wrongPasskey } from './secondSteps.ts'

/** How long a set-up may take. */
const PENDING_MS = 60 * 60_000

const challengeContext = ({ token_hash }: Session, id: number) => `add ${id} ${token_hash}`

/**
 * Locks the user. A session that was opened to set up the first step may not add to steps that another session has set up
 * since: it was opened with the password alone.
 */
async function lockOwner(trx: Trx, { user, state }: Session) {
  const owner = await lockRow(trx, 'users', user.id)
  const own = await stepsOf(trx, user.id)
  if (!owner || (state === 'set_up' && own.steps.length > 0)) throw unauthenticated()
  return { owner, own }
}

/** Begins to add a second step, which counts once its first code is confirmed. */
export async function beginStep(
  { trx, at }: Pick<Change, 'trx' | 'at'>,
  session: Session,
  { kind, name }: { kind: StepKind; name: string },
  services: Services,
) {
  const { config, secret } = services
  if (kind === 'passkey' && !offersPasskeys(config)) throw conflict(accountMessages.passkeysNotOffered)
  const { owner, own } = await lockOwner(trx, session)
  await trx
    .deleteFrom('second_steps')
    .where('user_id', '=', owner.id)
    .where('confirmed_at', 'is', null)
    .execute()
  const { stored, ...app } = newApp(owner, config.charityName, secret)
  const { id } = await trx
    .insertInto('second_steps')
    .values({
      user_id: owner.id,
      kind,
      name,
      secret: kind === 'totp' ? stored : null,
      counter: 0,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (kind === 'totp') return { kind, id, ...app }
  const user = { ...owner, name: session.user.name }
  const options = creationOptionsFor(
    challengeContext(session, id),
    user,
    usablePasskeys(own, services),
    services,
  )
  return { kind, id, options }
}

type FirstUse = { code?: string | undefined; assertion?: Attestation | undefined; name?: string | undefined }

type Asked = { db: Db; change: RunChange; session: Session }

/** Completes a step that is being added, with its first code. Returns the new recovery codes. */
export async function completeStep(
  { db, change, session }: Asked,
  id: number,
  first: FirstUse,
  services: Services,
) {
  const now = services.clock()
  return proveIdentity(change, services, {
    limits: ownLimits('new step', session.user.id),
    async check() {
      const step = await db
        .selectFrom('second_steps')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', session.user.id)
        .where('confirmed_at', 'is', null)
        .executeTakeFirst()
      if (!step || !isWithin(step.created_at, PENDING_MS, now)) throw conflict(accountMessages.notPending)
      const use =
        step.kind === 'totp'
          ? checkFirstCode(step, first.code ?? '', services)
          : await checkFirstPasskey(first.assertion, challengeContext(session, id), services)
      return { ...use, user_id: session.user.id, step }
    },
    async accept({ trx, at, notice, checked: { step, columns } }) {
      const { owner, own } = await lockOwner(trx, session)
      const label = first.name ?? step.name
      const { numUpdatedRows } = await trx
        .updateTable('second_steps')
        .set({ ...columns, name: label, confirmed_at: at })
        .where('id', '=', id)
        .where('confirmed_at', 'is', null)
        .executeTakeFirst()
        .catch(refuseTaken('assertion', accountMessages.wrongPasskey))
      if (numUpdatedRows === 0n) throw conflict(accountMessages.notPending)
      await trx
        .updateTable('sessions')
        .set({ state: 'signed_in', confirmed_at: at })
        .where('id', '=', session.id)
        .execute()
      const isFirst = own.steps.length === 0
      // The other sessions were opened with the password alone.
      if (isFirst) await endSessionsOf(trx, owner.id, 'step_added', now, session.id)
      const recovery_codes = own.codes.length > 0 ? [] : await replaceRecoveryCodes(trx, owner.id, at)
      const changed = securityChanges.stepAdded(stepKindWords[step.kind], label, isFirst)
      await recordChange({ trx, at, user_id: owner.id }, owner, 'added a second step', changed, services, [
        null,
        `${stepKindWords[step.kind]}: ${label}`,
      ])
      await forgetDevices(trx, owner.id)
      return { recovery_codes, notice }
    },
  })
}

type FirstUsed = { claim: Claim; columns?: Updateable<Tables['second_steps']> }

function checkFirstCode(
  app: Selectable<Tables['second_steps']>,
  code: string,
  services: Services,
): FirstUsed {
  const claim = checkAppCode(app, code.replaceAll(/\s/g, ''), services.secret, services.clock())
  if (!claim) throw invalid({ code: [accountMessages.wrongCode] })
  return { claim }
}

async function checkFirstPasskey(
  assertion: Attestation | undefined,
  context: string,
  services: Services,
): Promise<FirstUsed> {
  const checked = assertion && (await checkAttestation(assertion, context, services))
  if (!checked || 'sentence' in checked)
    throw invalid({ assertion: [accountMessages.wrongPasskey] }, { cause: checked?.cause })
  return {
    columns: checked.columns,
    claim: async (trx) =>
      (await claimOnce(trx, `challenge ${checked.challenge}`, services.clock()))
        ? { kind: 'passkey' }
        : wrongPasskey,
  }
}

/** One of the user's own steps, locked with the user. */
async function findStep(trx: Trx, session: Session, id: number) {
  const { owner, own } = await lockOwner(trx, session)
  const step = own.steps.find((each) => each.id === id)
  if (!step) throw notFound()
  return { owner, own, step, label: `${stepKindWords[step.kind]}: ${step.name}` }
}

export async function renameStep(
  { trx, at }: Change,
  session: Session,
  id: number,
  name: string,
  services: Services,
): Promise<void> {
  const { owner, step } = await findStep(trx, session, id)
  if (step.name === name) return
  await trx.updateTable('second_steps').set({ name }).where('id', '=', id).execute()
  const changed = securityChanges.stepRenamed(name)
  const done = { trx, at, user_id: owner.id }
  await recordChange(done, owner, 'renamed a second step', changed, services, [step.name, name])
}

export async function removeStep(
  { trx, at }: Change,
  session: Session,
  id: number,
  services: Services,
): Promise<void> {
  const { owner, own, step, label } = await findStep(trx, session, id)
  const isLast = own.steps.length === 1
  if (isLast && isStepRequired(await readSignInRule(trx), owner)) throw conflict(accountMessages.lastRequired)
  await trx.deleteFrom('second_steps').where('id', '=', id).execute()
  if (isLast) await trx.deleteFrom('recovery_codes').where('user_id', '=', owner.id).execute()
  await forgetDevices(trx, owner.id)
  const changed = securityChanges.stepRemoved(stepKindWords[step.kind], step.name)
  const done = { trx, at, user_id: owner.id }
  await recordChange(done, owner, 'removed a second step', changed, services, [label, null])
}

export async function makeNewCodes(
  { trx, at }: Change,
  session: Session,
  services: Services,
): Promise<string[]> {
  const { owner, own } = await lockOwner(trx, session)
  if (own.steps.length === 0) throw conflict(accountMessages.noStep)
  const codes = await replaceRecoveryCodes(trx, owner.id, at)
  const done = { trx, at, user_id: owner.id }
  await recordChange(done, owner, 'made new recovery codes', securityChanges.newCodes, services)
  return codes
}

type Owner = { id: number; first_name: string; email: string }
type Done = { trx: Trx; at: string; user_id: number | null }

/** Removes all second steps of a user, who is locked. Returns false if there are none. */
export async function resetStepsOf(
  { by, ...done }: Done & { by: string },
  user: Owner,
  services: Pick<Services, 'outbox' | 'config'>,
): Promise<boolean> {
  const { trx, at } = done
  const { steps, codes } = await stepsOf(trx, user.id)
  if (steps.length + codes.length === 0) return false
  for (const table of ['second_steps', 'recovery_codes'] as const)
    await trx.deleteFrom(table).where('user_id', '=', user.id).execute()
  await forgetDevices(trx, user.id)
  await endSessionsOf(trx, user.id, 'reset', new Date(at))
  await recordChange(done, user, 'reset the second step', securityChanges.stepsReset(by), services)
  return true
}

/** Writes the history and the letter of a change. */
export async function recordChange(
  { trx, at, user_id }: Done,
  owner: Owner,
  action: string,
  changed: SecurityChange,
  services: Pick<Services, 'outbox' | 'config'>,
  values?: [string | null, string | null],
): Promise<void> {
  await writeHistory(trx, {
    entity: 'user',
    entity_id: owner.id,
    action,
    ...(values && { changes: { second_step: values } }),
    user_id,
    at,
  })
  await writeSecurityLetter(trx, owner, changed, services)
}
