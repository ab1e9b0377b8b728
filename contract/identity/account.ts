import { z } from 'zod'
import {
  clockNotice,
  idParams,
  passwordForm,
  type SecondStepKind,
  secondStepKinds,
  signedInReply,
  stepKinds,
  typedPassword,
} from './auth.ts'
import { type Calls, messageReply, reply, tooLong, VALUE_IS_REQUIRED } from '../base/call.ts'

/** How long a user who must set up a second step may still sign in without one. */
export const GRACE_DAYS = 14
export const RECOVERY_CODES = 10
export const REMEMBERED_DAYS = 30
/** How long a session may wait for its second step. */
export const SECOND_STEP_MINUTES = 10
/** How long a confirmation is valid. */
export const CONFIRMED_MINUTES = 10
export const CHALLENGE_MINUTES = 5
/** How long ended sessions are listed. */
export const ENDED_DAYS = 30
/** How many users without a second step are listed. Supporters, who never need one, come last. */
export const WITHOUT_STEP_MAX = 500
const NAME_MAX = 100

const otherWays = { passkey: 'a passkey', recovery: 'a recovery code' }

export const accountMessages = {
  wrongCode: 'This code is not correct. Enter the one the app shows now.',
  usedCode: 'This code was used already. Wait for the next one.',
  wrongRecoveryCode: 'This recovery code is not correct.',
  usedRecoveryCode: 'This recovery code was used already. Enter another one.',
  wrongPasskey: 'This passkey was not accepted. Try again.',
  wrongPassword: 'This password is not correct.',
  clockIsOff: (minutes: number, direction: 'behind' | 'ahead') =>
    `The clock of your phone seems to be ${minutes} minutes ${direction}. Set it to automatic time, then enter the next code.`,
  clockIsMinuteOff: (direction: 'behind' | 'ahead') =>
    `The clock of your phone is about a minute ${direction}. Set it to automatic time in the phone’s settings, under date and time: a little more, and its codes will be refused.`,
  /** `kinds`: what else the user can sign in with; empty for a user who is signed in. */
  appUnreadable: (kinds: readonly SecondStepKind[] = []) => {
    const others = kinds.flatMap((kind) => (kind === 'totp' ? [] : [otherWays[kind]]))
    const instead = others.length > 0 ? `Use ${others.join(' or ')}, then set` : 'Set'
    return `Codes from your app cannot be checked: Elimu was restored from a backup. ${instead} up the app again.`
  },
  noUsableStep: 'Your second step cannot be checked here. Ask an administrator to reset it.',
  secondStepOver: 'Sign-in took longer than 10 minutes. Enter your email and password again.',
  passkeysNotOffered: 'Passkeys need an address that begins with https and has a name, not a number.',
  nameRequired: 'Name is required',
  notPending: 'This set-up is over. Start it again.',
  added: 'Second step added.',
  renamed: 'Name saved.',
  removed: 'Second step removed.',
  lastRequired: 'Your role needs one. Add another first.',
  newCodes: 'New recovery codes made. The old ones no longer work.',
  noStep: 'Set up a second step first.',
  deviceForgotten: 'Device forgotten.',
  devicesForgotten: 'All devices forgotten.',
  sessionEnded: 'Session ended.',
  sessionsEnded: 'All other sessions ended.',
  confirmed: 'Confirmed.',
  confirmAgain: 'Confirm that it is you first.',
  setUpFirst: 'Set up a second step first.',
  passwordChanged: 'Your password is changed. Your other sessions have ended.',
  stepsReset: 'Second step reset. The user is signed out everywhere.',
  nothingToReset: 'This user has no second step.',
  ruleSaved: 'Sign-in saved.',
} as const

export const stepKindWords = { totp: 'Authenticator app', passkey: 'Passkey' } as const

/** What a user can confirm with; a password only without a second step. */
const confirmKinds = [...secondStepKinds, 'password'] as const

/** Why a session has ended. */
export const endings = [
  'signed_out',
  'expired',
  'ended',
  'password',
  'step_added',
  'reset',
  'deactivated',
] as const
export type Ending = (typeof endings)[number]

