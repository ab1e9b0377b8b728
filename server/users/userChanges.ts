import type { Kysely } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import {
  ADMINISTRATOR,
  canChangeUserStatus,
  canDeleteUser,
  canEditUser,
  canGiveRole,
  canGiveSendersEmail,
  roleName,
  SUPPORTER,
} from '#contract/permissions.ts'
import {
  type User,
  type UserForm,
  userMessages,
  userSearchText,
  USER_ACTIVE,
  USER_NEW,
} from '#contract/users.ts'
import { writePasswordLetter, writePasswordLetterAgain } from '../auth/mailPasswordLink.ts'
import { changesBetween, type Changes, changesToNothing, writeHistory } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import type { Tables } from '../database/tables.ts'
import { isUniqueViolation } from '../database/uniqueViolation.ts'
import { ApiError, conflict, invalid, notFound, unauthorized } from '../http/ApiError.ts'
import { endSessionsOf } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { hasStudents, renameInStudents } from '../students/studentRules.ts'
import { addressLetter } from './addressLetter.ts'
import { findUser, listOthersActive } from './userQueries.ts'

type Trx = Kysely<Tables>
type Rule = (actor: SessionUser, target: { id: number; role_id: number }) => boolean

export async function registerUser(
  trx: Trx,
  form: UserForm,
  actor: SessionUser,
  services: Services,
): Promise<User> {
  if (form.email === withheldEmail(actor, services)) throw invalid({ email: [userMessages.emailWithheld] })
  const { id } = await trx
    .insertInto('users')
    .values({
      ...columnsOf(form),
      status: USER_NEW,
      created_at: services.clock().toISOString(),
      created_by: actor.id,
      ...stamp(actor, services),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenEmail)
  await writePasswordLetter(trx, { id, status: USER_NEW, ...form }, services)
  await record(trx, id, 'added', actor, services, changesBetween<Partial<UserForm>>({}, form))
  return userNow(trx, id)
}

export function editUser(
  { id, ...form }: UserForm & { id: number },
  actor: SessionUser,
  services: Services,
): Promise<User> {
  return services.db
    .transaction()
    .execute(async (trx) => {
      const before = await findTarget(trx, id, actor, canEditUser)
      if (!canGiveRole(actor.role, form.role_id)) throw unauthorized()
      if (before.roles.id === ADMINISTRATOR && form.role_id !== ADMINISTRATOR)
        await requireAnotherAdministrator(trx, before)
      const changesSides = (before.roles.id === SUPPORTER) !== (form.role_id === SUPPORTER)
      if (changesSides && (await hasStudents(trx, id))) throw conflict(userMessages.roleWithStudents)

      const changes = changesBetween(formOf(before), form)
      const givesEmail = changes['email'] ?? changes['role_id']
      if (givesEmail && form.email === withheldEmail(actor, services))
        throw invalid({ email: [userMessages.emailWithheld] })
      await trx
        .updateTable('users')
        .set({ ...columnsOf(form), ...stamp(actor, services) })
        .where('id', '=', id)
        .execute()
      if (changes['first_name'] ?? changes['last_name']) await renameInStudents(trx, { id, ...form })
      if (changes['email']) await changeAddress(trx, before, { ...before, ...form }, actor, services)
      await record(trx, id, 'edited', actor, services, changes)
      return userNow(trx, id)
    })
    .catch(refuseTakenEmail)
}

export function changeUserStatus(
  { id, status }: { id: number; status: number },
  actor: SessionUser,
  services: Services,
): Promise<User> {
  return services.db.transaction().execute(async (trx) => {
    const before = await findTarget(trx, id, actor, canChangeUserStatus)
    if (before.status === USER_NEW) throw conflict(userMessages.newUserStatus)
    if (before.status === status) return before
    if (status !== USER_ACTIVE) {
      await requireAnotherAdministrator(trx, before)
      await endSessionsOf(trx, id)
      await services.outbox.withdrawLinks(trx, id)
    }
    await trx
      .updateTable('users')
      .set({ status, ...stamp(actor, services) })
      .where('id', '=', id)
      .execute()
    await record(trx, id, 'changed status', actor, services, { status: [before.status, status] })
    return userNow(trx, id)
  })
}

export function deleteUser(id: number, actor: SessionUser, services: Services): Promise<void> {
  return services.db.transaction().execute(async (trx) => {
    const before = await findTarget(trx, id, actor, canDeleteUser)
    if (await hasStudents(trx, id)) throw conflict(userMessages.hasStudents)
    if (await hasNews(trx, id)) throw conflict(userMessages.hasNews)
    const { numDeletedRows } = await trx
      .deleteFrom('users')
      .where('id', '=', id)
      .where('status', '=', USER_NEW)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw conflict(userMessages.onlyNewDeleted)
    await record(trx, id, 'deleted', actor, services, changesToNothing(formOf(before)))
  })
}

/** The form values that would save the user unchanged. */
const formOf = ({ first_name, last_name, email, roles }: User): UserForm => ({
  first_name,
  last_name,
  email,
  role_id: roles.id,
})

export function resendLink(id: number, actor: SessionUser, services: Services): Promise<void> {
  return services.db.transaction().execute(async (trx) => {
    const user = await findTarget(trx, id, actor, canEditUser)
    if (user.status !== USER_NEW) throw conflict(userMessages.onlyNewLinked)
    const retryAfter = await writePasswordLetterAgain(trx, user, services)
    if (retryAfter > 0) throw new ApiError(429, userMessages.linkJustSent, { retryAfter })
    await record(trx, id, 'sent link again', actor, services)
  })
}

/** A New supporter may have received letters already, which are stored for ever. */
async function hasNews(trx: Trx, id: number): Promise<boolean> {
  const letter = trx.selectFrom('notices').select('letter_id').where('supporter_id', '=', id).limit(1)
  return (await letter.executeTakeFirst()) !== undefined
}

async function findTarget(trx: Trx, id: number, actor: SessionUser, may: Rule): Promise<User> {
  await lockRow(trx, 'users', id)
  const user = await userNow(trx, id)
  if (!may(actor, { id, role_id: user.roles.id })) throw unauthorized()
  return user
}

async function userNow(trx: Trx, id: number): Promise<User> {
  const user = await findUser(trx, id)
  if (!user) throw notFound()
  return user
}

/** The unique constraint refuses a second user with the same address; the refusal is shown under the field. */
function refuseTakenEmail(error: unknown): never {
  throw isUniqueViolation(error) ? invalid({ email: [userMessages.emailTaken] }) : error
}

/** Refuses the change if no other active administrator remains. */
async function requireAnotherAdministrator(
  trx: Trx,
  { id, status, roles: { id: role_id } }: User,
): Promise<void> {
  if (role_id !== ADMINISTRATOR || status !== USER_ACTIVE) return
  // Two administrators may be deactivating each other at this moment: the lock makes one wait for the other.
  await lockRow(trx, 'roles', ADMINISTRATOR)
  const others = await listOthersActive(trx, ADMINISTRATOR, id)
  if (others.length === 0) throw conflict(userMessages.lastAdministrator)
}

/** The address that an actor may give to no user. */
export const withheldEmail = ({ role }: SessionUser, { config }: Pick<Services, 'config'>) =>
  canGiveSendersEmail(role) ? undefined : config.notificationsAdmin

/**
 * After a change of address no link to the old one may open the account. A New user gets a letter at the new one;
 * others are warned at the old one, because the owner of the new one can get a password.
 */
async function changeAddress(
  trx: Trx,
  before: User,
  user: User,
  actor: SessionUser,
  services: Services,
): Promise<void> {
  const { outbox, config } = services
  if (user.status === USER_NEW) return writePasswordLetter(trx, user, services)
  await outbox.withdrawLinks(trx, user.id)
  const administrators = await listOthersActive(trx, ADMINISTRATOR, user.id)
  const letter = addressLetter({ user, actor, administrators, charity: config.charityName })
  // Without its user: a letter that is tried again goes to its user's present address.
  await outbox.write(trx, { recipient: before.email, ...letter })
}

type FormColumns = Pick<Tables['users'], keyof UserForm | 'search'>

export function columnsOf({ first_name, last_name, email, role_id }: UserForm): FormColumns {
  const role = roleName(role_id)
  return {
    first_name,
    last_name,
    email,
    role_id,
    search: userSearchText({ first_name, last_name, email, roles: { role } }),
  }
}

const stamp = (actor: SessionUser, { clock }: Services) => ({
  updated_at: clock().toISOString(),
  updated_by: actor.id,
})

const record = (
  trx: Trx,
  id: number,
  action: string,
  actor: SessionUser,
  { clock }: Services,
  changes?: Changes,
) =>
  writeHistory(trx, {
    entity: 'user',
    entity_id: id,
    action,
    user_id: actor.id,
    at: clock().toISOString(),
    ...(changes && { changes }),
  })
