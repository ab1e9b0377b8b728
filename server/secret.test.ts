import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSecret } from './secret.ts'
import { StartError } from './base/StartError.ts'
import { temporaryFolder } from './testing/files/temporaryFolder.ts'

it('creates a secret once, which no other user can read', async () => {
  const dataDir = await temporaryFolder()
  const secret = readSecret({ dataDir, appSecret: undefined })
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(readSecret({ dataDir, appSecret: undefined })).toBe(secret)
  const file = join(dataDir, 'secret')
  expect(readFileSync(file, 'utf8')).toBe(secret)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('refuses a truncated secret that a crash left behind', async () => {
  const dataDir = await temporaryFolder()
  for (const rest of ['', 'short']) {
    writeFileSync(join(dataDir, 'secret'), rest)
    expect(() => readSecret({ dataDir, appSecret: undefined })).toThrow(StartError)
  }
})