export const endingWords: Record<Ending, string> = {
  signed_out: 'Signed out',
  expired: 'Ended by itself',
  ended: 'Ended from another session',
  password: 'New password',
  step_added: 'Second step set up',
  reset: 'Second step reset',
  deactivated: 'Account deactivated',
}

/** The roles for which a second step is required. */
export const signInRules = ['nobody', 'roles_1_to_3', 'staff'] as const
export type SignInRule = (typeof signInRules)[number]

const name = z
  .string(accountMessages.nameRequired)
  .trim()
  .min(1, accountMessages.nameRequired)
  .max(NAME_MAX, tooLong('Name', NAME_MAX))

/** A code of the app or a recovery code, as typed. */
const code = z.string(VALUE_IS_REQUIRED).trim().min(1, VALUE_IS_REQUIRED).max(60, tooLong('Code', 60))

const text = z.string().max(10_000)

/** The answer of the browser when a passkey signs in: `credential.toJSON()`. */
export const assertionSchema = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish(),
  }),
})
export type Assertion = z.output<typeof assertionSchema>

/** The answer of the browser when it has created a passkey: `credential.toJSON()`. */
export const attestationSchema = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(50)).max(10).nullish(),
  }),
})
export type Attestation = z.output<typeof attestationSchema>

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** For `navigator.credentials.get`, through `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credential),
})
export type RequestOptions = z.output<typeof requestOptions>

/** For `navigator.credentials.create`, through `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(credential),
})
export type CreationOptions = z.output<typeof creationOptions>

export const secondStepForm = z.object({
  kind: z.enum(secondStepKinds),
  code: code.optional(),
  assertion: assertionSchema.optional(),
  /** Whether this device needs no second step for 30 days. */
  remember: z.boolean().optional(),
})
export type SecondStepForm = z.output<typeof secondStepForm>

export const passkeySignIn = z.object({ assertion: assertionSchema })
export const newStepForm = z.object({ kind: z.enum(stepKinds), name })
export const stepNameForm = z.object({ name })
export const confirmStepForm = z.object({
  code: code.optional(),
  assertion: attestationSchema.optional(),
  /** Replaces the name that was given at the beginning. */
  name: name.optional(),
})
export const confirmForm = z.object({
  code: code.optional(),
  assertion: assertionSchema.optional(),
  password: typedPassword.optional(),
})

export const ownPasswordForm = passwordForm.safeExtend({ old_password: typedPassword })

export const signInRuleForm = z.object({ required: z.enum(signInRules) })

export const stepSchema = z.object({
  id: z.number().int(),
  kind: z.enum(stepKinds),
  name: z.string(),
  added_at: z.string(),
  used_at: z.string().nullable(),
  /** False if it was set up with another APP_SECRET, so that its codes cannot be checked. */
  is_readable: z.boolean(),
})
export type Step = z.output<typeof stepSchema>

export const sessionSchema = z.object({
  id: z.number().int(),
  /** Such as `Chrome on Windows`. */
  device: z.string(),
  started_at: z.string(),
  seen_at: z.string(),
  is_this: z.boolean(),
})
export const endedSessionSchema = z.object({
  id: z.number().int(),
  device: z.string(),
  started_at: z.string(),
  seen_at: z.string(),
  ended_at: z.string(),
  how: z.enum(endings),
})
export const deviceSchema = z.object({
  id: z.number().int(),
  device: z.string(),
  added_at: z.string(),
  until: z.string(),
  is_this: z.boolean(),
})

export const securitySchema = z.object({
  email: z.string(),
  /** Whether the rule of sign-in requires a second step of this user. */
  required: z.boolean(),
  /** Until when the user may sign in without one; null unless one is required and none is set up. */
  due: z.string().nullable(),
  /** Whether passkeys work at this address: on https and localhost only. */
  passkeys: z.boolean(),
  steps: z.array(stepSchema),
  recovery: z.object({
    left: z.number().int(),
    made_at: z.string().nullable(),
    used_at: z.string().nullable(),
  }),
  devices: z.array(deviceSchema),
  sessions: z.array(sessionSchema),
  ended: z.array(endedSessionSchema),
})
export type Security = z.output<typeof securitySchema>

