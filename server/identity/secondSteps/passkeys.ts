import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import {
  accountMessages,
  type Assertion,
  type Attestation,
  CHALLENGE_MINUTES,
  type CreationOptions,
  type RequestOptions,
} from '#contract/identity/account.ts'
import { isEqual, sign } from '../../base/signing.ts'
import type { Config } from '../../config.ts'
import type { Trx } from '../../database/history.ts'
import { isWithin } from '../../database/instants.ts'
import type { Services } from '../../Services.ts'
import { claimOnce } from './claimOnce.ts'

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000
/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

/** Loaded with the first passkey that is checked, because the library takes 10 MB. */
const webauthn = () => import('@simplewebauthn/server')

type PasskeyServices = Pick<Services, 'config' | 'secret' | 'clock'>

export const rpIdOf = ({ appUrl }: Config) => new URL(appUrl).hostname

/** Browsers offer passkeys on https, and on localhost for development; never at a numeric address. */
export function offersPasskeys(config: Config): boolean {
  const host = rpIdOf(config)
  if (isIP(host.replaceAll(/[[\]]/g, ''))) return false
  return config.appUrl.startsWith('https:') || /^(.+\.)?localhost$/.test(host)
}

/**
 * A challenge says when it was made, and is signed together with its context: so nothing is stored before it is used.
 * `context` names the session, except for a sign-in by passkey.
 */
function newChallenge(context: string, { secret, clock }: PasskeyServices): string {
  const made = Buffer.alloc(6)
  made.writeUIntBE(clock().getTime(), 0, 6)
  const body = Buffer.concat([randomBytes(16), made])
  return Buffer.concat([body, signatureOf(body, context, secret)]).toString('base64url')
}

function isChallenge(challenge: string, context: string, { secret, clock }: PasskeyServices): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 54) return false
  const [body, signature] = [bytes.subarray(0, 22), bytes.subarray(22)]
  return (
    isEqual(signature, signatureOf(body, context, secret)) &&
    isWithin(body.readUIntBE(16, 6), TIMEOUT_MS, clock())
  )
}

const signatureOf = (body: Buffer, context: string, secret: string) =>
  Buffer.from(sign('passkey', Buffer.concat([Buffer.from(`${context} `), body]), secret), 'base64url')

type Credential = { credential_id: string | null; transports: string | null }

const descriptors = (passkeys: Credential[]) =>
  passkeys.map(({ credential_id, transports }) => ({
    id: credential_id ?? '',
    type: 'public-key' as const,
    transports: JSON.parse(transports ?? '[]') as string[],
  }))

export const requestOptionsFor = (
  context: string,
  passkeys: Credential[],
  services: PasskeyServices,
): RequestOptions => ({
  challenge: newChallenge(context, services),
  rpId: rpIdOf(services.config),
  timeout: TIMEOUT_MS,
  userVerification: 'required',
  allowCredentials: descriptors(passkeys),
})

export const creationOptionsFor = (
  context: string,
  user: { id: number; name: string; email: string },
  passkeys: Credential[],
  services: PasskeyServices,
): CreationOptions => ({
  challenge: newChallenge(context, services),
  rp: { id: rpIdOf(services.config), name: services.config.charityName },
  user: {
    id: Buffer.from(`elimu ${user.id}`).toString('base64url'),
    name: user.email,
    displayName: user.name,
  },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout: TIMEOUT_MS,
  attestation: 'none',
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  excludeCredentials: descriptors(passkeys),
})

type Passkey = Credential & { id: number; public_key: string | null; counter: number }

/** Why a passkey was refused, for the log; users get one sentence for all reasons. */
export type PasskeyRefusal = { sentence: string; cause: unknown }

const refused = (cause: unknown): PasskeyRefusal => ({ sentence: accountMessages.wrongPasskey, cause })

/**
 * Checks the answer of a passkey: its challenge, origin, host, signature and counter. Returns the reason if it is refused,
 * or the function that uses the challenge up and stores the counter.
 */
export async function checkAssertion(
  passkey: Passkey,
  assertion: Assertion,
  context: string,
  services: PasskeyServices,
): Promise<PasskeyRefusal | ((trx: Trx) => Promise<string | undefined>)> {
  const { config } = services
  let challenge = ''
  const counter = passkey.counter
  try {
    const { verifyAuthenticationResponse } = await webauthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        clientExtensionResults: {},
        response: { ...assertion.response, userHandle: assertion.response.userHandle ?? undefined },
      },
      expectedChallenge: (given) => {
        challenge = given
        return isChallenge(given, context, services)
      },
      expectedOrigin: config.appUrl,
      expectedRPID: rpIdOf(config),
      credential: {
        id: passkey.credential_id ?? '',
        publicKey: new Uint8Array(Buffer.from(passkey.public_key ?? '', 'base64url')),
        counter,
      },
      requireUserVerification: true,
    })
    if (!verified) return refused(new Error('The signature of a passkey is not valid.'))
    return async (trx) => {
      const isFirst = await claimOnce(trx, `challenge ${challenge}`, services.clock())
      const { numUpdatedRows } = await trx
        .updateTable('second_steps')
        .set({ counter: authenticationInfo.newCounter })
        .where('id', '=', passkey.id)
        .where('counter', '=', counter)
        .executeTakeFirst()
      return isFirst && numUpdatedRows > 0n ? undefined : accountMessages.wrongPasskey
    }
  } catch (error) {
    return refused(error)
  }
}

/** Checks the answer of a browser that has created a passkey. Returns the columns to store. */
export async function checkAttestation(attestation: Attestation, context: string, services: PasskeyServices) {
  const { config } = services
  let challenge = ''
  try {
    const { verifyRegistrationResponse } = await webauthn()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...attestation,
        clientExtensionResults: {},
        response: {
          clientDataJSON: attestation.response.clientDataJSON,
          attestationObject: attestation.response.attestationObject,
        },
      },
      expectedChallenge: (given) => {
        challenge = given
        return isChallenge(given, context, services)
      },
      expectedOrigin: config.appUrl,
      expectedRPID: rpIdOf(config),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return refused(new Error('A new passkey is not valid.'))
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      challenge,
      columns: {
        credential_id: id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(attestation.response.transports ?? []),
        rp_id: rpIdOf(config),
      },
    }
  } catch (error) {
    return refused(error)
  }
}
