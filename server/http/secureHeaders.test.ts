import { expect, it } from 'vitest'
import { openTestApp } from '../testing/testApp.ts'

it.for([
  ['http://elimu.local:3000', undefined],
  ['https://elimu.example.org', 'max-age=31536000'],
])('asks for https for ever only where the site is: %s', async ([APP_URL = '', expected]) => {
  const test = await openTestApp({ settings: { APP_URL } })
  const { headers } = await test.client().get('/api/CurrentDate')
  expect(headers['strict-transport-security']).toBe(expected)
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
})

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
