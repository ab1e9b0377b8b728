import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { addUsers } from '../testing/data/users.ts'
import { openSignedIn } from '../testing/testApp.ts'

async function askList(encodings: string, users = 0) {
  const { test, client } = await openSignedIn('administrator')
  const more = Array.from({ length: users }, (_, index) => ({ email: `user${index}@test.org` }))
  if (users > 0) await addUsers(test.db, more)
  const plain = await client.get('/api/getUsers')
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const marker = { 'x-requested-with': 'XMLHttpRequest' }
  const { headers, rawPayload } = await test.app.inject({
    method: 'GET',
    url: '/api/getUsers',
    headers: { ...marker, cookie, 'accept-encoding': encodings },
  })
  return { plain: plain.text, headers, bytes: rawPayload }
}

it.for([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.8, gzip', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  // Compressed in another thread.
  ['br', 'br', 1_000],
  ['gzip', 'gzip', 1_000],
] as const)('answers a browser that takes "%s" in %s', async ([encodings, expected, users]) => {
  const { plain, headers, bytes } = await askList(encodings, users)
  expect(plain.length > 64 * 1024).toBe(users !== undefined)
  expect(headers['content-encoding']).toBe(expected)
  expect(headers.vary).toBe('accept-encoding')
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
  const text = expected ? decoders[expected](bytes) : bytes
  expect(text.toString()).toBe(plain)
})
