import { describe, expect, it } from 'vitest'
import { NULL_CHARACTER } from '#contract/base/call.ts'
import { filledBodies } from '../testing/filledBodies.ts'
import { storedTables } from '../testing/scenarios.ts'
import { openWithCast } from '../testing/testApp.ts'
import { addStudents, filledForm } from '../testing/data/students.ts'
import { callHeaders } from '../testing/files/uploadTrial.ts'
import { cast } from '../testing/data/users.ts'

/** The calls that take a body, each with a valid one. */
const named = ['login', 'forgotpsw', 'changepsw/1', 'register', 'edit', 'statusUsr', 'clusters', 'schools']
const calls: Record<string, Record<string, unknown>> = {
  ...Object.fromEntries(named.map((name) => [`/api/${name}`, filledBodies[`POST /api/${name}`] ?? {}])),
  '/api/students/1?_method=PUT': filledForm,
}
const urls = Object.keys(calls)
const wrong = [true, -1, 1.5, {}, [], ['4'], { $gt: '' }, 'x'.repeat(100_000)]
const empty = [null, '']
const optional = new Set(['phone', 'country'])
/** A student is also edited with a file. What is no form then cannot be read. */
const takesFile = (url: string, type: string) => url.includes('students') && type.startsWith('multipart')

async function openSignedIn() {
  const test = await openWithCast()
  await addStudents(test.db, [{}])
  const client = await test.signIn(cast.administrator)
  return { test, client, before: await storedTables(test) }
}

/** A refusal has the common body, and shows no internals of the server. */
function expectRefusal(
  answer: { status: number; text: string; body: unknown },
  statuses: number[],
  sent = '',
): void {
  expect(statuses, `${sent} ${answer.text}`).toContain(answer.status)
  expect(answer.body).toMatchObject({ message: expect.any(String) })
  expect(['message', 'errors'], answer.text).toEqual(expect.arrayContaining(Object.keys(Object(answer.body))))
  expect(answer.text).not.toMatch(/ at .+\.ts|node_modules|stack|insert into|sqlite|postgres|zod/i)
}

