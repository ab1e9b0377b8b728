import { describe, expect, it } from 'vitest'
import { linkIn, openMailServer } from '../testing/mail/mailServer.ts'
import { lettersOf, startPostman } from '../testing/mail/postman.ts'
import { HOUR, MINUTE } from '../testing/steppedClock.ts'
import { openTestApp, openWithCast, type TestApp } from '../testing/testApp.ts'
import { until } from '../testing/until.ts'
import { cast } from '../testing/data/users.ts'

const { administrator, newcomer } = cast

async function open(settings: Record<string, string> = {}, urlOf = (url: string) => url) {
  const mail = await openMailServer()
  const test = await openWithCast({ settings: { SMTP_URL: urlOf(mail.url), ...settings } })
  return { mail, test }
}

const resend = async (test: TestApp, id: number = newcomer.id) =>
  (await test.signIn(administrator)).post(`/api/resend/${id}`)

const write = (test: TestApp, count: number) =>
  test.db.transaction().execute(async (trx) => {
    for (let number = 1; number <= count; number++)
      await test.outbox.write(trx, {
        recipient: `reader${number}@elimu.test`,
        subject: `Letter ${number}`,
        text: 'Hello',
        html: '<p>Hello</p>',
      })
  })

const firstLetter = async (test: TestApp) => (await lettersOf(test))[0]
const allSent = async (test: TestApp) => (await lettersOf(test)).every(({ state }) => state === 'sent')

const tried = (test: TestApp, attempts: number) =>
  until(`the letter has been tried ${attempts} times`, async () => {
    const letter = await firstLetter(test)
    return letter?.attempts === attempts && letter.state !== 'sending' && letter
  })

describe('a letter', () => {
  it('is sent at once, one per cause, and marked as sent', async () => {
    const { mail, test } = await open()
    await startPostman(test)
    const client = await test.signIn(administrator)
    const form = { first_name: 'Zawadi', last_name: 'Achieng', role_id: 4 }
    for (const email of ['one@elimu.test', 'two@elimu.test'])
      expect(await client.post('/api/register', { ...form, email })).toMatchObject({ status: 200 })
    await until('both letters are sent', () => allSent(test))
    // They may travel at the same time.
    const to = mail.letters.map((letter) => letter.to?.[0]?.address ?? '')
    expect(to.toSorted()).toEqual(['one@elimu.test', 'two@elimu.test'])
    expect(await firstLetter(test)).toMatchObject({
      state: 'sent',
      attempts: 1,
      last_error: null,
      lease: null,
      sent_at: test.clock().toISOString(),
    })
  })

  it('waits without a mail server', async () => {
    const test = await openWithCast({ given: resend })
    expect(await lettersOf(test)).toMatchObject([{ state: 'waiting', attempts: 0, last_error: null }])
  })

  // The same mail server under an address that is not a loopback address.
  const elsewhere = (url: string) => url.replace('127.0.0.1', '0.0.0.0')

  it('is not sent without TLS, and says so', async () => {
    const { mail, test } = await open({}, elsewhere)
    await startPostman(test)
    await resend(test)
    expect(await tried(test, 1)).toMatchObject({
      state: 'waiting',
      last_error:
        'The mail server offers no TLS, so the letter was not sent. Add ?requireTLS=false to SMTP_URL to send letters without TLS.',
    })
    expect(mail.letters).toEqual([])
  })

  it('is sent without TLS if the operator allows it', async () => {
    const { test } = await open({}, (url) => `${elsewhere(url)}?requireTLS=false`)
    await startPostman(test)
    await resend(test)
    expect(await tried(test, 1)).toMatchObject({ state: 'sent' })
  })

  it('is tried again after 1, 2, 4 … minutes, at most two hours, and has failed after a day', async () => {
    const { mail, test } = await open()
    mail.setMood('refuse')
    await startPostman(test)
    await resend(test)
    const pauses = [1, 2, 4, 8, 16, 32, 64, ...Array<number>(11).fill(120)]
    for (const [index, pause] of pauses.entries()) {
      const { state, last_error, next_attempt_at } = await tried(test, index + 1)
      expect({ state, last_error }).toEqual({ state: 'waiting', last_error: expect.stringContaining('451') })
      expect(Date.parse(next_attempt_at) - test.clock().getTime()).toBe(pause * MINUTE)
      test.clock.step(pause * MINUTE)
      test.outbox.nudge()
    }
    expect(await tried(test, pauses.length + 1)).toMatchObject({ state: 'failed' })
    expect(pauses.reduce((sum, pause) => sum + pause) / 60).toBeGreaterThan(24)

    mail.setMood('take')
    const client = await test.signIn(administrator)
    const letter = await firstLetter(test)
    expect(await client.post(`/api/letters/${letter?.id}/retry`)).toMatchObject({ status: 200 })
    await until('the letter is sent', () => allSent(test))
    expect(mail.letters).toMatchObject([{ messageId: letter?.message_id }])
  })

  it('is not tried before its time', async () => {
    const { mail, test } = await open()
    mail.setMood('refuse')
    await startPostman(test)
    await resend(test)
    await tried(test, 1)
    mail.setMood('take')
    test.clock.step(MINUTE - 1)
    // The round that sends the next letter would also send the first, if it were due.
    await write(test, 1)
    test.outbox.nudge()
    await until('the second letter is sent', async () => (await lettersOf(test))[1]?.state === 'sent')
    expect(await firstLetter(test)).toMatchObject({ state: 'waiting', attempts: 1 })
  })

  it('is sent before the letters of a list, which may be thousands', async () => {
    const { mail, test } = await open()
    const letter = { subject: 'News', text: 'Hello', html: '<p>Hello</p>', list: 'progress' }
    await test.outbox.writeAll(
      test.db,
      Array.from({ length: 40 }, (_, number) =>
        Object.assign({ recipient: `r${number}@elimu.test` }, letter),
      ),
    )
    await resend(test)
    await startPostman(test)
    await until('all letters are sent', () => allSent(test))
    const position = mail.letters.findIndex(({ subject }) => subject?.startsWith('Create Password'))
    // Five letters are sent at the same time.
    expect(position).toBeGreaterThanOrEqual(0)
    expect(position).toBeLessThan(10)
  })

  it('does not delay the others when it is refused', async () => {
    const { mail, test } = await open()
    await write(test, 12)
    await test.db.updateTable('letters').set({ recipient: 'no address at all' }).where('id', '=', 1).execute()
    await startPostman(test)
    await until('the others are sent', async () =>
      (await lettersOf(test)).slice(1).every(({ state }) => state === 'sent'),
    )
    await tried(test, 1)
    expect(mail.letters).toHaveLength(11)
  })
})

