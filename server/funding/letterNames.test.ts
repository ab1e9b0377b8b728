import { USER_DISABLED } from '#contract/users.ts'
import { expect, it } from 'vitest'
import { withheldWords } from '#contract/letters.ts'
import { fundingMessages, type Renewal } from '#contract/money/funding.ts'
import { NO } from '../privacy/visibility/sharedWithSupporter.ts'
import { FULL, giveConsent } from '../testing/data/consents.ts'
import { givenCharity, promise, TERM_1, YEAR } from '../testing/data/money.ts'
import { cast } from '../testing/data/users.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import { openMailServer } from '../testing/mail/mailServer.ts'
import { lettersOf, startPostman } from '../testing/mail/postman.ts'
import { openSignedIn, type TestApp } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'
import { until } from '../testing/until.ts'

const { supporter } = cast
const ENDED = '2026-03-01'

/** Promises for Achieng of the supporter and of a source, and one of the supporter for Barasa. All end soon. */
async function givenPromises(test: TestApp): Promise<void> {
  await givenCharity(test)
  const client = await test.signIn(cast.coordinator)
  const ending = { ...promise, until_year_id: YEAR, until_term_id: TERM_1 }
  const own = { ...ending, source: null, supporter_id: supporter.id }
  for (const [student, body] of [
    [1, own],
    [2, own],
    [1, ending],
  ] as const)
    await client.post(`/api/students/${student}/commitments`, body)
}

const restrict = async (test: TestApp) =>
  (await test.signIn(cast.director)).post('/api/students/1/restriction', { reason: 'A dispute' })
const livesIn = ({ db }: TestApp, country: string) =>
  db.updateTable('users').set({ country }).where('id', '=', supporter.id).execute()

type Naming = { supporter: boolean; source: boolean }
const all: Naming = { supporter: true, source: true }
const notSupporter: Naming = { supporter: false, source: true }
const none: Naming = { supporter: false, source: false }

const cases: [string, Naming, (test: TestApp) => Promise<unknown>][] = [
  ['without a consent', all, async () => {}],
  ['with a Yes to everything', all, (test) => giveConsent(test, 1)],
  ['with a No to the profile', all, (test) => giveConsent(test, 1, { ...FULL, profile: NO })],
  ['with a restricted record', none, restrict],
  ['with a No to the record', notSupporter, (test) => giveConsent(test, 1, { ...FULL, register: NO })],
  ['whose record’s Yes ended', notSupporter, (test) => giveConsent(test, 1, { ...FULL, register: ENDED })],
  ['with a No to abroad', notSupporter, (test) => giveConsent(test, 1, { ...FULL, abroad: NO })],
  [
    'with a No to abroad and a promise from Kenya',
    all,
    async (test) => {
      await livesIn(test, 'Kenya')
      // The country is that of who promised, not of the supporter of the student.
      await test.db.updateTable('students').set({ supporter_id: null }).where('id', '=', 1).execute()
      await giveConsent(test, 1, { ...FULL, abroad: NO })
    },
  ],
]

it.for(cases)('a letter may name a student %s: %j', async ([, { supporter: bySupporter, source }, given]) => {
  const { test, client } = await openSignedIn('coordinator', { given: givenPromises })
  await given(test)
  const { body } = await client.get('/api/funding?query=ends_soon')
  const named = (body as { data: Renewal[] }).data.map(({ supporter_id, promises }) => [
    supporter_id,
    promises.map(({ student_id, may_name }) => [student_id, may_name]),
  ])
  expect(Object.fromEntries(named)).toEqual({
    [supporter.id]: [
      [1, bySupporter],
      [2, true],
    ],
    null: [[1, source]],
  })
  const send = (letter: object) =>
    client.post('/api/funding/letters', {
      supporter_id: supporter.id,
      kind: 'ends_soon',
      subject: 'Thank you',
      text: 'You stood by Barasa.',
      ...letter,
    })
  const isSent = { status: 200 }
  const refusal = [fundingMessages.mayNotName('Achieng')]
  for (const [letter, field] of [
    [{ subject: 'Achieng Ouma thanks you' }, 'subject'],
    [{ text: 'You stood by ACHIENG OUMA’s schooling.' }, 'text'],
    [{ text: 'You stood by Ouma, Achieng.' }, 'text'],
    [{ text: 'You stood by EL-0001.' }, 'text'],
  ] as const)
    expect(await send(letter)).toMatchObject(
      bySupporter ? isSent : { status: 422, body: { errors: { [field]: refusal } } },
    )
  expect(await send({ text: 'You stood by Barasa, EL-00012, and Achieng.' })).toMatchObject(isSent)
})

