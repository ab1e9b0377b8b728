import { createWriteStream, existsSync } from 'node:fs'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { databaseFile } from '../database/connect.ts'
import { migrationNames } from '../database/migrate.ts'
import { openDiskStore } from '../files/diskStore.ts'
import { fileOf, openCharity, restore } from '../testing/backups/backups.ts'
import { forge, type Parts, stranger } from '../testing/backups/forgedCopy.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { openEmbeddedDatabase } from '../testing/database/testDatabase.ts'
import { openCopy, signerMessages } from './location/openCopy.ts'
import { damaged } from './copy/readCopy.ts'
import { newKeyPair, encryptionMessages } from './copy/encryption.ts'
import { openSigner } from './copy/signing.ts'
import { writeCopy } from './copy/writeCopy.ts'

const emptySqlite = async () => ({ DATA_DIR: await temporaryFolder() })

let made: { whole: Buffer; encrypted: Buffer; identity: string; signer: string } | undefined

/** One charity, copied once unencrypted and once encrypted. */
async function copies() {
  if (made) return made
  const test = await openCharity(await openEmbeddedDatabase())
  const { identity, recipient } = await newKeyPair()
  const [whole, encrypted] = [await fileOf(test), await fileOf(test, { recipient })]
  const { fingerprint: signer } = openSigner(test.config)
  made = { whole: await readFile(whole), encrypted: await readFile(encrypted), identity, signer }
  return made
}

