import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { MEGABYTE } from '#contract/base/files.ts'
import { openWithCast } from '../testing/testApp.ts'
import { mp4, pdf, photo } from '../testing/files/trialFiles.ts'
import {
  addUploadTrial,
  callHeaders,
  encodeForm,
  formOf,
  type Parts,
  type Trial,
} from '../testing/files/uploadTrial.ts'
import { cast } from '../testing/data/users.ts'

async function openTrial() {
  const test = await openWithCast()
  addUploadTrial(test)
  const client = await test.signIn(cast.liaison)
  return {
    test,
    client,
    send: (parts: Parts) => client.post('/api/trial', formOf(parts)),
    /** Any bytes as a form's body. */
    sendBytes: (payload: Buffer, type: string) =>
      client.send({
        method: 'POST',
        url: '/api/trial',
        payload,
        headers: { ...callHeaders(client), 'content-type': type },
      }),
    leftovers: () => readdir(test.files.incoming),
  }
}

describe('a form with files', () => {
  it('reaches the route as texts of their shape and files of their kind', async () => {
    const trial = await openTrial()
    const picture = await photo().jpeg().toBuffer()
    const answer = await trial.send([
      ['name', 'Wanjikũ'],
      ['marks[0][subject_id]', '4'],
      ['marks[0][mark]', '71.5'],
      ['marks[1][subject_id]', '9'],
      ['pic', new File([new Uint8Array(picture)], '../../etc/Wanjikũ\u202e.exe', { type: 'text/html' })],
      ['media', new File([new Uint8Array(mp4())], 'film.txt')],
      ['cert', new File([], '')],
    ])
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status: 200,
      body: {
        body: {
          name: 'Wanjikũ',
          marks: [{ subject_id: '4', mark: '71.5' }, { subject_id: '9' }],
        },
        uploads: {
          pic: {
            type: 'image/jpeg',
            name: 'Wanjikũ.exe',
            bytes: picture.length,
            sha256: createHash('sha256').update(picture).digest('hex'),
          },
          media: { type: 'video/mp4', name: 'film.txt', bytes: 4096 },
        },
      },
    })
    expect(Object.keys((answer.body as Trial).uploads).toSorted()).toEqual(['media', 'pic'])
    expect(await trial.leftovers()).toEqual([])
  })

  it('may as well be JSON without files', async () => {
    const { client } = await openTrial()
    const body = { name: 'Wanjiku', marks: [{ subject_id: 4 }] }
    expect(await client.post('/api/trial', body)).toMatchObject({
      status: 200,
      body: { body, uploads: {}, ids: {} },
    })
  })

  it('is refused where no files are taken, and by those who may not call', async () => {
    const { client, test } = await openTrial()
    expect(await client.post('/api/logout', formOf({ pic: pdf() }))).toMatchObject({ status: 415 })
    expect(await test.client().post('/api/trial', formOf({ pic: pdf() }))).toMatchObject({ status: 401 })
  })
})

it('is refused whole where no files are taken: the rest is read, and the connection stays', async () => {
  const { client, test } = await openTrial()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.app.server.address() as AddressInfo
  const { type, payload } = await encodeForm({ pic: pdf(8 * MEGABYTE) })
  const headers = { ...callHeaders(client), 'content-type': type, 'content-length': payload.length }
  const outgoing = request({ port, method: 'POST', path: '/api/finance/similar', headers })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  outgoing.write(payload.subarray(0, MEGABYTE))
  const [answer] = await answered
  expect(answer.statusCode).toBe(415)
  expect(answer.headers.connection).toBe('keep-alive')
  expect(await json(answer)).toEqual({ message: 'This kind of content is not accepted.' })
  const sent = once(outgoing, 'finish')
  outgoing.end(payload.subarray(MEGABYTE))
  await sent
})