const signInRuleReply = reply({
  data: z.object({
    required: z.enum(signInRules),
    /** When the rule was set. */
    since: z.string(),
    /** The active users of each role, and how many of them have a second step. */
    roles: z.array(
      z.object({ role_id: z.number().int(), users: z.number().int(), with_step: z.number().int() }),
    ),
    /** The first active users without a second step, those who must set one up before the others. */
    without: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        email: z.string(),
        role_id: z.number().int(),
        signed_in_at: z.string().nullable(),
        required: z.boolean(),
        /** Null if it is not required, or the user has not signed in yet. */
        due: z.string().nullable(),
      }),
    ),
  }),
})

const recoveryCodesReply = reply({
  message: z.string(),
  /** Shown once: the server stores only their hashes. Empty if the user has some already. */
  data: z.object({ recovery_codes: z.array(z.string()) }),
  notice: clockNotice,
})

export const secondStepCalls = {
  'POST /api/login/second-step': {
    summary: 'Complete a sign-in with a second step',
    body: secondStepForm,
    answer: signedInReply,
  },
  'GET /api/login/passkey': {
    summary: 'A challenge to sign in with a passkey; null if there is no passkey to use',
    answer: reply({ data: z.object({ options: requestOptions.nullable() }) }),
  },
  'POST /api/login/passkey': {
    summary: 'Sign in with a passkey alone',
    body: passkeySignIn,
    answer: signedInReply,
  },
} as const satisfies Calls

export const accountCalls = {
  'GET /api/account/security': {
    summary: "The user's second steps, devices and sessions",
    answer: reply({ data: securitySchema }),
  },
  'POST /api/account/second-steps': {
    summary: 'Begin to add a second step',
    body: newStepForm,
    answer: reply({
      data: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('totp'), id: z.number().int(), secret: z.string(), uri: z.string() }),
        z.object({ kind: z.literal('passkey'), id: z.number().int(), options: creationOptions }),
      ]),
    }),
  },
  'POST /api/account/second-steps/:id/confirm': {
    summary: 'Complete a second step with its first code',
    params: idParams,
    body: confirmStepForm,
    answer: recoveryCodesReply,
  },
  'PATCH /api/account/second-steps/:id': {
    summary: 'Rename a second step',
    params: idParams,
    body: stepNameForm,
    answer: messageReply,
  },
  'DELETE /api/account/second-steps/:id': {
    summary: 'Remove a second step',
    params: idParams,
    answer: messageReply,
  },
  'POST /api/account/recovery-codes': { summary: 'Make new recovery codes', answer: recoveryCodesReply },
  'DELETE /api/account/devices': { summary: 'Forget all remembered devices', answer: messageReply },
  'DELETE /api/account/devices/:id': {
    summary: 'Forget a remembered device',
    params: idParams,
    answer: messageReply,
  },
  'DELETE /api/account/sessions': { summary: 'End all other sessions', answer: messageReply },
  'DELETE /api/account/sessions/:id': {
    summary: 'End another session',
    params: idParams,
    answer: messageReply,
  },
  'GET /api/account/confirm': {
    summary: 'What the user can confirm with, and a challenge for a passkey',
    answer: reply({
      data: z.object({ kinds: z.array(z.enum(confirmKinds)), options: requestOptions.nullable() }),
    }),
  },
  'POST /api/account/confirm': {
    summary: 'Confirm with a second step, or with the password without one',
    body: confirmForm,
    answer: messageReply,
  },
  'POST /api/account/password': {
    summary: "Change the user's own password",
    body: ownPasswordForm,
    answer: messageReply,
  },
} as const satisfies Calls

export const signInRuleCalls = {
  'GET /api/users/:id/second-steps': {
    summary: "Another user's second steps",
    params: idParams,
    answer: reply({ data: z.array(stepSchema) }),
  },
  'POST /api/users/:id/reset-second-step': {
    summary: "Remove another user's second steps",
    params: idParams,
    answer: messageReply,
  },
  'GET /api/settings/sign-in': { summary: 'For whom a second step is required', answer: signInRuleReply },
  'PUT /api/settings/sign-in': {
    summary: 'Set for whom a second step is required',
    body: signInRuleForm,
    answer: messageReply,
  },
} as const satisfies Calls
