import { expect, it } from 'vitest'
import { openTestApp } from '../testing/testApp.ts'
import { filePolicy } from './secureHeaders.ts'

it.for([
  ['http://elimu.local:3000', 'on', undefined],
  ['https://elimu.example.org', 'off', 'max-age=31536000'],
  ['https://elimu.example.org', 'on', 'max-age=31536000; includeSubDomains'],
])(
  'asks for https only at %s, and for subdomains if the operator says so: %s',
  async ([APP_URL = '', HSTS_SUBDOMAINS = '', expected]) => {
    const test = await openTestApp({ settings: { APP_URL, HSTS_SUBDOMAINS } })
    const { headers } = await test.client().get('/api/CurrentDate')
    expect(headers['strict-transport-security']).toBe(expected)
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  },
)

it('forbids foreign and inline scripts, frames, sniffing and telling where one came from', async () => {
  const test = await openTestApp()
  const { headers } = await test.client().get('/api/CurrentDate')
  const policy = String(headers['content-security-policy'])
  expect(policy.split(';')).toEqual(
    expect.arrayContaining(["default-src 'self'", "script-src 'self'", "frame-ancestors 'none'"]),
  )
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  })
})

it('keeps answers out of every cache', async () => {
  const test = await openTestApp()
  const { headers } = await test.client().get('/api/CurrentDate')
  expect(headers['cache-control']).toBe('no-store')
})

it.for(['text/html', 'image/svg+xml', 'image/webp', 'video/mp4'])(
  'puts a file of %s into a sandbox',
  (type) => {
    expect(filePolicy(type)).toMatch(/^default-src 'none';.*;sandbox$/)
  },
)
