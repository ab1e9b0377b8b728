import { createHmac } from 'node:crypto'
import {
  assert,
  asyncProperty,
  base64String,
  constantFrom,
  date,
  integer,
  oneof,
  string,
  tuple,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkFor } from '../../testing/mail/links.ts'
import { storedTables } from '../../testing/scenarios.ts'
import { HOUR, SECOND } from '../../testing/steppedClock.ts'
import { openWithCast, type TestApp } from '../../testing/testApp.ts'
import type { Answer } from '../../testing/testClient.ts'
import { cast } from '../../testing/data/users.ts'

const { administrator, liaison, newcomer } = cast
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const unreadable = { status: 404, body: { message: 'This link cannot be read.' } }
const expired = { status: 409, body: { message: 'Change Password Link has Expired' } }

function use(test: TestApp, link: string, password = 'Mbuyu~Tree!7'): Promise<Answer> {
  return test.client().post(`/api/changepsw/${link}`, { password, c_password: password })
}

const open = (test: TestApp, link: string) => test.client().post(`/api/getuser/${link}`)
const decode = (link: string) => Buffer.from(link, 'base64url').toString()
const encode = (text: string) => Buffer.from(text).toString('base64url')

describe('a password link', () => {
  it('reads as user id, kind, date, time and a signature', async () => {
    const test = await openWithCast()
    expect(decode(await linkFor(test, newcomer.id, 'new'))).toMatch(/^6 new 2026-03-02 08:00:00 [\w-]{44}$/)
  })

  it('works for an hour, to the second, if it was written within a second', async () => {
    const test = await openWithCast()
    test.clock.step(SECOND / 2)
    const link = await linkFor(test, liaison.id, 'change')
    test.clock.step(HOUR)
    expect(await open(test, link)).toMatchObject({ status: 200 })
    test.clock.step(SECOND / 2)
    expect(await open(test, link)).toMatchObject(expired)
  })

  it('works once', async () => {
    const test = await openWithCast()
    const first = await linkFor(test, newcomer.id, 'new')
    expect(await use(test, first)).toMatchObject({ status: 200 })
    const used = { message: 'You Have Already Used This Link to Create Password' }
    expect(await use(test, first, 'Acacia#Shade9')).toMatchObject({ status: 409, body: used })

    const later = await linkFor(test, liaison.id, 'change')
    expect(await use(test, later)).toMatchObject({ status: 200 })
    expect(await use(test, later, 'Acacia#Shade9')).toMatchObject(expired)
  })

  it.for(['new', 'change'] as const)('of kind %s works once when used many times at once', async (kind) => {
    const test = await openWithCast()
    const link = await linkFor(test, kind === 'new' ? newcomer.id : liaison.id, kind)
    const passwords = ['Mbuyu~Tree!7', 'Acacia#Shade9', 'Mango#Grove31', 'Baobab#Root8']
    const answers = await Promise.all(passwords.map((password) => use(test, link, password)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await test.db.selectFrom('history').selectAll().execute()).toHaveLength(1)

    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    await test.signInByPassword({ email: kind === 'new' ? newcomer.email : liaison.email, password: winner })
  })

  it('is superseded by a change of the password', async () => {
    const test = await openWithCast()
    const older = await linkFor(test, liaison.id, 'change')
    test.clock.step(SECOND)
    await use(test, await linkFor(test, liaison.id, 'change'))
    expect(await open(test, older)).toMatchObject(expired)
  })

  it.for([newcomer, liaison])('is superseded by a change of the email of $first_name', async (user) => {
    const test = await openWithCast()
    const link = await linkFor(test, user.id, user.status === 0 ? 'new' : 'change')
    const client = await test.signIn(administrator)
    const { id, first_name, last_name, role_id } = user
    const edit = { id, first_name, last_name, role_id, email: 'other@elimu.test' }
    expect(await client.post('/api/edit', edit)).toMatchObject({ status: 200 })
    expect(await open(test, link)).toMatchObject(expired)
    expect(await use(test, link)).toMatchObject(expired)
  })
})

describe('a forged password link', () => {
  it('is refused with any one character altered', async () => {
    const test = await openWithCast()
    const link = await linkFor(test, newcomer.id, 'new')
    const before = await storedTables(test)
    const client = test.client()
    for (const [index, character] of link.split('').entries()) {
      // The neighbour in the alphabet differs in the last bit only, which is the easiest to overlook.
      const neighbour = ALPHABET[ALPHABET.indexOf(character) ^ 1]
      const altered = `${link.slice(0, index)}${neighbour}${link.slice(index + 1)}`
      const answer = await client.post(`/api/getuser/${altered}`)
      expect([404, 409], `${altered}, altered at ${index}: ${answer.text}`).toContain(answer.status)
      const password = 'Mbuyu~Tree!7'
      const attempt = await client.post(`/api/changepsw/${altered}`, { password, c_password: password })
      expect([404, 409]).toContain(attempt.status)
    }
    expect(await storedTables(test)).toEqual(before)
    expect(await use(test, link)).toMatchObject({ status: 200 })
  })

  it.for<[string, (link: string) => string]>([
    ['a character appended', (link) => `${link}A`],
    ['padding appended', (link) => `${link}=`],
    ['a character cut off', (link) => link.slice(0, -1)],
    ['its signature cut off', (link) => encode(decode(link).split(' ').slice(0, 4).join(' '))],
    ['half its signature cut off', (link) => encode(decode(link).slice(0, -22))],
    ['words appended', (link) => encode(`${decode(link)} new`)],
    ['a space before it', (link) => encode(` ${decode(link)}`)],
    ['another user', (link) => encode(decode(link).replace(/^\d+/, '1'))],
    ['the same user spelt otherwise', (link) => encode(decode(link).replace(/^\d+/, '06'))],
    ['its kind swapped', (link) => encode(decode(link).replace(' new ', ' change '))],
    ['a kind that there is not', (link) => encode(decode(link).replace(' new ', ' admin '))],
    ['a later hour', (link) => encode(decode(link).replace('08:00:00', '08:30:00'))],
    ['a date that there is not', (link) => encode(decode(link).replace('2026-03-02', '2026-13-41'))],
    [
      'the halves of its signature swapped',
      (link) => encode(decode(link).replace(/(.{22})(.{22})$/, '$2$1')),
    ],
    ['plain text', decode],
    ['no signature at all', () => encode('1 new 2026-03-02 08:00:00')],
    ['a hand-made signature', () => sign('1 change 2026-03-02 08:00:00', 'a guessed secret')],
    ['nothing in it', () => encode('')],
  ])('is refused with %s', async ([, forge]) => {
    const test = await openWithCast()
    const link = forge(await linkFor(test, newcomer.id, 'new'))
    const before = await storedTables(test)
    for (const answer of [
      await open(test, encodeURIComponent(link)),
      await use(test, encodeURIComponent(link)),
    ]) {
      expect([404, 409]).toContain(answer.status)
      expect(['This link cannot be read.', 'Not found.', 'Change Password Link has Expired']).toContain(
        (answer.body as { message: string }).message,
      )
    }
    expect(await storedTables(test)).toEqual(before)
  })

  it('is refused when another installation wrote it', async () => {
    const test = await openWithCast()
    const foreign = await openWithCast({
      settings: { APP_SECRET: 'the secret of quite another installation' },
    })
    expect(await open(test, await linkFor(foreign, newcomer.id, 'new'))).toMatchObject(unreadable)
  })

  it('is refused without a server error if it is invalid', async () => {
    const test = await openWithCast()
    const client = test.client()
    const before = await storedTables(test)
    const garbage = oneof(
      string({ unit: 'binary', minLength: 1, maxLength: 300 }),
      base64String({ maxLength: 700 }),
      tuple(integer(), constantFrom('new', 'change', 'x'), date({ noInvalidDate: true }), string()).map(
        ([id, kind, at, rest]) =>
          encode(`${id} ${kind} ${at.toISOString().slice(0, 19).replace('T', ' ')} ${rest}`),
      ),
    )
    await assert(
      asyncProperty(garbage, async (text) => {
        const answer = await client.post(`/api/getuser/${encodeURIComponent(text.toWellFormed())}`)
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: 100 },
    )
    expect(await storedTables(test)).toEqual(before)
  })
})

function sign(parts: string, secret: string): string {
  const half = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
  return encode(`${parts} ${half(`link ${parts}`)}${half(`binding ${parts} ${administrator.email} `)}`)
}
