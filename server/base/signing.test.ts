import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Config } from '../config.ts'
import { checkForgeryToken, FORGERY_COOKIE } from '../http/forgery.ts'
import { findKnownDevice, isKnownByLink } from '../identity/devices/devices.ts'
import { readPasswordLink, writePasswordLink } from '../identity/passwords/passwordLink.ts'
import { checkAttestation } from '../identity/secondSteps/passkeys.ts'
import type { Services } from '../Services.ts'
import { softAuthenticator } from '../testing/softAuthenticator.ts'
import { isEqual, sign } from './signing.ts'

const secret = 'a fixed secret of at least 32 characters'
const at = new Date('2026-03-02T08:00:00.000Z')
const appUrl = 'https://elimu.example.org'
const config = { appUrl, charityName: 'Elimu' } as Config
const services = { config, secret, clock: () => at } as Services

describe('a signature', () => {
  it('is the HMAC-SHA256 of its use and its content, as text or as bytes', () => {
    const expected = 'DEnNHm_sa1yhJAY17Z4rBy11OSMJ8aNAueJyX72OWMA'
    expect(sign('device', 'a b', secret)).toBe(expected)
    expect(sign('device', Buffer.from('a b'), secret)).toBe(expected)
  })

  it('differs by its use, its content and the secret', () => {
    const signatures = [
      sign('device', 'a', secret),
      sign('link', 'a', secret),
      sign('device', 'b', secret),
      sign('device', 'a', `${secret}.`),
    ]
    expect(new Set(signatures).size).toBe(signatures.length)
  })

  it.for<[string | Buffer, string | Buffer, boolean]>([
    ['abc', 'abc', true],
    ['abc', Buffer.from('abc'), true],
    ['', '', true],
    ['abc', 'abd', false],
    ['abc', 'abcd', false],
    ['', 'abc', false],
    // One character of several bytes.
    ['é', 'e', false],
  ])('compares %s with %s', ([given, expected, answer]) => expect(isEqual(given, expected)).toBe(answer))
})

/** They were made before this module existed. Links in letters and cookies in browsers must stay valid. */
describe('earlier signatures', () => {
  const binding = { email: 'lydia@elimu.test', password_hash: '$argon2id$hash' }
  const user = { id: 4, password_hash: '$argon2id$hash' }

  it('of a mailed link are valid, and are written in the same way', async () => {
    const id =
      'NCBjaGFuZ2UgMjAyNi0wMy0wMiAwODowMDowMCA5dFBfb2l3T0FBZ2UzTmNrYVIwTHRMUHhWWWN2bkNtRDJCQ2NGeEdxRWhNMg'
    expect(await readPasswordLink(id, async () => binding, { secret, now: at })).toMatchObject({
      link: { userId: 4, kind: 'change', isExpired: false, isSuperseded: false },
    })
    expect(writePasswordLink({ userId: 4, kind: 'change', at }, binding, secret)).toBe(id)
  })

  it.for([
    ['Xok_Etr6t9MnOAME3FVm3w', 'QBturLkEHLHsLM9oMgvDIxvm3xMkfCdSLskjFpo21qU', false],
    ['link:C73MFd9EyfqjX45Met1Vsw', 'EfJSiqc7-Z2r5XUSk3YRDAFcsfKfObgI_S2ibcWNQP4', true],
  ] as const)('of the known device %s are valid', ([device, signature, byLink]) => {
    const cookies = { elimu_device_4: `${device}.${signature}` }
    expect(findKnownDevice({ cookies }, user, services)).toBe(device)
    expect(findKnownDevice({ cookies }, { ...user, password_hash: 'other' }, services)).toBeUndefined()
    expect(isKnownByLink(device)).toBe(byLink)
  })

  it.for<[string | undefined, string]>([
    ['hash of a session', 'wzYyG2-FcFrLTAvTWtjvNg.xXBxP5TsxBfd_xF0AV2_vDfm_zXknK0DXYwoo5joEkI'],
    [undefined, '3kU-kQECDL9YXCPg7xbUZg.yaKOnPdJ4_tNLrGcMFwDaDtiPxO2DE36Wv7O7qvteco'],
  ])('of the forgery token of %s are valid', ([token_hash, token]) => {
    const check = (of: string | undefined) =>
      checkForgeryToken(
        {
          headers: { 'x-xsrf-token': token },
          cookies: { [FORGERY_COOKIE]: token },
          session: of === undefined ? null : { token_hash: of },
        } as unknown as FastifyRequest,
        services,
      )
    expect(() => check(token_hash)).not.toThrow()
    expect(() => check('another session')).toThrow('CSRF token mismatch.')
  })

  it('of the challenge of a passkey are valid', async () => {
    const challenge = 'JzbWbZHCSxGFxrzrgR0FoAGcrY-sAAzeEp_Wx_gAfH9hQJxYBKExWk0OGMLvLanuFKgH-KIH'
    const rp = { id: 'elimu.example.org', name: 'Elimu' }
    const attestation = softAuthenticator(appUrl).create({ challenge, rp })
    const check = (context: string) => checkAttestation(attestation, context, services)
    expect(await check('add 7 hash of a session')).toMatchObject({ challenge })
    expect(await check('add 8 hash of a session')).toMatchObject({ sentence: expect.any(String) })
  })
})
