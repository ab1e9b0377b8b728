import { execFileSync, fork } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFileTrial } from '../testing/files/fileTrial.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { oversizedPng, photo, photoWithPlace } from '../testing/files/trialFiles.ts'
import { encodeImage, IMAGE_PROCESS, makeInChildProcess, sizes } from './images.ts'
import { makeImages } from './makeImages.ts'

/** Stores a picture, and reads back the files that the page gets for it. */
async function throughTheStore(picture: Buffer) {
  const { keep, open } = await openFileTrial()
  const { pic } = await keep({ pic: picture })
  const web = await open(`/api/files/${pic}`)
  const thumb = await open(`/api/files/${pic}?size=thumb`)
  for (const answer of [web, thumb])
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
  return { web: web.bytes, thumb: thumb.bytes }
}

describe('an uploaded picture is encoded again', () => {
  it('in a size for the page and a square thumbnail', async () => {
    const { web, thumb } = await throughTheStore(await photo(1000, 3200).jpeg().toBuffer())
    expect(await sharp(web).metadata()).toMatchObject({ format: 'webp', width: 500, height: 1600 })
    expect(await sharp(thumb).metadata()).toMatchObject({ format: 'webp', width: 192, height: 192 })
  })

  it('no larger than it was', async () => {
    const { web } = await throughTheStore(await photo(60, 120).png().toBuffer())
    expect(await sharp(web).metadata()).toMatchObject({ width: 60, height: 120 })
  })

  it('without the place it was taken at, the camera, or anything else about it', async () => {
    const picture = await photoWithPlace().jpeg().toBuffer()
    expect(picture.includes('Kamera') && picture.includes('Nairobi')).toBe(true)
    const { web, thumb } = await throughTheStore(picture)
    for (const image of [web, thumb]) {
      const { exif, xmp, iptc, icc, comments } = await sharp(image).metadata()
      expect({ exif, xmp, iptc, icc, comments }).toEqual({})
      expect(image.includes('Kamera') || image.includes('Nairobi')).toBe(false)
    }
  })
})

describe('a picture that cannot be read is refused under its field', () => {
  const damaged = 'The image is damaged'
  it.for([
    ['cut off', async () => (await photo(600, 600).jpeg().toBuffer()).subarray(0, 3000), damaged],
    ['a PNG cut off', async () => (await photo(600, 600).png().toBuffer()).subarray(0, 1000), damaged],
    ['nothing but a beginning', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), damaged],
    [
      'claiming 64,000 by 64,000 pixels',
      async () => oversizedPng(64_000, 64_000),
      'The image may not have more than 100 megapixels',
    ],
  ] as const)('%s', async ([, make, message]) => {
    const { send, notes, rows } = await openFileTrial()
    const before = process.memoryUsage().rss
    expect(await send({ pic: await make(), keep: '1' })).toMatchObject({
      status: 422,
      body: { message, errors: { pic: [message] } },
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
    expect([...(await notes()), ...(await rows())]).toEqual([])
  })
})

describe('an error that is not the fault of the image is not reported as one', () => {
  it('when the system cannot open the file', async () => {
    const path = join(await temporaryFolder(), 'socket')
    const server = createServer().listen(path)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const upload = { field: 'pic', path, type: 'image/png', name: 'a.png', bytes: 1, sha256: '' }
    await expect(encodeImage(upload, sizes.page)).rejects.toMatchObject({ code: 'ENXIO' })
  })

  it('when the library cannot be loaded', async () => {
    const child = fork(IMAGE_PROCESS, { execArgv: ['--no-addons'], serialization: 'advanced' })
    onTestFinished(() => void child.kill())
    child.send({ path: 'a.png', sizes: sizes.page })
    expect(await Promise.race([once(child, 'message'), once(child, 'exit')])).toEqual([1, null])
  })
})

it('an image is made by a process that another thread starts, as if it were made here', async () => {
  const path = join(await temporaryFolder(), 'photo')
  await writeFile(path, await photo().png().toBuffer())
  const startedHere: unknown[] = []
  const note = (message: unknown) => void startedHere.push(message)
  subscribe('child_process', note)
  const apart = await makeInChildProcess(path, sizes.page)
  unsubscribe('child_process', note)
  expect(startedHere).toEqual([])
  expect(apart).toEqual(await makeImages(path, sizes.page))
})

it('an image that takes too long is given up, and its process ends', async () => {
  const path = join(await temporaryFolder(), 'pipe')
  // Opening a FIFO blocks until somebody writes to it.
  execFileSync('mkfifo', [path])
  await expect(makeInChildProcess(path, sizes.page, 1_000)).rejects.toThrow(/^timeout: /)
})
