import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { CreationOptions, RequestOptions } from '#contract/identity/account.ts'
import { messageOf } from '../../ui/http.ts'

// Loaded only where a passkey is made or asked for.

/** Why the browser gave no passkey, in words for the user. */
export class PasskeyError extends Error {}

const NOT_USED = 'The passkey was not used. Try again, or sign in another way.'
const NOT_MADE = 'The passkey was not created. Try again.'
const EXISTS = 'This device already has a passkey for your account.'

/** Asks the browser for a passkey; undefined if the user cancelled. */
export const requestPasskey = (optionsJSON: RequestOptions) =>
  ask(() => startAuthentication({ optionsJSON }), NOT_USED)

/** Lets the browser suggest passkeys in the email field; undefined if another request replaced this one. */
export async function suggestPasskeys(optionsJSON: RequestOptions) {
  if (!(await browserSupportsWebAuthnAutofill())) return undefined
  return ask(() => startAuthentication({ optionsJSON, useBrowserAutofill: true }), NOT_USED)
}

export const createPasskey = (optionsJSON: CreationOptions) =>
  ask(() => startRegistration({ optionsJSON }), NOT_MADE)

/** The message for the user after a request for a passkey, or the call after it, has failed. */
export const passkeyProblem = (error: unknown): string =>
  error instanceof PasskeyError ? error.message : messageOf(error)

/** Ends the request that waits for the user. */
export const cancelPasskey = () => WebAuthnAbortService.cancelCeremony()

async function ask<Answer>(request: () => Promise<Answer>, problem: string): Promise<Answer | undefined> {
  try {
    return await request()
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined
    throw new PasskeyError(name === 'InvalidStateError' ? EXISTS : problem)
  }
}