describe('a file that is not of its kind is refused under its field', () => {
  const html = '<!doctype html><script>alert(1)</script>'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const heic = '\0\0\0\u0018ftypheic\0\0\0\0mif1heic'
  const [IMAGES, PDFS, MEDIA] = ['Only Images Allowed', 'Only PDF Allowed', 'Only Photos and Videos Allowed']
  const SET_PHONE = 'On the iPhone, choose Settings › Camera › Formats › Most Compatible, and take it again'
  const fileOf = (content: string | Buffer, name: string, type = '') =>
    new File([new Uint8Array(Buffer.from(content))], name, { type })

  it.for([
    ['a page called a picture', 'pic', fileOf(html, 'a.png', 'image/png'), IMAGES],
    ['a drawing with scripts', 'pic', fileOf(svg, 'a.jpg', 'image/jpeg'), IMAGES],
    ['a program', 'pic', fileOf('MZ\u0090\0\u0003', 'a.png'), IMAGES],
    ['a PDF as a picture', 'pic', fileOf(pdf(), 'a.png'), IMAGES],
    ['a film as a picture', 'pic', fileOf(mp4(), 'a.png'), IMAGES],
    ['an empty file', 'pic', fileOf('', 'a.png'), IMAGES],
    ['a page called a PDF', 'cert', fileOf(html, 'a.pdf', 'application/pdf'), PDFS],
    ['half a PDF', 'cert', fileOf(pdf().subarray(0, 60), 'a.pdf'), PDFS],
    ['a PDF that begins too late', 'cert', fileOf(`${' '.repeat(1025)}%PDF-1.4 %%EOF`, 'a.pdf'), PDFS],
    [
      'a PDF that is cut off after an older end',
      'cert',
      fileOf(`${pdf().toString()}2 0 obj\n<< >>\nendobj\n3 0 obj\n<< /Leng`, 'a.pdf'),
      PDFS,
    ],
    [
      'a film that only lists QuickTime beside its own brand',
      'media',
      fileOf('\0\0\0\u0018ftypabcd\0\0\0\0abcdqt  ', 'a.mp4'),
      MEDIA,
    ],
    ['a sound', 'media', fileOf('\0\0\0\u0018ftypM4A \0\0\0\0M4A mp42', 'a.mp4'), MEDIA],
    ['a HEIC as a picture', 'pic', fileOf(heic, 'a.jpg'), `${IMAGES}. ${SET_PHONE}`],
    ['a HEIC as a certificate', 'cert', fileOf(heic, 'a.pdf'), PDFS],
    ['a file where none is taken', 'other', fileOf(html, 'a.png'), 'No file is accepted here'],
  ] as [string, string, File, string][])('%s', async ([, field, file, message]) => {
    const trial = await openTrial()
    expect(await trial.send({ [field]: file, name: 'after it' })).toMatchObject({
      status: 422,
      body: { message, errors: { [field]: [message] } },
    })
    expect(await trial.leftovers()).toEqual([])
  })

  it('all of them at once', async () => {
    const { send } = await openTrial()
    expect(await send({ pic: Buffer.from('no'), cert: Buffer.from('no') })).toMatchObject({
      status: 422,
      body: { errors: { pic: ['Only Images Allowed'], cert: ['Only PDF Allowed'] } },
    })
  })

  it('and so is a second one', async () => {
    const { send } = await openTrial()
    const answer = await send([
      ['cert', pdf()],
      ['cert', pdf()],
    ])
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { cert: ['Only one file is accepted here'] } },
    })
  })
})

describe('after its end mark a PDF', () => {
  it.for([
    ['may have blanks', Buffer.from(' \0\r\n\t'.repeat(20_000)), 200],
    ['may have a signature', Buffer.alloc(20_000, 'MIIGsign'), 200],
    ['may have a signature and blanks', Buffer.from(`${'MIIG'.repeat(5_000)}${'\n'.repeat(40_000)}`), 200],
    ['may not have more than a signature', Buffer.alloc(40_000, 'x'), 422],
  ] as const)('%s', async ([, more, status]) => {
    const { send } = await openTrial()
    expect((await send({ cert: Buffer.concat([pdf(), more]) })).status).toBe(status)
  })

  it('is none where it consists of blanks', async () => {
    const { send } = await openTrial()
    const cut = Buffer.concat([pdf().subarray(0, 30), Buffer.alloc(100_000, ' ')])
    expect((await send({ cert: cut })).status).toBe(422)
  })
})

