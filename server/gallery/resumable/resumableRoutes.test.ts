import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Upload } from 'tus-js-client'
import { describe, expect, it } from 'vitest'
import { MEGABYTE } from '#contract/base/files.ts'
import { UPLOADS_PATH } from '#contract/gallery.ts'
import { sweepAll } from '../../files/sweep.ts'
import { answerTo, createSender } from '../../testing/files/resumableSender.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { openWithCast } from '../../testing/testApp.ts'
import { mp4, pdf, photo } from '../../testing/files/trialFiles.ts'
import { until } from '../../testing/until.ts'
import { callHeaders } from '../../testing/files/uploadTrial.ts'
import { cast } from '../../testing/data/users.ts'
import { MOST_ARRIVING, ResumableStore } from './ResumableStore.ts'
import { withCompleteUpload } from './withCompleteUpload.ts'

const film = mp4(3 * MEGABYTE)
const picture = await photo(400, 400).png({ compressionLevel: 0 }).toBuffer()
const sha256 = createHash('sha256').update(film).digest('hex')

/** An app that listens, and a liaison officer who sends it films. */
async function openTrial() {
  const test = await openWithCast()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const headersOf = async (user: { email: string }) => callHeaders(await test.signIn(user))
  const headers = await headersOf(cast.liaison)
  const { id, role_id } = cast.liaison
  const actor = { id, role: role_id, name: 'Liaison', notifications_admin: false }
  const nameOf = (address: string) => address.slice(UPLOADS_PATH.length + 1)
  const senderWith = (others: Record<string, string>) => createSender(test.app, others)
  return {
    test,
    headers,
    nameOf,
    senderWith,
    senderOf: async (user: { email: string }) => senderWith(await headersOf(user)),
    sender: senderWith(headers),
    arriving: () => readdir(test.files.incoming),
    onDisk: async (address: string) => (await stat(join(test.files.incoming, nameOf(address)))).size,
    open: (address: string, work = () => Promise.resolve()) =>
      withCompleteUpload(nameOf(address), actor, test, async (upload) => {
        await work()
        return upload
      }),
  }
}

