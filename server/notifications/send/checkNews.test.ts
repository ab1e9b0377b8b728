import { expect, it } from 'vitest'
import { withheldWords, letterMessages } from '#contract/letters.ts'
import type { LeftOutKind } from '#contract/notifications.ts'
import type { Purpose } from '#contract/privacy/consentStates.ts'
import type { Db } from '../../database/connect.ts'
import { NO } from '../../privacy/visibility/sharedWithSupporter.ts'
import { completeLetter } from '../../letters/completeLetter.ts'
import { FULL, giveConsent, holdFrom, spokenConsent } from '../../testing/data/consents.ts'
import { openMailServer } from '../../testing/mail/mailServer.ts'
import { lettersOf, startPostman } from '../../testing/mail/postman.ts'
import { restrictRecords } from '../../testing/data/students.ts'
import { addTermOfNews } from '../../testing/data/termOfNews.ts'
import { MINUTE } from '../../testing/steppedClock.ts'
import { openTestApp, openWithCast, type TestApp } from '../../testing/testApp.ts'
import { until } from '../../testing/until.ts'
import { cast } from '../../testing/data/users.ts'

/** A letter about Faith (EL-0001) and Kevin (EL-0002) waits in the outbox. Both consents are full. */
async function openWithLetter() {
  const mail = await openMailServer()
  const test = await openWithCast({ settings: { SMTP_URL: mail.url } })
  await addTermOfNews(test)
  for (const id of [1, 2]) await giveConsent(test, id, { ...FULL, progress: '2026-03-02' })
  const answer = await send(test)
  expect(answer.body).toMatchObject({ letters: 1 })
  return { mail, test }
}

async function send(test: TestApp) {
  const client = await test.signIn(cast.administrator)
  const term = await test.db
    .selectFrom('terms')
    .select('id')
    .where('term_name', '=', 'Term 2')
    .executeTakeFirstOrThrow()
  return client.post('/api/notifications', { year_id: 1, term_id: term.id })
}

const answer = (db: Db, states: Partial<Record<Purpose, string>>) =>
  db.updateTable('consent_states').set(states)

const anonymiseLater = (db: Db, ids: number[]) =>
  db.insertInto('anonymisations').values(
    ids.map((student_id) => ({
      student_id,
      seal: String(student_id),
      new_ref: `AN-AAAAA${student_id}`,
      drop_gender: 0,
      request_id: null,
      due_on: '2026-03-09',
      started_by: cast.administrator.id,
      started_at: '2026-03-02T08:00:00.000Z',
      done_at: null,
      listed_at: null,
    })),
  )

const refuse = ({ db }: TestApp, student_id: number) =>
  db.updateTable('consent_states').set({ progress: '' }).where('student_id', '=', student_id).execute()

const statuses = async ({ db }: TestApp, student_id: number) =>
  (
    await db
      .selectFrom('receipts')
      .select('status')
      .where('student_id', '=', student_id)
      .unionAll(db.selectFrom('reports').select('status').where('student_id', '=', student_id))
      .execute()
  )
    .map(({ status }) => status)
    .toSorted((a, b) => a - b)

const withholdLetter = ({ db }: TestApp) =>
  until('the letter is withheld', () =>
    db.selectFrom('letters').selectAll().where('state', '=', 'failed').executeTakeFirst(),
  )