const openWithMail = async () => {
  const mail = await openMailServer()
  const settings = { SMTP_URL: mail.url }
  return { mail, ...(await openSignedIn('coordinator', { given: givenPromises, settings })) }
}

const write = async (client: TestClient, ...texts: string[]) => {
  const letter = { supporter_id: supporter.id, kind: 'ends_soon', subject: 'Thank you' }
  for (const text of texts)
    expect(await client.post('/api/funding/letters', { ...letter, text })).toMatchObject({ status: 200 })
}

const endOf = (test: TestApp, id: number) =>
  until('the letter does not wait', async () => {
    const letter = (await lettersOf(test))[id - 1]
    return letter && ['sent', 'failed'].includes(letter.state) && letter
  })

const isSent = { state: 'sent', last_error: null }
const isWithheld = { state: 'failed', last_error: withheldWords.named }

it.for<(typeof cases)[number]>([
  ...cases,
  [
    'whose record waits to be anonymised',
    none,
    async (test) => {
      const administrator = await test.signIn(cast.administrator)
      await administrator.change('PATCH', '/api/students/1', { mode: 'status', status: '2' })
      await administrator.post('/api/students/1/anonymise', { ref: 'EL-0001' })
    },
  ],
])('a letter that waits is sent if it may still name a student %s: %j', async ([, may, given]) => {
  const { mail, test, client } = await openWithMail()
  await write(client, 'You stood by Achieng Ouma.', 'You stood by Barasa.')
  await given(test)
  await startPostman(test)
  expect(await endOf(test, 1)).toMatchObject(may.supporter ? isSent : isWithheld)
  expect(await endOf(test, 2)).toMatchObject(isSent)
  expect(mail.letters).toHaveLength(may.supporter ? 2 : 1)
})

it('a letter that names a child who may not be shown any more is listed as failed, and checked again when it is retried', async () => {
  const { mail, test, client } = await openWithMail()
  await giveConsent(test, 1, { ...FULL, abroad: NO })
  await livesIn(test, 'Kenya')
  await write(client, 'You stood by Achieng Ouma.')
  await livesIn(test, 'Germany')
  await startPostman(test)
  expect(await endOf(test, 1)).toMatchObject(isWithheld)
  const administrator = await test.signIn(cast.administrator)
  expect((await administrator.get('/api/letters?state=failed')).body).toMatchObject({
    data: [{ kind: 'promise', ...isWithheld }],
  })
  const { body } = await client.get('/api/funding?query=ends_soon')
  expect((body as { data: Renewal[] }).data[0]).toMatchObject({ supporter_id: supporter.id, asked_at: null })
  const history = (await historyOf(test)).filter(({ entity }) => entity === 'letter')
  expect(history.map(({ action }) => action)).toEqual(['asked to renew', 'not sent'])

  const retry = async () => {
    expect(await administrator.post('/api/letters/1/retry')).toMatchObject({ status: 200 })
    test.outbox.nudge()
    return endOf(test, 1)
  }
  expect(await retry()).toMatchObject(isWithheld)
  expect(mail.letters).toEqual([])
  await livesIn(test, 'Kenya')
  expect(await retry()).toMatchObject(isSent)
  expect(mail.letters).toHaveLength(1)
})

it('a letter that waits is not sent to an account that is disabled by then', async () => {
  const { mail, test, client } = await openWithMail()
  await write(client, 'You stood by Barasa.')
  await test.db.updateTable('users').set({ status: USER_DISABLED }).where('id', '=', supporter.id).execute()
  await startPostman(test)
  expect(await endOf(test, 1)).toMatchObject({ state: 'failed', last_error: withheldWords.disabled })
  expect(mail.letters).toEqual([])
})

it('a letter may contain the hidden student’s first name, which others have, or which is an ordinary word', async () => {
  const { test, client } = await openSignedIn('coordinator', { given: givenPromises })
  await restrict(test)
  const { db } = test
  const letter = { supporter_id: supporter.id, kind: 'ends_soon', subject: 'Thank you' }
  for (const [name, text] of [
    ['Samuel Ouma', 'Dear Samuel Kiptoo'],
    ['Catherine Ouma', 'Yours sincerely, Catherine Njeri'],
    ['Barasa Ouma', 'You stood by Barasa.'],
    ['May Atieno', 'May we count on you again, by 1 May?'],
  ] as const) {
    await db.updateTable('students').set({ name }).where('id', '=', 1).execute()
    expect(await client.post('/api/funding/letters', { ...letter, text })).toMatchObject({ status: 200 })
    expect(await client.post('/api/funding/letters', { ...letter, text: name })).toMatchObject({
      status: 422,
    })
  }
})
