import { buffer } from 'node:stream/consumers'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../testing/freePort.ts'
import { openTcpProxy } from '../testing/tcpProxy.ts'
import { openS3Server } from '../testing/files/s3Server.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { mp4 } from '../testing/files/trialFiles.ts'
import { StartError } from '../base/StartError.ts'
import { openDiskStore } from './diskStore.ts'
import { newKey } from './fileKey.ts'
import { openS3Store } from './s3Store.ts'

it('keeps a file, gives parts of it, and removes it', async () => {
  const incoming = await temporaryFolder()
  const { endpoint } = await openS3Server()
  const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
  const store = await openS3Store(`s3://elimu?endpoint=${endpoint}&region=nairobi`, incoming, keys)
  const key = newKey()
  const film = mp4(3_000_000)
  await writeFile(join(incoming, 'film'), film)
  await store.put(key, join(incoming, 'film'), 'video/mp4')

  const whole = await store.open(key)
  expect(whole.size).toBe(film.length)
  expect(film.equals(await buffer(whole.stream))).toBe(true)
  const part = await store.open(key, { start: 10, end: 19 })
  expect(part.size).toBe(film.length)
  expect(await buffer(part.stream)).toEqual(film.subarray(10, 20))

  await store.remove(key)
  await store.remove(key)
  await expect(store.open(key)).rejects.toThrow('does not exist')
  store.close()
})

it.for([
  [
    'a bucket that is not there',
    (url: string) => url.replace('@elimu', '@nowhere'),
    /bucket "nowhere".+does not exist \(HTTP 404, NoSuchBucket\)/,
  ],
  ['a key that is not known', (url: string) => url.replace('//S3RVER', '//SOMEBODY'), /bucket "elimu".+\w/],
  ['a wrong secret', (url: string) => url.replace(':S3RVER', ':hunter2'), /bucket "elimu".+signature/i],
  ['no keys at all', (url: string) => url.replace('S3RVER:S3RVER@', ''), /^STORAGE_URL has no keys: write/],
] as const)('says in one sentence what is wrong with %s', async ([, change, sentence]) => {
  const { url } = await openS3Server()
  const opening = openS3Store(change(url), '', {})
  await expect(opening).rejects.toThrow(StartError)
  await expect(opening).rejects.toThrow(sentence)
  await expect(opening).rejects.toThrow(/^((?!hunter2)[^\n])*\.$/)
})

describe('while the bucket does not answer', () => {
  const silent = { status: 503, message: 'The file store does not answer. Please try again.' }

  async function openBehindLine() {
    const { url, endpoint } = await openS3Server()
    const line = await openTcpProxy(endpoint)
    const store = await openS3Store(url.replace(endpoint, line.url), await temporaryFolder(), {}, 300)
    onTestFinished(() => store.close())
    const [film, key] = [join(store.incoming, 'film'), newKey()]
    await writeFile(film, mp4(3_000_000))
    const works = {
      storing: () => store.put(key, film, 'video/mp4'),
      reading: () => store.open(key),
      removing: () => store.remove(key),
    }
    await works.storing()
    return { line, works }
  }

  it.for(['storing', 'reading', 'removing'] as const)('%s a file is given up', async (work) => {
    const { line, works } = await openBehindLine()
    line.freeze()
    await expect(works[work]()).rejects.toMatchObject(silent)
    line.thaw()
    await works[work]()
  })

  it('reading is given up in the middle of a file', async () => {
    const { line, works } = await openBehindLine()
    const { stream } = await works.reading()
    line.freeze()
    await expect(buffer(stream)).rejects.toThrow('inactivity')
  })
})

it('reports that no store answers there', async () => {
  const endpoint = `http://127.0.0.1:${await freePort()}`
  const opening = openS3Store(`s3://key:hunter2@elimu?endpoint=${endpoint}`, '', {})
  await expect(opening).rejects.toThrow(
    new RegExp(
      `^STORAGE_URL points to the bucket "elimu" at ${endpoint}, but Elimu cannot write there: .+\\.$`,
    ),
  )
})

it.for(['folder', 'bucket'])('refuses anything but a key in a %s', async (kind) => {
  const folder = await temporaryFolder()
  const store =
    kind === 'bucket'
      ? await openS3Store((await openS3Server()).url, '', {})
      : openDiskStore(join(folder, 'files'), '')
  for (const key of ['../secret', 'aa', '', 'AB'.repeat(25)]) {
    await expect(store.put(key, Buffer.from('x'), '')).rejects.toThrow('is not the key of a file')
    await expect(store.open(key)).rejects.toThrow('is not the key of a file')
    await store.remove(key)
  }
  expect(await readdir(folder)).toEqual([])
  store.close()
})