it.for([
  [
    'the account is disabled',
    'disabled',
    (db) => db.updateTable('users').set({ status: 1 }).where('id', '=', cast.supporter.id),
  ],
  [
    'the students have no supporter',
    'noSupporter',
    (db) => db.updateTable('students').set({ supporter_id: null }),
  ],
  [
    'the students have another supporter',
    'noSupporter',
    (db) => db.updateTable('students').set({ supporter_id: cast.liaison.id }),
  ],
  ['the records are restricted', 'restricted', (db) => restrictRecords(db, [1, 2])],
  ['the records wait to be anonymised', 'notShared', (db) => anonymiseLater(db, [1, 2])],
  ['the families refuse to keep the records', 'notShared', (db) => answer(db, { register: NO })],
  ['the families refuse supporters abroad', 'notShared', (db) => answer(db, { abroad: NO })],
  ['the consents end', 'notShared', (db) => answer(db, { progress: '2026-03-01' })],
] as const satisfies [string, LeftOutKind, (db: Db) => { execute: () => Promise<unknown> }][])(
  'sends no letter that waited while %s, says why, and does not try it again',
  async ([, reason, change]) => {
    const { mail, test } = await openWithLetter()
    mail.setMood('refuse')
    await startPostman(test)
    await until(
      'the mail server refused the letter',
      async () => (await lettersOf(test))[0]?.last_error !== null,
    )
    await change(test.db).execute()
    mail.setMood('take')
    test.clock.step(5 * MINUTE)
    test.outbox.nudge()
    const { id } = await withholdLetter(test)

    expect(mail.letters).toEqual([])
    expect(await statuses(test, 1)).toEqual([1, 1, 1, 2])
    expect(await test.db.selectFrom('departures').selectAll().execute()).toEqual([])
    const client = await test.signIn(cast.administrator)
    const { body } = await client.get('/api/letters?year_id=1&term_id=2')
    const withheld = { id, state: 'failed', last_error: withheldWords[reason], students: 0, attached: 0 }
    expect(body).toMatchObject({ data: [withheld], to_retry: 0 })
    expect((await client.get(`/api/letters/${id}`)).text).not.toContain('Faith')
    expect(await client.post('/api/letters/retry', {})).toMatchObject({ body: { letters: 0 } })
    expect(await client.post(`/api/letters/${id}/retry`)).toMatchObject({
      status: 409,
      body: { message: letterMessages.withheld },
    })
    await test.db.updateTable('users').set({ status: 2 }).execute()
    await test.db.updateTable('students').set({ supporter_id: cast.supporter.id }).execute()
    expect((await send(test)).body).toMatchObject({ letters: 1 })
  },
)

it('names a child by the first name also if their name was corrected since, and writes the letter again only once', async () => {
  const { mail, test } = await openWithLetter()
  await test.db.updateTable('consent_states').set({ profile: '' }).where('student_id', '=', 1).execute()
  await test.db.updateTable('students').set({ name: 'Faith Akinyi Odhiambo' }).where('id', '=', 1).execute()
  await test.db.updateTable('reports').set({ teacher_comment: 'Faith Akinyi Odhiambo reads well.' }).execute()
  mail.setMood('refuse')
  await startPostman(test)
  await until(
    'the mail server refused the letter',
    async () => (await lettersOf(test))[0]?.last_error !== null,
  )
  mail.setMood('take')
  test.clock.step(5 * MINUTE)
  test.outbox.nudge()
  await until('the letter is sent', async () =>
    (await lettersOf(test)).every(({ state }) => state === 'sent'),
  )
  expect(mail.letters[0]?.text).toContain('\nFaith (EL-0001)\n')
  const rewritten = await test.db
    .selectFrom('history')
    .select('id')
    .where('action', '=', 'written again')
    .execute()
  expect(rewritten).toHaveLength(1)
})

it('writes a letter again without a student who has another supporter since', async () => {
  const { mail, test } = await openWithLetter()
  await test.db.updateTable('students').set({ supporter_id: null }).where('id', '=', 1).execute()
  await startPostman(test)
  await until('the letter is sent', async () =>
    (await lettersOf(test)).every(({ state }) => state === 'sent'),
  )
  expect(mail.letters[0]?.text).toContain('Kevin Otieno')
  expect(mail.letters[0]?.text).not.toContain('Faith')
  expect(await statuses(test, 1)).toEqual([1, 1, 1, 2])
})

it('names a child by the first name only once the profile is not shared, also in a letter that waits', async () => {
  const { mail, test } = await openWithLetter()
  await test.db.updateTable('consent_states').set({ profile: '' }).where('student_id', '=', 1).execute()
  await startPostman(test)
  await until('the letter is sent', async () =>
    (await lettersOf(test)).every(({ state }) => state === 'sent'),
  )
  const [letter] = mail.letters
  const text = letter?.text ?? ''
  const attachments = letter?.attachments ?? []
  expect(text).toContain('about Faith and Kevin Otieno')
  const names = [text, ...attachments.map(({ filename }) => filename)].join()
  expect(names).not.toContain('Odhiambo')
})