describe('a film in pieces', () => {
  it('is assembled under its original name', async () => {
    const { sender, open } = await openTrial()
    const address = await sender.create(film.length, '../Sports day.mp4')
    expect(address).toMatch(/^\/api\/uploads\/4-[\da-f]{32}$/)
    for (let at = 0; at < film.length; at += MEGABYTE) {
      expect(await sender.arrived(address)).toBe(at)
      expect(await open(address)).toBeUndefined()
      const { status, headers } = await sender.send(address, at, film.subarray(at, at + MEGABYTE))
      expect([status, headers['upload-offset']]).toEqual([204, String(at + MEGABYTE)])
    }
    expect(await open(address)).toEqual({
      field: 'media',
      path: expect.stringMatching(/4-[\da-f]{32}$/) as string,
      type: 'video/mp4',
      name: 'Sports day.mp4',
      bytes: film.length,
      sha256,
    })
  })

  it('is accepted from the library that the page uses', async () => {
    const { test, headers, open } = await openTrial()
    const endpoint = test.app.listeningOrigin + UPLOADS_PATH
    const url = await new Promise<string | null>((resolve, reject) => {
      const upload = new Upload(film, {
        endpoint,
        headers,
        chunkSize: MEGABYTE,
        metadata: { filename: 'Relay.mp4' },
        onError: reject,
        onSuccess: () => resolve(upload.url),
      })
      upload.start()
    })
    const address = new URL(url ?? '').pathname
    expect(await open(address)).toMatchObject({ name: 'Relay.mp4', sha256 })
  })

  it('continues after a lost connection', async () => {
    const { test, sender, open, onDisk } = await openTrial()
    const address = await sender.create(film.length)
    const lost = sender.beginPiece(address, 0, film.length)
    lost.on('error', () => {})
    lost.write(film.subarray(0, MEGABYTE))
    await until('some of it is there', async () => (await onDisk(address)) >= MEGABYTE / 2)
    lost.destroy()
    await until('all that came is there', async () => (await onDisk(address)) === MEGABYTE)

    expect(await sender.arrived(address)).toBe(MEGABYTE)
    expect((await sender.send(address, MEGABYTE, film.subarray(MEGABYTE))).status).toBe(204)
    expect((await open(address))?.sha256).toBe(sha256)
    expect(test.logged()).not.toContain('request failed')
  })

  it('continues at once, even if the server has not noticed the lost connection', async () => {
    const { sender, open, onDisk } = await openTrial()
    const address = await sender.create(film.length)
    const dead = sender.beginPiece(address, 0, film.length)
    dead.on('error', () => {})
    dead.write(film.subarray(0, MEGABYTE))
    await until('some of it is there', async () => (await onDisk(address)) === MEGABYTE)

    const before = performance.now()
    expect(await sender.arrived(address)).toBe(MEGABYTE)
    expect((await sender.send(address, MEGABYTE, film.subarray(MEGABYTE))).status).toBe(204)
    expect(performance.now() - before).toBeLessThan(2000)
    expect((await open(address))?.sha256).toBe(sha256)
    dead.destroy()
  })

  it('refuses a piece with a wrong offset', async () => {
    const { sender, open } = await openTrial()
    const address = await sender.create(film.length)
    await sender.send(address, 0, film.subarray(0, MEGABYTE))
    for (const at of [0, MEGABYTE - 1, MEGABYTE + 1])
      expect((await sender.send(address, at, film.subarray(at, at + 10))).status).toBe(409)
    expect((await sender.send(address, MEGABYTE, film.subarray(MEGABYTE))).status).toBe(204)
    expect((await open(address))?.sha256).toBe(sha256)
  })

  it('is complete when the same piece is sent several times at the same moment', async () => {
    const { test, sender, open } = await openTrial()
    const address = await sender.create(film.length)
    const sendRest = async () => {
      const at = await sender.arrived(address)
      return sender.send(address, at, film.subarray(at))
    }
    const answers = await Promise.all(Array.from({ length: 5 }, sendRest))
    for (const { status } of answers) expect([204, 409]).toContain(status)
    await sendRest()
    expect((await open(address))?.sha256).toBe(sha256)
    expect(test.logged()).not.toContain('request failed')
  })

  it('is complete when two servers share the folder', async () => {
    const { test, sender, open, nameOf } = await openTrial()
    const address = await sender.create(film.length)
    const parts = [film.subarray(0, MEGABYTE), film.subarray(MEGABYTE)]
    const write = () =>
      new ResumableStore(test.files.incoming, test.clock).write(Readable.from(parts), nameOf(address), 0)
    expect(await Promise.all([write(), write()])).toEqual([film.length, film.length])
    expect((await open(address))?.sha256).toBe(sha256)
  })

  it('can be read only by the server’s account', async () => {
    const { test, sender, arriving } = await openTrial()
    await sender.create(film.length)
    for (const name of await arriving())
      expect((await stat(join(test.files.incoming, name))).mode & 0o777).toBe(0o600)
  })

  it('receives the whole piece before the server stops', async () => {
    const { test, sender, onDisk } = await openTrial()
    const address = await sender.create(film.length)
    const last = sender.beginPiece(address, 0, film.length)
    const answer = answerTo(last)
    last.write(film.subarray(0, MEGABYTE))
    await until('some of it is there', async () => (await onDisk(address)) > 0)
    const closed = test.app.close()
    last.end(film.subarray(MEGABYTE))
    expect((await answer).status).toBe(204)
    await closed
    expect(await onDisk(address)).toBe(film.length)
  })

  it('can be cancelled by its sender', async () => {
    const { sender, arriving } = await openTrial()
    const address = await sender.create(film.length)
    await sender.send(address, 0, film.subarray(0, MEGABYTE))
    expect((await sender.call('DELETE', address)).status).toBe(204)
    expect(await arriving()).toEqual([])
    expect((await sender.call('HEAD', address)).status).toBe(404)
  })

  it('is removed a day after its last piece', async () => {
    const { test, sender, senderOf, arriving } = await openTrial()
    const address = await sender.create(film.length)
    test.clock.step(20 * HOUR)
    const nextDay = await senderOf(cast.liaison)
    expect((await nextDay.send(address, 0, film.subarray(0, MEGABYTE))).status).toBe(204)
    test.clock.step(23 * HOUR)
    expect(await sweepAll(test)).toBe(0)
    expect(await arriving()).toHaveLength(2)
    test.clock.step(1 * HOUR)
    expect(await sweepAll(test)).toBe(2)
    expect(await arriving()).toEqual([])
    const late = await senderOf(cast.liaison)
    expect((await late.send(address, MEGABYTE, film.subarray(MEGABYTE))).status).toBe(404)
  })

  it('is not removed while a piece is being received', async () => {
    const { test, sender, senderOf, nameOf } = await openTrial()
    const address = await sender.create(film.length)
    test.clock.step(23 * HOUR)
    const piece = (await senderOf(cast.liaison)).beginPiece(address, 0, film.length)
    piece.flushHeaders()
    const facts = join(test.files.incoming, `${nameOf(address)}.json`)
    const isRenewed = async () => (await stat(facts)).mtimeMs >= test.clock().getTime() - 1
    await until('the piece is awaited', isRenewed)
    test.clock.step(2 * HOUR)
    expect(await sweepAll(test)).toBe(0)
    const answer = answerTo(piece)
    piece.end(film)
    expect((await answer).status).toBe(204)
  })

  it('is missing if its facts are torn, and not if they cannot be read', async () => {
    const { test, sender, open, nameOf } = await openTrial()
    const address = await sender.create(film.length)
    await sender.send(address, 0, film)
    const facts = join(test.files.incoming, `${nameOf(address)}.json`)
    const content = await readFile(facts)
    await writeFile(facts, content.subarray(0, 20))
    expect(await open(address)).toBeUndefined()
    expect((await sender.call('HEAD', address)).status).toBe(404)

    await rm(facts)
    await mkdir(facts)
    await expect(open(address)).rejects.toThrow('EISDIR')
    expect((await sender.call('HEAD', address)).status).toBe(500)

    await rmdir(facts)
    await writeFile(facts, content)
    expect((await open(address))?.sha256).toBe(sha256)
  })

  it('cannot be changed while it is being saved', async () => {
    const { sender, open } = await openTrial()
    const address = await sender.create(film.length)
    await sender.send(address, 0, film)
    const saved = open(address, async () => {
      await expect(open(address)).rejects.toThrow('This video is being saved already.')
      expect((await sender.call('DELETE', address)).status).toBe(409)
      expect((await sender.send(address, film.length, Buffer.alloc(0))).status).toBe(409)
      throw new Error('killed')
    })
    await expect(saved).rejects.toThrow('killed')
    expect((await open(address))?.sha256).toBe(sha256)
  })
})

