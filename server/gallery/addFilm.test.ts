import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { hashOf } from '../base/hashing.ts'
import { boxesWithPlace, PLACE } from '../testing/files/films.ts'
import { openFileTrial, places } from '../testing/files/fileTrial.ts'
import { SMALL, smallFilm as film } from '../testing/files/smallFilm.ts'
import { called, mediaFormData } from '../testing/files/mediaForm.ts'
import { mp4, photo } from '../testing/files/trialFiles.ts'
import { cast } from '../testing/data/users.ts'

const { width, height, seconds } = SMALL
const poster = await photo(1280, 960).jpeg().toBuffer()

const damagedFilm = { message: 'The video is damaged', errors: { media: ['The video is damaged'] } }

describe.for(places)('a film of a gallery %s', (place) => {
  it('is stored with its poster, size and duration', async () => {
    const { test, client, open, notes } = await openFileTrial(place)
    const answer = await client.post(
      '/api/gallery',
      mediaFormData({ media: called('drums.mp4', film), poster }),
    )
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Saved to the gallery.',
        data: {
          type: 'video',
          file_path: '/api/files/1',
          medium_path: '/api/files/1?size=medium',
          thumb_path: '/api/files/1?size=thumb',
          width,
          height,
          duration: seconds,
        },
      },
    })
    const whole = await open('/api/files/1')
    expect(whole.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' })
    expect(whole.bytes.equals(film)).toBe(true)
    const part = await open('/api/files/1', { headers: { range: 'bytes=4-7' } })
    expect([part.status, part.bytes.toString()]).toEqual([206, 'ftyp'])
    for (const [size, wide] of [
      ['medium', 960],
      ['thumb', 480],
    ] as const) {
      const picture = await open(`/api/files/1?size=${size}`)
      expect(picture.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': "inline; filename*=UTF-8''drums.webp",
      })
      expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: wide, height: (wide * 3) / 4 })
    }
    expect(await notes()).toEqual([])
    expect(await readdir(test.files.incoming)).toEqual([])

    const samuel = await test.signIn(cast.supporter)
    expect((await open('/api/files/1', { as: samuel })).status).toBe(200)
    await test.db.updateTable('students').set({ supporter_id: null }).execute()
    expect((await open('/api/files/1', { as: samuel })).status).toBe(404)
  })
})

it('stores a film once that is sent twice at the same moment', async () => {
  const { test, client, rows, notes } = await openFileTrial()
  const send = () => client.post('/api/gallery', mediaFormData({ media: film, poster }))
  const answers = await Promise.all([send(), send()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await test.db.selectFrom('media').select('id').execute()).toEqual([{ id: 1 }])
  expect([...(await rows()), ...(await notes())]).toHaveLength(1)
})

it.for([
  ['none', {}],
  ['one that is damaged', { poster: poster.subarray(0, 2000) }],
] as const)('keeps a film whose poster is %s', async ([, parts]) => {
  const { client, open, test } = await openFileTrial()
  const answer = await client.post('/api/gallery', mediaFormData({ media: film, ...parts }))
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { medium_path: null, thumb_path: null, width } },
  })
  expect(test.logged().includes('a film is stored without its poster')).toBe('poster' in parts)
  expect((await open('/api/files/1?size=thumb')).status).toBe(404)
  expect((await open('/api/files/1')).status).toBe(200)
})

it('ignores the poster of a photograph', async () => {
  const { client, open } = await openFileTrial()
  const answer = await client.post(
    '/api/gallery',
    mediaFormData({ media: await photo().png().toBuffer(), poster }),
  )
  expect(answer).toMatchObject({ status: 200, body: { data: { type: 'image', width: 60 } } })
  expect(await sharp((await open('/api/files/1?size=thumb')).bytes).metadata()).toMatchObject({ width: 60 })
})

describe('a film that cannot be played is refused', () => {
  it.for([
    ['cut off', film.subarray(0, -200)],
    ['nothing but a beginning', mp4()],
    ['with a page behind it', Buffer.concat([film, Buffer.from('<script>alert(1)</script>')])],
  ] as const)('%s', async ([, media]) => {
    const { test, client, rows, notes } = await openFileTrial()
    const answer = await client.post(
      '/api/gallery',
      mediaFormData({ media: called('photo.jpg', media), poster }),
    )
    expect(answer).toMatchObject({ status: 422, body: damagedFilm })
    expect([...(await rows()), ...(await notes())]).toEqual([])
    expect(await readdir(test.files.incoming)).toEqual([])
  })
})

it('stores a QuickTime film of a telephone as mp4', async () => {
  const { client, open } = await openFileTrial()
  const quickTime = Buffer.concat([film.subarray(0, 8), Buffer.from('qt  '), film.subarray(12)])
  const answer = await client.post(
    '/api/gallery',
    mediaFormData({ media: called('IMG_0001.MOV', quickTime) }),
  )
  expect(answer).toMatchObject({ status: 200, body: { data: { type: 'video', duration: seconds } } })
  const { headers, bytes } = await open('/api/files/1')
  expect(headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-disposition': "inline; filename*=UTF-8''IMG_0001.mp4",
  })
  expect(bytes.equals(quickTime)).toBe(true)
})

it('knows the hash of a film as it is stored, without the place where it was taken', async () => {
  const { test, client, open, rows } = await openFileTrial()
  const taken = Buffer.concat([film, boxesWithPlace()])
  const answer = await client.post('/api/gallery', mediaFormData({ media: called('drums.mp4', taken) }))
  expect(answer).toMatchObject({ status: 200 })
  const { bytes } = await open('/api/files/1')
  expect(bytes.includes(PLACE)).toBe(false)
  const [stored] = await rows()
  const hashes = await test.db.selectFrom('stored_hashes').select(['key', 'sha256', 'bytes']).execute()
  expect(hashes).toEqual([{ key: stored?.key, sha256: hashOf(bytes), bytes: bytes.length }])
  expect(stored?.sha256).toBe(hashOf(taken))
})

it('stores a film with the name of a photograph as a film', async () => {
  const { client } = await openFileTrial()
  const answer = await client.post('/api/gallery', mediaFormData({ media: called('photo.jpg', film) }))
  expect(answer).toMatchObject({ status: 200, body: { data: { type: 'video', duration: seconds } } })
})
