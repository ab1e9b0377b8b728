import { describe, expect, it } from 'vitest'
import { storedTables } from '../testing/scenarios.ts'
import { openSignedIn, openWithCast } from '../testing/testApp.ts'
import { cast, PASSWORD } from '../testing/data/users.ts'

const { administrator, director } = cast
const mismatch = { status: 419, body: { message: 'CSRF token mismatch.' } }
const login = { email: administrator.email, password: PASSWORD }

describe('a call that changes something', () => {
  it.for<[string, Record<string, string>]>([
    ['without a token', { 'x-xsrf-token': '' }],
    ['with a made-up token', { 'x-xsrf-token': 'abc.def' }],
    ['with a token that is no token', { 'x-xsrf-token': '.' }],
  ])('is refused %s', async ([, headers]) => {
    const { test, client } = await openSignedIn('administrator')
    const before = await storedTables(test)
    const answer = await client.post('/api/statusUsr', { id: cast.liaison.id, status: 1 }, { headers })
    expect(answer).toMatchObject(mismatch)
    expect(await storedTables(test)).toEqual(before)
  })

  it('is refused with a made-up token in both places', async () => {
    const { client } = await openSignedIn('administrator')
    client.cookies.set('XSRF-TOKEN', 'abc.def')
    expect(await client.post('/api/logout')).toMatchObject(mismatch)
  })

  it('is refused with the token of another session', async () => {
    const test = await openWithCast()
    const [client, other] = [await test.signIn(administrator), await test.signIn(director)]
    client.cookies.set('XSRF-TOKEN', other.cookies.get('XSRF-TOKEN') ?? '')
    expect(await client.post('/api/logout')).toMatchObject(mismatch)
  })

  it('is refused with the token from before sign-in, which brings a new one', async () => {
    const test = await openWithCast()
    const client = test.client()
    await client.get('/sanctum/csrf-cookie')
    const before = client.cookies.get('XSRF-TOKEN') ?? ''
    expect(await client.post('/api/login', login)).toMatchObject({ status: 200 })
    const after = client.cookies.get('XSRF-TOKEN') ?? ''
    expect(after).not.toBe(before)

    client.cookies.set('XSRF-TOKEN', before)
    expect(await client.post('/api/logout')).toMatchObject(mismatch)
    client.cookies.set('XSRF-TOKEN', after)
    expect(await client.post('/api/logout')).toMatchObject({ status: 200 })
  })

  it('is refused with a token of its own session and a header that differs from it', async () => {
    const { client } = await openSignedIn('administrator')
    await client.get('/sanctum/csrf-cookie')
    const older = client.cookies.get('XSRF-TOKEN') ?? ''
    await client.get('/sanctum/csrf-cookie')
    expect(await client.post('/api/logout', undefined, { headers: { 'x-xsrf-token': older } })).toMatchObject(
      mismatch,
    )
  })

  it('needs a token while signed out as well', async () => {
    const test = await openWithCast()
    const answer = await test.client().post('/api/login', login, { headers: { 'x-xsrf-token': '' } })
    expect(answer).toMatchObject(mismatch)
  })

  it('works with a token that was fetched while signed in', async () => {
    const { client } = await openSignedIn('administrator')
    await client.get('/sanctum/csrf-cookie')
    expect(await client.post('/api/logout')).toMatchObject({ status: 200 })
  })
})

describe('the marker header', () => {
  const refused = { status: 400, body: { message: 'The X-Requested-With header is missing.' } }

  it.for([
    ['GET', '/api/session'],
    ['GET', '/api/CurrentDate'],
    ['GET', '/sanctum/csrf-cookie'],
    ['GET', '/api/docs'],
    ['POST', '/api/login'],
    ['POST', '/api/delete/6'],
    ['GET', '/api/nothing-here'],
  ] as const)('is asked of %s %s', async ([method, url]) => {
    const { client } = await openSignedIn('administrator')
    const token = { 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '' }
    expect(await client.send({ method, url, headers: token })).toMatchObject(refused)
    const foreign = { ...token, 'x-requested-with': 'fetch' }
    expect(await client.send({ method, url, headers: foreign })).toMatchObject(refused)
  })
})