describe.for(urls)('%s', (url) => {
  it('refuses a body that is not a form', async () => {
    const { test, client, before } = await openSignedIn()
    const payloads = {
      'malformed JSON': '{"email":',
      'a cut-off text': '{"email":"amina',
      'a number': '42',
      null: 'null',
      'a text': '"amina@elimu.test"',
      'a list': '[]',
      'a list of the right thing': JSON.stringify([calls[url]]),
      'an empty body': '',
      'a NUL character': '\u0000',
      'a poisoned prototype': '{"__proto__":{"role_id":1}}',
      'a poisoned constructor': '{"constructor":{"prototype":{"role_id":1}}}',
      'a nesting without end': `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    }
    for (const [name, payload] of Object.entries(payloads)) {
      expectRefusal(await client.post(url, undefined, { payload }), [400, 422], name)
      expect(await storedTables(test), name).toEqual(before)
    }
  })

  it('refuses every field of every wrong type', async () => {
    const { test, client, before } = await openSignedIn()
    for (const field of Object.keys(calls[url] ?? {}))
      for (const value of [...(optional.has(field) ? [] : empty), ...wrong]) {
        const answer = await client.post(url, { ...calls[url], [field]: value })
        expectRefusal(answer, [422])
        expect(answer.body, JSON.stringify({ [field]: value }).slice(0, 80)).toMatchObject({
          errors: { [field]: expect.any(Array) },
        })
      }
    expect(await storedTables(test)).toEqual(before)
  })

  it('refuses a body of 2 MB', async () => {
    const { client } = await openSignedIn()
    const payload = JSON.stringify({ ...calls[url], more: 'x'.repeat(2 * 1024 * 1024) })
    expectRefusal(await client.post(url, undefined, { payload }), [413])
  })

  it('refuses other kinds of content', async () => {
    const { client } = await openSignedIn()
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
    ]
    for (const type of types) {
      const sending = { payload: 'a=1', headers: { 'content-type': type } }
      expectRefusal(await client.post(url, undefined, sending), [takesFile(url, type) ? 400 : 415], type)
    }
  })

  it('does not mind fields it does not know', async () => {
    const { client } = await openSignedIn()
    const answer = await client.post(url, { ...calls[url], more: 1, toString: 1, hasOwnProperty: 1 })
    expect(answer.status).toBeLessThan(500)
    expect(answer.text).not.toContain('more')
  })
})

/** Names that have one hash where that is a sum of characters times powers of 31. */
const alike = (from: number) =>
  `{${Array.from({ length: 5_000 }, (_, index) => {
    const bits = (from + index).toString(2).padStart(15, '0')
    return `"${bits.replaceAll('0', 'Aa').replaceAll('1', 'BB')}":1`
  }).join()}}`

const nested = '['.repeat(10_000) + ']'.repeat(10_000)
const fields = (name: string) => Array.from({ length: 5_000 }, (_name, index) => `"${name}${index}":1`).join()

it.for([
  ['empty rows by the million', `"rows":[${'{},'.repeat(1_000_000)}{}]`, 413],
  [
    'many values in few lists',
    `"rows":[${Array.from({ length: 40 }, () => `[${'{},'.repeat(5_000)}{}]`).join()}]`,
    413,
  ],
  [
    'many different names',
    `"rows":[${['a', 'b', 'c', 'd', 'e'].map((name) => `{${fields(name)}}`).join()}]`,
    413,
  ],
  ['different names of one hash', `"rows":[${[0, 5_000, 10_000, 15_000, 20_000].map(alike).join()}]`, 413],
  ['long names', `"rows":[{"${'x'.repeat(20_000)}":1}]`, 413],
  ['names of files by the million', `"rows":[{}],"files":{${'"1":["a"],'.repeat(600_000)}"1":["a"]}`, 413],
  ['a cell of 10,000 levels', `"rows":[{"name":${nested}}]`, 422],
  ['a text of 9 MB', `"rows":[{"name":"${'x'.repeat(9_000_000)}"}]`, 413],
  ['brackets and escapes in a text', `"rows":[{"name":"${'[{\\"'.repeat(200)}\\"]"}]`, 200],
] as const)('answers an import of %s at once', async ([, content, status]) => {
  const { client } = await openSignedIn()
  const payload = `{"kind":"students","check":true,${content}}`
  const answer = await client.post('/api/imports', undefined, { payload })
  expect(answer.status, answer.text).toBe(status)
})

it.for([
  ['GET', '/api/letters/999'],
  ['DELETE', '/api/gallery/999'],
] as const)('does not mind the type of a body that is not sent: %s %s', async ([method, url]) => {
  const { client } = await openSignedIn()
  const headers = { ...callHeaders(client), 'content-type': 'multipart/form-data' }
  const { status } = await client.send({ method, url, headers })
  expect(status).toBe(404)
})

const noIds = ['0', '-1', '01', '1.5', '1e3', '0x1', 'abc', 'null', '%00', '2147483648', '9007199254740992']
const injections = ['1 OR 1=1', "1'; drop table users;--", '../../etc/passwd', '1;2', '１']

describe('an id that cannot be one', () => {
  it.for(['/api/delete/:id', '/api/resend/:id', '/api/letters/:id/retry', '/api/letters/:id/link'])(
    'names nothing in %s',
    async (route) => {
      const { test, client, before } = await openSignedIn()
      for (const id of [...noIds, ...injections.map(encodeURIComponent), 'x'.repeat(600)]) {
        const answer = await client.post(route.replace(':id', id))
        expectRefusal(answer, [404, 414])
      }
      expect(await storedTables(test)).toEqual(before)
    },
  )

  it.for(['/api/edit', '/api/statusUsr'])('is refused under its field in %s', async (url) => {
    const { test, client, before } = await openSignedIn()
    for (const id of [0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300, ...noIds, ...injections]) {
      const answer = await client.post(url, { ...calls[url], id })
      expectRefusal(answer, [422])
      expect(answer.body).toMatchObject({ errors: { id: ['User is required'] } })
    }
    expect(await storedTables(test)).toEqual(before)
  })
})

describe('a list asked for what it has not', () => {
  const lists = [
    '/api/getUsers?',
    '/api/letters?',
    '/api/students?',
    '/api/students?query=cluster-rep&',
    '/api/getsupporters?query=supporter-rep&',
    '/api/schools?',
    '/api/clusters?',
    '/api/years?',
  ]
  const page = 'Page must be a whole number from 1'
  const size = 'Size must be a whole number from 1 to 1000'
  const search = 'Search may not be longer than 200 characters'
  const sort = 'Sort must be the name of a column'

  it.for([
    ['page=0', { page: [page] }],
    ['page=abc', { page: [page] }],
    ['page=1.5', { page: [page] }],
    ['size=abc', { size: [size] }],
    ['size=1001', { size: [size] }],
    ['sort=name;drop', { sort: [sort] }],
    ['sort=name&sort=email', { sort: [sort] }],
    [`search=${'x'.repeat(201)}`, { search: [search] }],
    ['search=%00', { search: [NULL_CHARACTER] }],
  ] as const)('says so: %s', async ([query, errors]) => {
    const { client } = await openSignedIn()
    for (const path of lists) {
      const answer = await client.get(`${path}${query}`)
      expectRefusal(answer, [422])
      expect(answer.body).toMatchObject({ errors })
    }
  })
})

describe('an address that leads nowhere', () => {
  it.for(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
    'is no page to %s',
    async (method) => {
      const { client } = await openSignedIn()
      const marker = { 'x-requested-with': 'XMLHttpRequest' }
      for (const url of ['/api/nothing-here', '/api/', '/api', '/sanctum/nothing', '/api/getUsers/1']) {
        const answer = await client.send({ method, url, headers: url === '/api' ? {} : marker })
        expectRefusal(answer, [404])
        expect(answer.body).toEqual({ message: 'Not found.' })
      }
    },
  )

  it.for(['/api/%', '/api/%zz', '/api/getuser/%E0%A4%A', `/api/getuser/${'x'.repeat(2500)}`])(
    'is refused where it cannot be read: %s',
    async (url) => {
      const { client } = await openSignedIn()
      expectRefusal(await client.post(url), [400, 404, 414])
      const headers = { accept: 'text/html' }
      expectRefusal(await client.get(url, { headers }), [400, 404, 414])
    },
  )
})

it('minds neither a broken cookie nor one of another kind', async () => {
  const { test } = await openSignedIn()
  for (const cookie of [
    'elimu_session=%E0%A4%A',
    'elimu_session=',
    `elimu_session=${'x'.repeat(4000)}`,
    ';;=;',
  ]) {
    const answer = await test.client().get('/api/session', { headers: { cookie } })
    expectRefusal(answer, [401])
  }
})
