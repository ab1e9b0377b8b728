import { once } from 'node:events'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pdfFile } from '#contract/base/files.ts'
import type { App } from '../http/schemas.ts'
import { receiveUploads } from '../http/uploads.ts'
import { openFileTrial, places } from '../testing/files/fileTrial.ts'
import { HOUR, MINUTE } from '../testing/steppedClock.ts'
import { pdf, photo } from '../testing/files/trialFiles.ts'
import { until } from '../testing/until.ts'
import { encodeForm } from '../testing/files/uploadTrial.ts'
import { cast } from '../testing/data/users.ts'
import { addFileRow, dropFiles, storeUpload } from './storeUpload.ts'
import { sweepAll } from './sweep.ts'

type Trial = Awaited<ReturnType<typeof openFileTrial>>

/** An upload as it is on the disk while its request is answered. */
async function certificate({ test }: Trial) {
  const path = join(test.files.incoming, 'certificate')
  await writeFile(path, pdf())
  const { length: bytes } = pdf()
  return { field: 'cert', path, type: 'application/pdf', name: 'KCPE.pdf', bytes, sha256: '' }
}

const owner = ({ student_id, test }: Trial) => ({
  student_id,
  created_by: cast.liaison.id,
  created_at: test.clock().toISOString(),
})

describe.for(places)('%s', (place) => {
  it('stores a file together with its row, and nothing else', async () => {
    const trial = await openFileTrial(place)
    const { pic, cert } = await trial.keep({
      pic: await photo().png().toBuffer(),
      cert: new File([new Uint8Array(pdf())], 'KCPE.pdf'),
    })
    const owned = { student_id: trial.student_id, created_by: cast.liaison.id }
    expect(await trial.rows()).toMatchObject([
      { id: pic, purpose: 'picture', type: 'image/webp', name: 'a-file.webp', ...owned },
      { id: cert, purpose: 'certificate', type: 'application/pdf', name: 'KCPE.pdf', ...owned },
    ])
    expect(await trial.notes()).toEqual([])
    expect((await trial.open(`/api/files/${cert}`)).bytes).toEqual(pdf())
    expect(await readdir(trial.test.files.incoming)).toEqual([])
    trial.test.clock.step(2 * HOUR)
    expect(await sweepAll(trial.test)).toBe(0)
    expect((await trial.open(`/api/files/${cert}`)).status).toBe(401)
  })

  it('keeps nothing of a change that fails', async () => {
    const trial = await openFileTrial(place)
    const before = await trial.bytes()
    const picture = await photo().png().toBuffer()
    expect(await trial.send({ pic: picture, cert: pdf(), keep: 'fail' })).toMatchObject({ status: 500 })
    expect(await trial.send({ pic: Buffer.from([0xff, 0xd8, 0xff]), cert: pdf(), keep: '1' })).toMatchObject({
      status: 422,
    })
    expect([...(await trial.rows()), ...(await trial.notes())]).toEqual([])
    expect(await trial.bytes()).toEqual(before)
  })

  it('removes bytes whose row a crash prevented after an hour', async () => {
    const trial = await openFileTrial(place)
    const before = await trial.bytes()
    await storeUpload(await certificate(trial), 'certificate', trial.test)
    expect(await trial.bytes()).not.toEqual(before)

    trial.test.clock.step(59 * MINUTE)
    expect(await sweepAll(trial.test)).toBe(0)
    trial.test.clock.step(2 * MINUTE)
    expect(await sweepAll(trial.test)).toBe(1)
    expect(await trial.bytes()).toEqual(before)
    expect(await trial.notes()).toEqual([])
  })

  it('adds no row for bytes that were already swept', async () => {
    const trial = await openFileTrial(place)
    const stored = await storeUpload(await certificate(trial), 'certificate', trial.test)
    trial.test.clock.step(2 * HOUR)
    await sweepAll(trial.test)
    const owning = trial.test.db.transaction().execute((trx) => addFileRow(trx, stored, owner(trial)))
    await expect(owning).rejects.toThrow('swept')
    expect(await trial.rows()).toEqual([])
  })

  it('removes the row of a dropped file at once, and its bytes an hour later', async () => {
    const trial = await openFileTrial(place)
    const before = await trial.bytes()
    const { pic = 0 } = await trial.keep({ pic: await photo().png().toBuffer() })
    const { db, clock } = trial.test
    await db.transaction().execute((trx) => dropFiles(trx, [pic], clock().toISOString()))
    expect((await trial.open(`/api/files/${pic}`)).status).toBe(404)
    clock.step(HOUR + 1)
    expect(await sweepAll(trial.test)).toBe(2)
    expect(await trial.bytes()).toEqual(before)
  })
})

it('leaves no row when the store fails in the middle, and lets the sweep find what is there', async () => {
  const trial = await openFileTrial('on S3')
  await trial.s3?.close()
  expect(await trial.send({ cert: pdf(), keep: '1' })).toMatchObject({
    status: 503,
    body: { message: 'The file store does not answer. Please try again.' },
  })
  expect(await trial.rows()).toEqual([])
  expect(await trial.notes()).toHaveLength(1)
  expect(await readdir(trial.test.files.incoming)).toEqual([])
})

it('removes files that a crash left incomplete within an hour, and resumable uploads after a day', async () => {
  const trial = await openFileTrial()
  const { incoming } = trial.test.files
  const now = trial.test.clock().getTime() / 1000
  const pieces = `7-${'0'.repeat(32)}`
  for (const [name, minutes] of [
    ['old', 31],
    ['young', 29],
    [pieces, 23 * 60],
    [`${pieces}.json`, 23 * 60],
  ] as const) {
    await writeFile(join(incoming, name), 'x')
    await utimes(join(incoming, name), now - minutes * 60, now - minutes * 60)
  }
  expect(await sweepAll(trial.test)).toBe(1)
  expect((await readdir(incoming)).toSorted()).toEqual([pieces, `${pieces}.json`, 'young'])
})

it('does not remove files that are still arriving, however long that takes', async () => {
  const { test } = await openFileTrial()
  const app = fastify() as unknown as App
  receiveUploads(app, test, 20)
  app.post('/', { config: { uploads: { cert: pdfFile } } }, async ({ uploads }) => Object.keys(uploads))
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const { type, payload } = await encodeForm({ cert: pdf(10_000) })
  const outgoing = request({
    port,
    method: 'POST',
    headers: { 'content-type': type, 'content-length': payload.length },
  })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  outgoing.write(payload.subarray(0, 5_000))
  const { incoming } = test.files
  const name = await until('some of it is there', async () => (await readdir(incoming))[0])

  test.clock.step(2 * HOUR)
  const isRenewed = async () => (await stat(join(incoming, name))).mtimeMs >= test.clock().getTime() - 1
  await until('it is renewed', isRenewed)
  expect(await sweepAll(test)).toBe(0)
  outgoing.end(payload.subarray(5_000))
  expect(await json((await answered)[0])).toEqual(['cert'])
})
