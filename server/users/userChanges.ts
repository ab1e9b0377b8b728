import type { SessionUser } from '#contract/identity/auth.ts'
import {
  ADMINISTRATOR,
  canChangeUserStatus,
  canDeleteUser,
  canEditUser,
  canGiveRole,
  canGiveSendersEmail,
  canSeeUsers,
  roleName,
  SUPPORTER,
} from '#contract/permissions.ts'
import {
  type User,
  type UserEdit,
  type UserForm,
  userMessages,
  userSearchText,
  USER_ACTIVE,
  USER_NEW,
} from '#contract/users.ts'
import { writePasswordLetter, writePasswordLetterAgain } from '../identity/passwords/writePasswordLetter.ts'
import {
  changesBetween,
  type Change,
  type Changes,
  changesToNothing,
  type Trx,
  writeAdded,
  writeChange,
} from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { refuseStale } from '../database/refuseStale.ts'
import type { Tables } from '../database/tables.ts'
import { refuseTaken } from '../database/uniqueViolation.ts'
import { ApiError, conflict, invalid, notFound, unauthorized } from '../base/ApiError.ts'
import { endSessionsOf } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { hasStudents, renameInStudents } from './studentsOfUser.ts'
import { addressLetter } from './addressLetter.ts'
import { findUser, listOthersActive } from './userQueries.ts'

type Rule = (actor: SessionUser, target: { id: number; role_id: number }) => boolean

export async function registerUser(
  change: Change,
  form: UserForm,
  services: Services,
  /** Refuses the change if the actor has not confirmed it. */
  confirm: () => void,
): Promise<User> {
  const { trx, actor, at } = change
  if (!canGiveRole(actor.role, form.role_id)) throw unauthorized()
  // These roles manage users too.
  if (canSeeUsers(form.role_id)) confirm()
  if (form.email === withheldEmail(actor, services)) throw invalid({ email: [userMessages.emailWithheld] })
  const { id } = await trx
    .insertInto('users')
    .values({
      ...columnsOf(form),
      status: USER_NEW,
      created_at: at,
      created_by: actor.id,
      ...stamp(change),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenEmail)
  await writePasswordLetter(trx, { id, status: USER_NEW, ...form }, services)
  await writeAdded(change, { entity: 'user', entity_id: id }, form)
  return userNow(trx, id)
}

export async function editUser(
  change: Change,
  { id, seen, ...form }: UserEdit,
  services: Services,
  confirm: () => void,
): Promise<User> {
  const { trx, actor } = change
  const before = await findTarget(change, id, canEditUser)
  if (!canGiveRole(actor.role, form.role_id)) throw unauthorized()
  if (before.roles.id === ADMINISTRATOR && form.role_id !== ADMINISTRATOR)
    await requireAnotherAdministrator(trx, before)
  const changesSides = (before.roles.id === SUPPORTER) !== (form.role_id === SUPPORTER)
  if (changesSides && (await hasStudents(trx, id))) throw conflict(userMessages.roleWithStudents)

  const changes = changesBetween(formOf(before), form)
  const user = { entity: 'user', entity_id: id } as const
  if (Object.keys(changes).length > 0)
    await refuseStale<UserForm>(trx, user, formOf(before), seen, userMessages.changedMeanwhile)
  const givesEmail = changes['email'] ?? changes['role_id']
  // The owner of a new address can get a password link.
  if (givesEmail) confirm()
  if (givesEmail && form.email === withheldEmail(actor, services))
    throw invalid({ email: [userMessages.emailWithheld] })
  await trx
    .updateTable('users')
    .set({ ...columnsOf(form), ...stamp(change) })
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenEmail)
  if (changes['first_name'] ?? changes['last_name']) await renameInStudents(trx, { id, ...form })
  if (changes['email']) await changeAddress(change, before, { ...before, ...form }, services)
  await record(change, id, 'edited', changes)
  return userNow(trx, id)
}

export async function changeUserStatus(
  change: Change,
  { id, status }: { id: number; status: number },
  { outbox }: Services,
): Promise<User> {
  const { trx } = change
  const before = await findTarget(change, id, canChangeUserStatus)
  if (before.status === USER_NEW) throw conflict(userMessages.newUserStatus)
  if (before.status === status) return before
  if (status !== USER_ACTIVE) {
    await requireAnotherAdministrator(trx, before)
    await endSessionsOf(trx, id, 'deactivated', new Date(change.at))
    await outbox.withdrawLinks(trx, id)
  }
  await trx
    .updateTable('users')
    .set({ status, ...stamp(change) })
    .where('id', '=', id)
    .execute()
  await record(change, id, 'changed status', { status: [before.status, status] })
  return userNow(trx, id)
}

export async function deleteUser(change: Change, id: number): Promise<void> {
  const { trx } = change
  const before = await findTarget(change, id, canDeleteUser)
  if (await hasStudents(trx, id)) throw conflict(userMessages.hasStudents)
  if (await hasNews(trx, id)) throw conflict(userMessages.hasNews)
  const { numDeletedRows } = await trx
    .deleteFrom('users')
    .where('id', '=', id)
    .where('status', '=', USER_NEW)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw conflict(userMessages.onlyNewDeleted)
  await record(change, id, 'deleted', changesToNothing(formOf(before)))
}

/** The form values that would save the user unchanged. */
function formOf({ id: _id, status: _status, roles, ...own }: User): UserForm {
  return { ...own, role_id: roles.id }
}

export async function resendLink(change: Change, id: number, services: Services): Promise<void> {
  const user = await findTarget(change, id, canEditUser)
  if (user.status !== USER_NEW) throw conflict(userMessages.onlyNewLinked)
  const retryAfter = await writePasswordLetterAgain(change.trx, user, services)
  if (retryAfter > 0) throw new ApiError(429, userMessages.linkJustSent, { retryAfter })
  await record(change, id, 'sent link again')
}

/** Whether records of letters, or of data sent by mistake, refer to a user, who then cannot be deleted. */
async function hasNews(trx: Trx, id: number): Promise<boolean> {
  const inTable = (table: 'notices' | 'deletion_letters' | 'wrong_recipients') =>
    trx.selectFrom(table).select('supporter_id').where('supporter_id', '=', id)
  const found = inTable('notices').unionAll(inTable('deletion_letters')).unionAll(inTable('wrong_recipients'))
  return (await found.executeTakeFirst()) !== undefined
}

async function findTarget({ trx, actor }: Change, id: number, may: Rule): Promise<User> {
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

const refuseTakenEmail = refuseTaken('email', userMessages.emailTaken)

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
  { trx, actor }: Change,
  before: User,
  user: User,
  services: Services,
): Promise<void> {
  const { outbox, config } = services
  if (user.status === USER_NEW) return writePasswordLetter(trx, user, services)
  await outbox.withdrawLinks(trx, user.id)
  const administrators = await listOthersActive(trx, ADMINISTRATOR, user.id)
  const letter = addressLetter({ user, actor, administrators, charity: config.charityName })
  // Without `user_id`: a retried letter goes to the present address of its user.
  await outbox.write(trx, { recipient: before.email, ...letter })
}

type FormColumns = Pick<Tables['users'], keyof UserForm | 'search'>

export const columnsOf = (form: UserForm): FormColumns => ({
  ...form,
  search: userSearchText({ ...form, roles: { role: roleName(form.role_id) } }),
})

const stamp = ({ actor, at }: Change) => ({ updated_at: at, updated_by: actor.id })

const record = (change: Change, entity_id: number, action: string, changes: Changes = {}) =>
  writeChange(change, { entity: 'user', entity_id, action, changes })