describe('is refused', () => {
  it.for([
    ['a PDF', pdf(MEGABYTE)],
    ['a picture', picture],
    ['nothing that is known', Buffer.alloc(MEGABYTE)],
  ] as const)('what begins as %s, and is gone', async ([, bytes]) => {
    const { sender, arriving } = await openTrial()
    const address = await sender.create(bytes.length)
    const { status, body } = await sender.send(address, 0, bytes)
    const message = 'Only Photos and Videos Allowed'
    expect([status, JSON.parse(body)]).toEqual([422, { message, errors: { media: [message] } }])
    expect(await arriving()).toEqual([])
  })

  it('a film above the size limit', async () => {
    const { sender, arriving } = await openTrial()
    const more = { 'upload-length': String(300 * MEGABYTE + 1) }
    const { status, body } = await sender.call('POST', UPLOADS_PATH, more)
    const message = 'The file may not be larger than 300 MB'
    expect([status, JSON.parse(body)]).toEqual([413, { message, errors: { media: [message] } }])
    expect(await arriving()).toEqual([])
  })

  it('a film above the limit of unfinished uploads per user', async () => {
    const { sender, senderOf, arriving } = await openTrial()
    const begin = () => sender.call('POST', UPLOADS_PATH, { 'upload-length': '9' })
    const addresses = await Promise.all(Array.from({ length: MOST_ARRIVING }, () => sender.create(9)))
    for (const { status, body } of await Promise.all([begin(), begin()])) {
      const message = 'Too many videos are being uploaded already. Finish or cancel one of them first.'
      expect([status, JSON.parse(body)]).toEqual([429, { message }])
    }
    expect(await arriving()).toHaveLength(2 * MOST_ARRIVING)

    const other = await senderOf(cast.administrator)
    expect(await other.create(9)).toMatch(/^\/api\/uploads\//)
    expect((await sender.call('DELETE', addresses[0] ?? '')).status).toBe(204)
    expect((await begin()).status).toBe(201)
  })

  it('a film that is longer than announced', async () => {
    const { sender, onDisk } = await openTrial()
    const address = await sender.create(2 * MEGABYTE)
    expect((await sender.send(address, 0, film)).status).toBe(413)
    const endless = sender.begin('PATCH', address, {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'transfer-encoding': 'chunked',
    })
    endless.end(film)
    expect((await answerTo(endless)).status).toBe(413)
    expect(await onDisk(address)).toBeLessThanOrEqual(2 * MEGABYTE)
  })

  it.for([
    ['without saying how long it is', 'POST', {}, 400],
    ['without a length that is one', 'POST', { 'upload-length': '-1' }, 400],
    ['with a deferred length', 'POST', { 'upload-defer-length': '1' }, 400],
    ['by another protocol', 'POST', { 'upload-length': '9', 'tus-resumable': '0.2.2' }, 400],
    ['in another kind of content', 'PATCH', { 'upload-offset': '0', 'content-type': 'text/plain' }, 415],
    [
      'without saying where a piece belongs',
      'PATCH',
      { 'content-type': 'application/offset+octet-stream' },
      400,
    ],
    ['for pages of other sites', 'OPTIONS', {}, 404],
  ] as const)('what comes %s', async ([, method, headers, expected]) => {
    const { test, sender } = await openTrial()
    const address = method === 'PATCH' ? await sender.create(film.length) : UPLOADS_PATH
    const { status, body } = await sender.call(method, address, headers)
    expect(status).toBe(expected)
    expect(JSON.parse(body)).toEqual({ message: expect.any(String) as string })
    expect(test.logged()).not.toContain('request failed')
  })
})

it.for(['HEAD', 'PATCH', 'DELETE'])('hides an upload from other users: %s', async (method) => {
  const { sender, senderOf, arriving } = await openTrial()
  const address = await sender.create(film.length)
  const other = await senderOf(cast.administrator)
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  expect((await other.call(method, address, headers)).status).toBe(404)
  expect(await arriving()).toHaveLength(2)
  for (const name of [
    '4-' + '0'.repeat(32),
    '4-x',
    '..%2f..%2fsecret',
    '%2e%2e',
    '4-%00',
    `${address.slice(-34)}.json`,
  ])
    expect((await sender.call(method, `${UPLOADS_PATH}/${name}`, headers)).status, name).toBe(404)
})

it.for([
  ['without the marker', 400, { 'x-requested-with': '' }],
  ['without a token', 419, { 'x-xsrf-token': '' }],
  ['without a session', 401, { cookie: '' }],
] as const)('takes no film %s', async ([, expected, missing]) => {
  const { headers, senderWith, arriving } = await openTrial()
  const sender = senderWith({ ...headers, ...missing })
  expect((await sender.call('POST', UPLOADS_PATH, { 'upload-length': '9' })).status).toBe(expected)
  expect(await arriving()).toEqual([])
})

it('refuses further pieces of a user who may no longer add films', async () => {
  const { test, sender, onDisk } = await openTrial()
  const address = await sender.create(film.length)
  await sender.send(address, 0, film.subarray(0, MEGABYTE))
  await test.db.updateTable('users').set({ role_id: 5 }).where('id', '=', cast.liaison.id).execute()
  expect((await sender.send(address, MEGABYTE, film.subarray(MEGABYTE))).status).toBe(403)
  expect(await onDisk(address)).toBe(MEGABYTE)
})

it('answers with our headers, and without CORS headers', async () => {
  const { sender } = await openTrial()
  const address = await sender.create(film.length)
  const answers = [
    await sender.call('HEAD', address),
    await sender.send(address, 0, film.subarray(0, MEGABYTE)),
  ]
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'self'") as string,
    })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
  expect(answers[0]?.headers).toMatchObject({
    'upload-length': String(film.length),
    'cache-control': 'no-store',
  })
})