it('writes a letter again without a student whose family withdrew since', async () => {
  const { mail, test } = await openWithLetter()
  await refuse(test, 1)
  await startPostman(test)
  await until('the letter is sent', async () =>
    (await lettersOf(test)).every(({ state }) => state === 'sent'),
  )
  const [letter] = mail.letters
  expect(mail.letters).toHaveLength(1)
  expect(letter?.text).toContain('Kevin Otieno')
  expect(letter?.text).not.toContain('Faith')
  expect(letter?.attachments.map(({ filename }) => filename)).toEqual([
    'Receipt of Kevin Otieno, Term 2 2026.pdf',
  ])
  // The outbox shows what was sent.
  expect((await lettersOf(test))[0]?.html).not.toContain('Faith')
  // The records are Verified again: a report card, two receipts, and the report card of an earlier term.
  expect(await statuses(test, 1)).toEqual([1, 1, 1, 2])
  expect((await send(test)).body).toMatchObject({
    letters: 0,
    message: expect.stringContaining('3 of students whose report cards and costs are not shared'),
  })
})

it('is not sent by a process whose lease has ended, and stays as another one sent it', async () => {
  const { mail, test } = await openWithLetter()
  const other = await openTestApp({ beside: test, settings: { SMTP_URL: mail.url } })
  const slow = await startPostman(test, async (letter, services) => {
    test.clock.step(MINUTE)
    await startPostman(other)
    await until('the other has sent it', async () => (await lettersOf(test))[0]?.state === 'sent')
    await refuse(test, 1)
    return completeLetter(letter, services)
  })
  await until('the other has sent it', () => mail.letters.length === 1)
  await slow.stop()
  expect(mail.letters).toHaveLength(1)
  expect(mail.letters[0]?.text).toContain('Faith')
  expect((await lettersOf(test))[0]).toMatchObject({ state: 'sent', html: expect.stringContaining('Faith') })
  expect(await statuses(test, 1)).toEqual([2, 2, 2, 2])
})

it('lists a letter to delete that was on its way when the family withdrew', async () => {
  const { mail, test } = await openWithLetter()
  mail.setMood('hold')
  await startPostman(test)
  await until('the mail server has the letter', () => mail.letters.length === 1)
  const director = await test.signIn(cast.director)
  const consents = '/api/students/1/consents'
  await director.post(consents, spokenConsent({ progress: 'no' }))
  mail.release()
  await until('the letter is sent', async () => (await lettersOf(test))[0]?.state === 'sent')
  expect((await director.get(consents)).body).toMatchObject({
    data: { deletions: [{ supporter_id: cast.supporter.id, letters: [{ id: 1 }] }] },
  })
})

it('sends no letter if nothing in it may be sent any more', async () => {
  const { mail, test } = await openWithLetter()
  test.clock.step(24 * 3_600_000)
  await holdFrom(test, '2026-03-03')
  await startPostman(test)
  const letter = await withholdLetter(test)
  expect(letter.last_error).toBe(withheldWords.notShared)
  expect(mail.letters).toEqual([])
  expect(await test.db.selectFrom('notice_items').select('id').execute()).toEqual([])
  expect(await statuses(test, 1)).toEqual([1, 1, 1, 2])
  const history = await test.db.selectFrom('history').select(['entity', 'action']).execute()
  expect(history).toContainEqual({ entity: 'letter', action: 'not sent' })
})

it('sends records once they are shared again', async () => {
  const { mail, test } = await openWithLetter()
  await refuse(test, 1)
  await refuse(test, 2)
  await startPostman(test)
  await withholdLetter(test)
  await test.db.updateTable('consent_states').set({ progress: '9999-12-31' }).execute()
  expect((await send(test)).body).toMatchObject({ letters: 1 })
  await until('the letter is sent', () => mail.letters.length === 1)
  expect(mail.letters[0]?.text).toContain('Faith')
})

it('leaves out students whose records are not shared, and says so in the preview', async () => {
  const { test } = await openWithLetter()
  await test.db.deleteFrom('letter_files').execute()
  await test.db.updateTable('receipts').set({ status: 1 }).execute()
  await refuse(test, 1)
  const client = await test.signIn(cast.administrator)
  const preview = await client.get('/api/notifications/preview?year_id=1&term_id=2')
  expect(preview.body).toMatchObject({
    data: { left_out: expect.arrayContaining([expect.objectContaining({ id: 1, reason: 'notShared' })]) },
  })
})
