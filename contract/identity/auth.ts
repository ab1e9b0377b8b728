import { z } from 'zod'
import { type Calls, messageReply, reply, tooLong, VALUE_IS_REQUIRED } from '../base/call.ts'
import { emailSchema, idText } from '../base/fields.ts'
import { fold } from '../base/lists.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200
export const PASSWORD_SPECIALS = '!@#$%^&*'
export const LINK_VALID_MINUTES = 60
export const INACTIVITY_WARNING_MS = 60_000
export const INACTIVITY_LOGOUT_MS = 600_000
export const FORGOT_REDIRECT_MS = 5_000

export const authMessages = {
  signedIn: 'Welcome to Elimu.',
  signedOut: 'You are signed out.',
  wrongSignIn: 'The email or the password is not right.',
  tooManyAttempts: 'Too many attempts. Please wait a little and try again.',
  disabled: 'You Have Been Disabled. Contact Tech Support',
  linkUsed: 'You Have Already Used This Link to Create Password',
  linkExpired: 'Change Password Link has Expired',
  linkUnreadable: 'This link cannot be read.',
  passwordSaved: 'Your password is saved. You can sign in now.',
  linkMailed: 'If this address belongs to a user, a link to change the password is on its way.',
  passwordTooShort: 'This field should be at least 8 characters long',
  passwordTooSimple: 'The password requires an uppercase, lowercase, number and special character',
  passwordNotEqual: 'The value must be equal to the password value',
  passwordIsYou: 'The password may not be your name or email, even with digits or signs added',
  passwordIsCommon: 'This password is too common',
} as const

const email = emailSchema(VALUE_IS_REQUIRED)

/** Counts code points: most emoji are one, although a string stores them as two units. */
const charactersOf = (password: string) => Array.from(password).length

/** A typed password, bounded so that hashing it stays cheap. */
export const typedPassword = z
  .string({ error: VALUE_IS_REQUIRED })
  .min(1, VALUE_IS_REQUIRED)
  .refine(
    (password) => password.length <= 2 * PASSWORD_MAX && charactersOf(password) <= PASSWORD_MAX,
    tooLong('Password', PASSWORD_MAX),
  )

export const loginForm = z.object({ email, password: typedPassword })
export type LoginForm = z.output<typeof loginForm>

export const forgotForm = z.object({ email })
export type ForgotForm = z.output<typeof forgotForm>

/** The four rules that the page checks while a new password is typed. */
export const passwordRules = {
  isLongEnough: (password: string) => charactersOf(password) >= PASSWORD_MIN,
  hasBothCases: (password: string) => /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password),
  hasDigit: (password: string) => /\d/.test(password),
  hasSpecial: (password: string) => /[!@#$%^&*]/.test(password),
} as const

export const passwordForm = z
  .object({
    password: typedPassword
      .refine(passwordRules.isLongEnough, authMessages.passwordTooShort)
      .refine(
        (password) =>
          passwordRules.hasBothCases(password) &&
          passwordRules.hasDigit(password) &&
          passwordRules.hasSpecial(password),
        authMessages.passwordTooSimple,
      ),
    c_password: typedPassword,
  })
  .refine((form) => form.password === form.c_password, {
    path: ['c_password'],
    error: authMessages.passwordNotEqual,
    // Checked even if the password itself is refused, so that both fields show their messages at once.
    when: ({ value }) =>
      z.object({ password: z.string(), c_password: z.string().min(1) }).safeParse(value).success,
  })
export type PasswordForm = z.output<typeof passwordForm>

export type PasswordOwner = { first_name: string; last_name: string; email: string }

/** Whether a password is easily guessed, because its letters are the user's own name or address. */
export function isPasswordTheUser(password: string, user: PasswordOwner): boolean {
  const letters = (text: string) => fold(text).replaceAll(/\P{L}/gu, '')
  const { first_name, last_name } = user
  const [mailbox = ''] = user.email.split('@')
  return [user.email, mailbox, first_name, last_name, first_name + last_name, last_name + first_name]
    .map(letters)
    .includes(letters(password))
}

/** The kinds of password link: `new` creates the first password, `change` replaces one. */
export const linkKinds = ['new', 'change'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The id of a password link. Only the server can read it; here it is a text of limited length. */
const linkId = z.string().max(500)

/** The signed-in user, as login returns it and the browser stores it. */
export const sessionUserSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  role: z.number().int(),
  /** Whether the user may send notifications although their role alone would not allow it. */
  notifications_admin: z.boolean(),
})
export type SessionUser = z.output<typeof sessionUserSchema>

export const linkUserSchema = z.object({
  id: z.number().int(),
  status: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
})
export type LinkUser = z.output<typeof linkUserSchema>

export const idParams = z.object({ id: idText })

const linkParams = z.object({ id: linkId })

export const stepKinds = ['totp', 'passkey'] as const
export type StepKind = (typeof stepKinds)[number]

/** The kinds of proof that can complete a sign-in. */
export const secondStepKinds = [...stepKinds, 'recovery'] as const
export type SecondStepKind = (typeof secondStepKinds)[number]

/** A warning that the clock of the user's phone is about a minute off. */
export const clockNotice = z.string().optional()

/** The user has signed in. `next` leads to the set-up, which nothing else is open before; `due` is in the days of grace. */
export const signedInReply = reply({
  data: sessionUserSchema,
  message: z.string(),
  next: z.literal('set_up').optional(),
  /** Until when the user has to set up a second step. */
  due: z.string().optional(),
  notice: clockNotice,
})

/** The password was right; the second step is still to come. */
export const secondStepReply = z.object({
  success: z.literal(true),
  next: z.literal('second_step'),
  /** Those that can be checked here; none means that an administrator has to help. */
  kinds: z.array(z.enum(secondStepKinds)),
  /** The warning to show above the form, and its code. */
  message: z.string().optional(),
  code: z.enum(['app_unreadable', 'no_usable_step']).optional(),
})
export type SecondStepReply = z.output<typeof secondStepReply>

export const authCalls = {
  'POST /api/login': {
    summary: 'Sign in',
    body: loginForm,
    answer: z.union([signedInReply, secondStepReply]),
  },
  'POST /api/logout': { summary: 'Sign out', answer: messageReply },
  'GET /api/session': {
    summary: 'Who is signed in',
    answer: signedInReply.omit({ message: true, notice: true }),
  },
  'GET /api/CurrentDate': {
    summary: "The server's date and time, in UTC",
    answer: reply({ date: z.string() }),
  },
  'POST /api/getuser/:id': {
    summary: 'The user of a password link',
    params: linkParams,
    answer: reply({ user: z.array(linkUserSchema), email: z.string() }),
  },
  'POST /api/changepsw/:id': {
    summary: 'Create or change a password by its link',
    params: linkParams,
    body: passwordForm,
    answer: messageReply,
  },
  'POST /api/forgotpsw': {
    summary: 'Ask for a link to change the password',
    body: forgotForm,
    answer: messageReply,
  },
} as const satisfies Calls
