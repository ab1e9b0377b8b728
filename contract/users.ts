import { z } from 'zod'
import { idParams } from './identity/auth.ts'
import { type Calls, messageReply, reply } from './base/call.ts'
import { answerShape, email, fieldsOf, formShape, id, line, optional, reference } from './base/fields.ts'
import { fold, listMeta, listQuery, type SearchText } from './base/lists.ts'
import { phone, phoneSearchText } from './base/phone.ts'
import { roles } from './permissions.ts'

/** Shown in place of the users who created or changed an anonymised record. */
export const FORMER_USER = 'A former user'

export const USER_NEW = 0
export const USER_DISABLED = 1
export const USER_ACTIVE = 2

export const userMessages = {
  added: 'User added. A link to create the password is on its way.',
  addedWithoutMail: 'User added. The letter waits: no mail server is set.',
  updated: 'User updated.',
  activated: 'User activated.',
  deactivated: 'User deactivated.',
  deleted: 'User deleted.',
  linkSent: 'A new link to create the password is on its way.',
  linkWaits: 'The letter waits: no mail server is set.',
  emailTaken: 'The email has already been taken.',
  emailWithheld: 'Only a System Administrator can give this email to a user: it may send notifications.',
  newUserStatus: 'You Cannot Change New User Status',
  onlyNewDeleted: 'Only New Users can be Deleted',
  hasStudents: 'This User Has Students and Cannot be Deleted',
  hasNews: 'This User Has Been Sent News of Students and Cannot be Deleted',
  roleWithStudents: 'This User Has Students, Who Need Another One Before the Role Can Change',
  onlyNewLinked: 'This User Has Already Created a Password',
  linkJustSent: 'A link was sent a moment ago. Please wait a minute.',
  lastAdministrator: 'The last active System Administrator cannot be deactivated or given another role',
  selectUserType: 'Please Select User Type',
  changedMeanwhile: (name: string) =>
    `${name} changed this user while you were typing. Close this form and open it again.`,
  confirmStatus: (verb: 'Activate' | 'Deactivate', name: string) =>
    `Are You Sure You Want To ${verb} ${name}?`,
  confirmDelete: (name: string) => `Are You Sure You Want To Remove ${name} Completely from the System?`,
} as const

const { selectUserType } = userMessages
/** The fields of the form, in its order. */
export const userFields = fieldsOf('', {
  first_name: line('First name', { required: 'First name is required' }),
  last_name: line('Last name', { required: 'Last name is required' }),
  email: email('Email', { required: 'Email is required' }),
  phone: optional(phone('Phone')),
  country: optional(line('Country', { max: 60 })),
  role_id: reference('User role', { required: selectUserType, placeholder: selectUserType }),
})

/** The form of Add New User and Edit User. An edit names the user by `id`; an add ignores it. */
export const userForm = z.object({
  ...formShape(userFields),
  role_id: userFields.role_id.schema.refine(
    (role_id) => roles.some((role) => role.id === role_id),
    userMessages.selectUserType,
  ),
})
export type UserForm = z.output<typeof userForm>

/** The values that the form showed. The edit is refused if they have changed since. */
const seen = z.object(answerShape(userFields))
export const userEdit = userForm.extend({ id: id('User is required'), seen: seen.optional() })
export type UserEdit = z.output<typeof userEdit>

export const userStatusForm = z.object({
  id: id('User is required'),
  status: z
    .union([z.number(), z.string().regex(/^\d$/).transform(Number)], { error: 'Status is required' })
    .refine((status) => status === USER_DISABLED || status === USER_ACTIVE, 'Status is not valid'),
})

export const roleSchema = z.object({ id: z.number().int(), role: z.string() })
export type Role = z.output<typeof roleSchema>

/** The fields of a person whose role the screen sets. */
export const { role_id: _role, ...personFields } = userFields

/** The role is answered with its name instead. */
export const userSchema = z.object({
  id: z.number().int(),
  ...answerShape(personFields),
  status: z.number().int(),
  roles: roleSchema,
})
export type User = z.output<typeof userSchema>

export const userName = (user: { first_name: string; last_name: string }) =>
  `${user.first_name} ${user.last_name}`

/** The text of a user that browser and server search. */
export const userSearchText = (
  user: Pick<User, 'first_name' | 'last_name' | 'email'> &
    Partial<Pick<User, 'phone' | 'country'>> & { roles: { role: string } },
) =>
  fold(
    [userName(user), user.email, user.roles.role, phoneSearchText(user.phone ?? ''), user.country ?? '']
      .join('\n')
      .trimEnd(),
  )

/** The same with the name, as browsers search it. */
export const userSearch = (user: User): SearchText => ({
  fields: userSearchText(user),
  people: fold(userName(user)),
})

const userSaved = reply({ message: z.string(), data: userSchema })

export const userCalls = {
  'GET /api/getUsers': {
    summary: 'The users',
    query: listQuery,
    answer: reply({ user: z.array(userSchema), data: z.array(userSchema), meta: listMeta }),
  },
  'GET /api/getRoles': { summary: 'The roles', answer: reply({ roles: z.array(roleSchema) }) },
  'POST /api/register': { summary: 'Add a user and mail them a link', body: userForm, answer: userSaved },
  'POST /api/edit': { summary: 'Edit a user', body: userEdit, answer: userSaved },
  'POST /api/statusUsr': {
    summary: 'Activate or deactivate a user',
    body: userStatusForm,
    answer: userSaved,
  },
  'POST /api/delete/:id': {
    summary: 'Delete a user who never signed in',
    params: idParams,
    answer: messageReply,
  },
  'POST /api/resend/:id': {
    summary: 'Mail a new user their link again',
    params: idParams,
    answer: messageReply,
  },
} as const satisfies Calls
