import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { MEGABYTE } from '#contract/base/files.ts'
import { openFileTrial } from '../testing/files/fileTrial.ts'
import { mp4, pdf, photo } from '../testing/files/trialFiles.ts'
import { until } from '../testing/until.ts'
import { callHeaders, encodeForm, type Parts } from '../testing/files/uploadTrial.ts'

/** An app that listens, with uploads to it over separate connections. */
async function openListening() {
  const trial = await openFileTrial()
  const { app } = trial.test
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo

  async function begin(parts: Parts, headers: Record<string, string> = {}) {
    const { type, payload } = await encodeForm(parts)
    const outgoing = request({
      port,
      method: 'POST',
      path: '/api/trial',
      agent: false,
      headers: {
        ...callHeaders(trial.client),
        'content-type': type,
        'content-length': String(payload.length),
        ...headers,
      },
    })
    // These tests break connections on purpose.
    outgoing.on('error', () => {})
    return { outgoing, payload }
  }
  return { ...trial, port, begin, arriving: () => readdir(trial.test.files.incoming) }
}

const answerTo = (outgoing: ClientRequest) =>
  new Promise<IncomingMessage>((resolve) => outgoing.once('response', resolve))

const descriptors = async () => (await readdir('/proc/self/fd')).length

it('leaves nothing of many uploads that were given up', async () => {
  const { begin, arriving, rows, notes, test, keep } = await openListening()
  const files = { pic: await photo(600, 600).png().toBuffer(), cert: pdf(MEGABYTE) }
  const parts = { name: 'Wanjiku', ...files, keep: '1' }
  const giveUp = async (index: number) => {
    const { outgoing, payload } = await begin(parts)
    const upTo = Math.floor((payload.length * index) / 100)
    await new Promise<void>((resolve) => outgoing.write(payload.subarray(0, upTo + 1), () => resolve()))
    if (index % 2) await until('it arrives', async () => (await arriving()).length > 0 || upTo < 200)
    outgoing.destroy()
  }
  await giveUp(51)
  await until('nothing is left', async () => (await arriving()).length === 0)
  const before = await descriptors()

  for (let index = 0; index < 100; index += 3) await giveUp(index)

  await until('nothing is left', async () => (await arriving()).length === 0)
  await until('all is closed', async () => (await descriptors()) <= before)
  expect([...(await rows()), ...(await notes())]).toEqual([])
  // A complete upload is stored and logged.
  await keep(files)
  expect(await rows()).toHaveLength(2)
  expect(test.logged()).toContain('"route":"/api/trial"')
  expect(test.logged()).not.toContain('request failed')
})

it('lets go of files whose downloads were given up', async () => {
  const { keep, client, port, arriving } = await openListening()
  const { cert } = await keep({ cert: pdf(10 * MEGABYTE) })
  const { cookie } = callHeaders(client)
  let most = 0
  const giveUp = async () => {
    const outgoing = request({ port, path: `/api/files/${cert}`, agent: false, headers: { cookie } }).end()
    outgoing.on('error', () => {})
    const response = await answerTo(outgoing)
    response.on('error', () => {})
    await once(response, 'data')
    most = Math.max(most, await descriptors())
    const closed = new Promise((resolve) => response.once('close', resolve))
    outgoing.destroy()
    await closed
  }
  await giveUp()
  const before = await descriptors()
  for (let index = 0; index < 20; index += 1) await giveUp()
  expect(most).toBeGreaterThan(before)
  await until('all is closed', async () => (await descriptors()) <= before)
  expect(await arriving()).toEqual([])
})

it('answers a refusal to a browser that first sends everything, and serves it on', async () => {
  const { begin, arriving } = await openListening()
  const { outgoing, payload } = await begin({ pic: mp4(20 * MEGABYTE) })
  outgoing.end(payload)
  const response = await answerTo(outgoing)
  expect(response.statusCode).toBe(422)
  expect(await json(response)).toMatchObject({ errors: { pic: ['Only Images Allowed'] } })
  expect(await arriving()).toEqual([])
})

it('does not keep whole files in memory', async () => {
  const { begin } = await openListening()
  const { outgoing, payload } = await begin({ media: mp4(2 * MEGABYTE) })
  // The same film fifty times as long, but never whole in memory.
  const cut = payload.lastIndexOf('\r\n--')
  const longer = 'x'.repeat(MEGABYTE)
  outgoing.setHeader('content-length', String(payload.length + 100 * MEGABYTE))
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  outgoing.write(payload.subarray(0, cut))
  for (let sent = 0; sent < 100; sent += 1) {
    await new Promise<void>((resolve) => outgoing.write(longer, () => resolve()))
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  outgoing.end(payload.subarray(cut))
  const response = await answerTo(outgoing)
  expect(await json(response)).toMatchObject({ uploads: { media: { bytes: 102 * MEGABYTE } } })
  // What is stored stays in memory until it is collected, which a busy machine does late.
  expect(most).toBeLessThan(90 * MEGABYTE)
})
