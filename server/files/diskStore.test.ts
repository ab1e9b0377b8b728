import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { openFolder } from './diskStore.ts'

it('leaves out of a list what another process removes meanwhile', async () => {
  const path = await temporaryFolder()
  const folder = openFolder(path)
  const keys = ['a', 'b', 'c']
  for (const key of keys) await folder.put(key, Buffer.from(key), 'text/plain')

  const listed: string[] = []
  for await (const { key } of folder.list()) {
    listed.push(key)
    for (const other of keys) if (other !== key) await rm(join(path, other), { force: true })
  }

  expect(listed).toHaveLength(1)
})