describe('how large a file may be', () => {
  it('takes a PDF of exactly 20 MB and refuses one byte more', async () => {
    const trial = await openTrial()
    expect(await trial.send({ cert: pdf(20 * MEGABYTE) })).toMatchObject({ status: 200 })
    const message = 'The file may not be larger than 20 MB'
    expect(await trial.send({ cert: pdf(20 * MEGABYTE + 1) })).toMatchObject({
      status: 413,
      body: { message, errors: { cert: [message] } },
    })
    expect(await trial.leftovers()).toEqual([])
  })

  it('goes by the content, where a field takes several kinds', async () => {
    const { send } = await openTrial()
    const image = Buffer.concat([await photo().png().toBuffer(), Buffer.alloc(10 * MEGABYTE)])
    expect(await send({ media: image })).toMatchObject({
      status: 413,
      body: { message: 'The file may not be larger than 10 MB' },
    })
    expect(await send({ media: mp4(11 * MEGABYTE) })).toMatchObject({ status: 200 })
  })
})

describe('texts beside the files', () => {
  it.for([
    ['a poisoned prototype', [['a[__proto__][x]', '1']], 400],
    ['a poisoned name', [['__proto__', '1']], 400],
    ['a poisoned constructor', [['a[constructor]', '1']], 400],
    ['a row without number 500', [['marks[499][x]', '1']], 200],
    ['a row beyond', [['marks[500][x]', '1']], 400],
    [
      'a text that is a list besides',
      [
        ['a', '1'],
        ['a[0]', '2'],
      ],
      400,
    ],
    ['a name that is none', [['a]b[', '1']], 400],
    ['1,000 fields', Array.from({ length: 1000 }, (_none, index) => [`f${index}`, '1']), 200],
    ['a field more', Array.from({ length: 1001 }, (_none, index) => [`f${index}`, '1']), 413],
    ['a megabyte', [['a', 'x'.repeat(MEGABYTE - 1)]], 200],
    ['a byte more', [['a', 'x'.repeat(MEGABYTE)]], 413],
    [
      'a megabyte in pieces',
      [
        ['a', 'x'.repeat(MEGABYTE / 2)],
        ['b', 'x'.repeat(MEGABYTE / 2)],
      ],
      413,
    ],
  ] as [string, [string, string][], number][])('%s', async ([, parts, status]) => {
    const { send } = await openTrial()
    expect((await send(parts)).status).toBe(status)
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })
})

it('refuses a form that is cut off anywhere, and leaves nothing of it', async () => {
  const trial = await openTrial()
  const { type, payload } = await encodeForm({ name: 'Wanjiku', cert: pdf(), 'marks[0][mark]': '4' })
  // The last line break after the closing mark may be missing.
  for (let length = 0; length < payload.length - 4; length += 1) {
    const { status, text } = await trial.sendBytes(payload.subarray(0, length), type)
    expect(status, `${length} bytes: ${text}`).toBe(400)
  }
  expect(await trial.leftovers()).toEqual([])
})

it('survives a refused file whose form is cut off besides', async () => {
  const trial = await openTrial()
  for (const field of ['other', 'pic', 'cert']) {
    const { type, payload } = await encodeForm([
      [field, pdf()],
      [field, pdf()],
    ])
    for (let length = 150; length < payload.length - 4; length += 1) {
      const { status } = await trial.sendBytes(payload.subarray(0, length), type)
      expect([400, 422], `${field}, ${length} bytes`).toContain(status)
    }
  }
  expect(await trial.leftovers()).toEqual([])
})

it.for(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=y'])(
  'refuses a form whose parts cannot be separated: %s',
  async (type) => {
    const { sendBytes } = await openTrial()
    const { payload } = await encodeForm({ name: 'Wanjiku' })
    expect(await sendBytes(payload, type)).toMatchObject({ status: 400 })
  },
)