describe('a restore changes nothing and explains why', () => {
  it('when a byte differs, the end is missing, or the file is not a copy', async () => {
    const target = await emptySqlite()
    const { whole } = await copies()
    const name = join(await temporaryFolder(), 'bad.elimu')
    const said = async () =>
      restore(name, target).then(
        () => 'restored',
        (error: Error) => error.message,
      )
    const sentences = new Set<string>(Object.values(damaged).filter((each) => typeof each === 'string'))
    const isKnown = (text: string) => sentences.has(text) || text.startsWith('This copy is damaged: ')

    const parts = partsOf(whole)
    expect(parts.length).toBeGreaterThan(20)
    for (const { start, size } of parts) {
      const changed = Buffer.from(whole)
      const at = start + Math.floor(size / 2)
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(name, changed)
      const sentence = await said()
      expect(isKnown(sentence), sentence).toBe(true)
    }
    for (const length of [0, 100, 3000, Math.floor(whole.length / 2), whole.length - 2000]) {
      await writeFile(name, whole.subarray(0, length))
      const sentence = await said()
      expect(isKnown(sentence), sentence).toBe(true)
    }
    await writeFile(name, whole)
    await truncate(name, Math.floor(whole.length * 0.7))
    expect(await said()).toBe(damaged.cut)
    await writeFile(name, 'no copy at all, but a text of some length')
    expect(await said()).toBe(damaged.noCopy)
    expect((await readdir(target.DATA_DIR)).toSorted()).toEqual(['files', 'incoming'])
    expect(await readdir(join(target.DATA_DIR, 'files'))).toEqual([])
  })

  it('when the key is missing, wrong or invalid, and opens the copy with the right one', async () => {
    const { encrypted: whole, identity } = await copies()
    const path = join(await temporaryFolder(), 'encrypted.elimu')
    await writeFile(path, whole)
    const target = await emptySqlite()
    const { identity: other } = await newKeyPair()
    await expect(restore(path, target)).rejects.toThrow(encryptionMessages.noKey)
    await expect(restore(path, target, {}, { identity: other })).rejects.toThrow(encryptionMessages.wrongKey)
    await expect(restore(path, target, {}, { identity: 'AGE-SECRET-KEY-1X' })).rejects.toThrow(
      encryptionMessages.badKey,
    )
    const changed = Buffer.from(whole)
    // The proof at the end of the header, after which the key has been found.
    const proof = whole.indexOf('\n--- ') + 10
    changed[proof] = (changed[proof] ?? 0) ^ 1
    for (const bytes of [whole.subarray(0, -1), whole.subarray(0, whole.length / 2), changed]) {
      await writeFile(`${path}.bad`, bytes)
      await expect(restore(`${path}.bad`, target, {}, { identity })).rejects.toThrow(damaged.unreadable)
    }
    expect(existsSync(databaseFile(target.DATA_DIR))).toBe(false)
    expect(await restore(path, target, {}, { identity })).toMatchObject({ waiting: 1 })
  })

  it('when it is not signed by the Elimu that the operator names', async () => {
    const { whole, signer } = await copies()
    const folder = await temporaryFolder()
    const copy = async (name: string) => {
      await writeFile(join(folder, name), whole)
      return join(folder, name)
    }
    const target = await emptySqlite()
    const restoreBy = (path: string, by?: string) => restore(path, target, {}, { signer: by })
    const same = () => {}

    const others = await forge(await copy('others'), same)
    await expect(restoreBy(others, signer)).rejects.toThrow(signerMessages.other(stranger.fingerprint))
    const misfit = await forge(await copy('misfit'), same, () => stranger.sign(Buffer.from('another')))
    await expect(restoreBy(misfit)).rejects.toThrow(damaged.signature)
    const cut = await forge(await copy('cut'), same, () => undefined)
    await expect(restoreBy(cut)).rejects.toThrow(damaged.cut)
    const older = ({ head }: Parts) => Object.assign(head, { format: 1 })
    const unsigned = await forge(await copy('unsigned'), older, () => undefined)
    await expect(restoreBy(unsigned, signer)).rejects.toThrow(signerMessages.none)
    expect(existsSync(databaseFile(target.DATA_DIR))).toBe(false)

    expect(await restoreBy(await copy('own'), signer)).toMatchObject({ waiting: 1, signer })
    expect(await restore(unsigned, await emptySqlite())).toMatchObject({ waiting: 1, signer: undefined })
  })

  it('when the copy is not encrypted although a key was given, or has the name of another copy', async () => {
    const { whole, identity } = await copies()
    const BACKUP_TO = await temporaryFolder()
    const path = join(BACKUP_TO, 'elimu-2031-01-02-0200.elimu')
    await writeFile(path, whole)
    const target = await emptySqlite()
    await expect(restore(path, target, {}, { identity })).rejects.toThrow(encryptionMessages.notEncrypted)
    await writeFile(path.replace(/elimu$/, 'good.json'), '{}')
    await expect(restore('latest', target, { BACKUP_TO })).rejects.toThrow(
      /but has the name of another copy$/,
    )
    expect(existsSync(databaseFile(target.DATA_DIR))).toBe(false)
  })

  it('when the copy was made by a newer Elimu', async () => {
    const path = join(await temporaryFolder(), 'newer.elimu')
    const about = { made_at: '2031-01-02T00:00:00.000Z', charity: 'Elimu', files: 'inside' } as const
    const records = {
      migrations: [...migrationNames, '9999-later'],
      tables: [],
      last_ids: {},
      types: new Map(),
    }
    const target = await emptySqlite()
    await pipeline(writeCopy(about, records, {}, stranger), createWriteStream(path))
    await expect(restore(path, target)).rejects.toThrow(damaged.newer)
    expect(existsSync(databaseFile(target.DATA_DIR))).toBe(false)
  })

  it('but accepts files of the same copy, which an interrupted restore has left', async () => {
    const path = join(await temporaryFolder(), 'copy.elimu')
    await writeFile(path, (await copies()).whole)
    const target = await emptySqlite()
    const config = readConfig(target)
    const copy = await openCopy(path, config, '/')
    const { manifest } = await copy.check()
    const [key = ''] = Object.keys(manifest.files)
    const files = openDiskStore(join(target.DATA_DIR, 'files'), '')
    await files.put(key, Buffer.from('half'), '')
    expect(await restore(path, target)).toMatchObject({ waiting: 1 })
  })
})

/** The positions of the parts' contents in a tar archive. */
function partsOf(tar: Buffer): { start: number; size: number }[] {
  const parts: { start: number; size: number }[] = []
  for (let at = 0; tar[at];) {
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8)
    parts.push({ start: at + 512, size })
    at += 512 + Math.ceil(size / 512) * 512
  }
  return parts
}