describe('several processes', () => {
  it('never send one letter twice', async () => {
    const { mail, test } = await open()
    const second = await openTestApp({ beside: test, settings: { SMTP_URL: mail.url } })
    await write(test, 30)
    await Promise.all([startPostman(test), startPostman(second)])
    await until('all letters are sent', () => allSent(test))
    expect(mail.letters).toHaveLength(30)
    expect(new Set(mail.letters.map(({ messageId }) => messageId)).size).toBe(30)
    expect((await lettersOf(test)).map(({ attempts }) => attempts)).toEqual(Array(30).fill(1))
  })

  it('leave a letter to the process that has its lease, until that expires', async () => {
    const { mail, test } = await open()
    await write(test, 2)
    await test.db
      .updateTable('letters')
      .set({ state: 'sending', lease: 'of a process that was killed', attempts: 1 })
      .set({ next_attempt_at: new Date(test.clock().getTime() + 30_000).toISOString() })
      .where('id', '=', 1)
      .execute()
    await startPostman(test)
    await until('the free letter is sent', async () => (await lettersOf(test))[1]?.state === 'sent')
    expect(mail.letters).toMatchObject([{ subject: 'Letter 2' }])

    test.clock.step(30_000)
    test.outbox.nudge()
    await until('the other is sent', () => allSent(test))
    expect(mail.letters[1]).toMatchObject({ subject: 'Letter 1' })
  })

  it('leave a sent letter as it is when one of them fails after its lease', async () => {
    const { mail: hanging, test } = await open()
    const mail = await openMailServer()
    const second = await openTestApp({ beside: test, settings: { SMTP_URL: mail.url } })
    hanging.setMood('hold')
    await write(test, 1)
    await startPostman(test)
    await until('the first process waits for its mail server', () => hanging.letters[0])
    test.clock.step(30_000)
    await startPostman(second)
    await until('the second process has sent the letter', () => allSent(test))
    const sent = await lettersOf(test)

    await hanging.close()
    await until('the first process has failed', () => test.logged().includes('letter not sent'))
    expect(await lettersOf(test)).toEqual(sent)
    expect(sent).toMatchObject([{ attempts: 2, last_error: null }])
    expect(mail.letters).toHaveLength(1)
  })
})

describe('the link in a letter', () => {
  it('is made when the letter is sent: its hour begins then, and it works once', async () => {
    const { mail, test } = await open()
    await resend(test)
    expect((await firstLetter(test))?.text).not.toContain('/changepsw/')
    test.clock.step(5 * HOUR)
    await startPostman(test)
    await until('the letter is sent', () => allSent(test))
    expect((await firstLetter(test))?.text).not.toContain('/changepsw/')

    const link = linkIn(mail.letters[0] ?? {})
    test.clock.step(HOUR)
    const client = test.client()
    expect(await client.post(`/api/getuser/${link}`)).toMatchObject({ status: 200 })
    const password = { password: 'Mbuyu~Tree!7', c_password: 'Mbuyu~Tree!7' }
    expect(await client.post(`/api/changepsw/${link}`, password)).toMatchObject({ status: 200 })
    expect(await client.post(`/api/changepsw/${link}`, password)).toMatchObject({ status: 409 })
  })

  it('is never sent to the old address after a change', async () => {
    const { mail, test } = await open()
    await resend(test)
    await changeEmail(test)
    await startPostman(test)
    await until('the letter is sent', () => allSent(test))
    expect(mail.letters.flatMap(({ to }) => to?.map(({ address }) => address))).toEqual(['new@elimu.test'])
  })

  it('does not work if the address changes while the letter is being delivered', async () => {
    const { mail, test } = await open()
    mail.setMood('hold')
    await startPostman(test)
    await resend(test)
    const letter = await until('the letter is on its way', () => mail.letters[0])
    mail.setMood('take')
    await changeEmail(test)
    mail.release()
    expect(await test.client().post(`/api/getuser/${linkIn(letter)}`)).toMatchObject({ status: 409 })
  })

  async function changeEmail(test: TestApp): Promise<void> {
    const client = await test.signIn(administrator)
    const { id, first_name, last_name, role_id } = newcomer
    const edit = { id, first_name, last_name, role_id, email: 'new@elimu.test' }
    expect(await client.post('/api/edit', edit)).toMatchObject({ status: 200 })
  }
})
