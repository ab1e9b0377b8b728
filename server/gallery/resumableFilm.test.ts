import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { box } from '../testing/files/box.ts'
import { openFileTrial, places } from '../testing/files/fileTrial.ts'
import { mediaFormData } from '../testing/files/mediaForm.ts'
import { createSender } from '../testing/files/resumableSender.ts'
import { SMALL, smallFilm } from '../testing/files/smallFilm.ts'
import { mp4, photo } from '../testing/files/trialFiles.ts'
import { callHeaders } from '../testing/files/uploadTrial.ts'
import { cast } from '../testing/data/users.ts'

const place = box('uuid', Buffer.alloc(16, 7), Buffer.from('<x:xmpmeta>-1.2921+036.8219/</x:xmpmeta>'))
const film = Buffer.concat([smallFilm, place])
const poster = await photo(1280, 960).jpeg().toBuffer()

/** So small that its type is checked only when it is complete. */
const picture = await photo().png().toBuffer()

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A server that listens, a liaison officer who sends it films in pieces, and their finishing call. */
async function openTrial(where: (typeof places)[number] = 'on disk') {
  const trial = await openFileTrial(where)
  const { test, client } = trial
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const sender = createSender(test.app, callHeaders(client))

  /** Sends a film without its last bytes, and answers the name of the upload. */
  async function send(bytes: Buffer, missing = 0): Promise<string> {
    const address = await sender.create(bytes.length)
    const half = Math.ceil(bytes.length / 2)
    expect((await sender.send(address, 0, bytes.subarray(0, half))).status).toBe(204)
    const rest = bytes.subarray(half, bytes.length - missing)
    expect((await sender.send(address, half, rest)).status).toBe(204)
    return address.split('/').at(-1) ?? ''
  }

  const finish = (upload: string, changes: Record<string, string> = {}, as = client) =>
    as.post('/api/gallery', mediaFormData({ upload, sha256: sha256Of(film), poster, ...changes }))

  const arriving = async () => (await readdir(test.files.incoming)).length
  const media = () => test.db.selectFrom('media').select(['id', 'student_id', 'title']).execute()
  return { ...trial, send, finish, arriving, media }
}

const refusedAsNotArrived = {
  code: 'not_arrived',
  errors: { media: ['The video upload is incomplete or has expired. Send it again.'] },
}

describe.for(places)('a resumable upload of a film %s', (where) => {
  it('is stored in the gallery like a single upload, without the place', async () => {
    const { open, send, finish, arriving, notes } = await openTrial(where)
    const answer = await finish(await send(film))
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Saved to the gallery.',
        data: {
          type: 'video',
          width: 64,
          height: 48,
          duration: SMALL.seconds,
          thumb_path: '/api/files/1?size=thumb',
        },
      },
    })
    const { bytes } = await open('/api/files/1')
    expect(bytes).toHaveLength(film.length)
    expect(bytes.subarray(0, smallFilm.length).equals(smallFilm)).toBe(true)
    expect(bytes.includes('36.8219')).toBe(false)
    expect(await arriving()).toBe(0)
    expect(await notes()).toEqual([])
  })

  it('is saved once, however often its call is repeated', async () => {
    const { send, finish, arriving, media } = await openTrial(where)
    const upload = await send(film)
    const first = await finish(upload)
    expect(first.status).toBe(200)
    for (const again of [await finish(upload), await finish(await send(film))])
      expect(again.body).toEqual({
        ...(first.body as object),
        message: 'This is in the gallery already.',
        is_known: true,
      })
    const renamed = await finish(await send(film), { title: 'Prize giving' })
    expect(renamed.body).toMatchObject({ is_renamed: true, data: { id: 1, title: 'Prize giving' } })
    expect(await media()).toHaveLength(1)
    expect(await arriving()).toBe(0)
  })
})

it('cannot be saved before it is complete', async () => {
  const { send, finish, arriving, media } = await openTrial()
  const answer = await finish(await send(film, 100))
  expect(answer).toMatchObject({ status: 422, body: refusedAsNotArrived })
  expect(await arriving()).toBe(2)
  expect(await media()).toEqual([])
})

it('is not removed by a refusal for another reason', async () => {
  const { test, send, finish, arriving } = await openTrial()
  const upload = await send(film)
  await test.db.updateTable('students').set({ status: 1 }).execute()
  expect(await finish(upload)).toMatchObject({ status: 409, body: { message: 'Student is not Active' } })
  expect((await finish(upload, { title: '' })).status).toBe(422)
  expect((await finish(upload, { student_id: '99' })).status).toBe(422)
  expect(await arriving()).toBe(2)
  await test.db.updateTable('students').set({ status: 0 }).execute()
  expect((await finish(upload)).status).toBe(200)
  expect(await arriving()).toBe(0)
})

it('can be used only by its sender', async () => {
  const { test, send, finish, arriving } = await openTrial()
  const upload = await send(film)
  const amina = await test.signIn(cast.administrator)
  const answer = await finish(upload, {}, amina)
  expect(answer).toMatchObject({ status: 422, body: refusedAsNotArrived })
  expect(await arriving()).toBe(2)
})

it('is saved by one of two calls at the same moment', async () => {
  const { send, finish, media, notes, rows } = await openTrial()
  const upload = await send(film)
  const answers = await Promise.all([finish(upload), finish(upload)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    message: 'This video is being saved already.',
    code: 'being_saved',
  })
  expect(await media()).toHaveLength(1)
  expect([...(await rows()), ...(await notes())]).toHaveLength(1)
})

describe('is refused and removed', () => {
  it.for([
    [
      'with a checksum of something else',
      film,
      { sha256: 'a'.repeat(64) },
      { code: 'not_whole', errors: { media: ['The file is incomplete. Send it again.'] } },
    ],
    ['damaged', mp4(), { sha256: sha256Of(mp4()) }, { errors: { media: ['The video is damaged'] } }],
    [
      'a picture',
      picture,
      { sha256: sha256Of(picture) },
      { errors: { media: ['Only Photos and Videos Allowed'] } },
    ],
  ] as const)('%s', async ([, bytes, changes, body]) => {
    const { send, finish, arriving, media, notes, rows } = await openTrial()
    const upload = await send(bytes)
    expect(await finish(upload, changes)).toMatchObject({
      status: 422,
      body,
    })
    expect(await arriving()).toBe(0)
    expect([...(await media()), ...(await rows()), ...(await notes())]).toEqual([])
    expect(await finish(upload, changes)).toMatchObject({
      status: 422,
      body: refusedAsNotArrived,
    })
  })
})
