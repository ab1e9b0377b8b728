import { expect, it } from 'vitest'
import type { Letter } from '#contract/letters.ts'
import { attachedTo } from '../mail/outbox.ts'
import { openMailServer } from '../testing/mail/mailServer.ts'
import { addTermOfNews } from '../testing/data/termOfNews.ts'
import { lettersOf, startPostman } from '../testing/mail/postman.ts'
import { MINUTE } from '../testing/steppedClock.ts'
import { openWithCast } from '../testing/testApp.ts'
import { until } from '../testing/until.ts'
import { cast } from '../testing/data/users.ts'

const TIME = { year_id: 1, term_id: 2 }
const PAPERS = 4

/** The only letter of a term, with its PDFs, and its row in the list. */
async function open() {
  const mail = await openMailServer()
  const test = await openWithCast({ settings: { SMTP_URL: mail.url } })
  await addTermOfNews(test)
  const client = await test.signIn(cast.administrator)
  const listed = async () => {
    const { body } = await client.get('/api/letters?year_id=1&term_id=2')
    return (body as { data: Letter[] }).data[0]
  }
  const send = async () => {
    await startPostman(test)
    expect(await client.post('/api/notifications', TIME)).toMatchObject({ status: 200 })
  }
  const tried = (attempts: number) =>
    until(`the letter has been tried ${attempts} times`, async () => {
      const letter = await listed()
      return letter?.attempts === attempts && letter.state !== 'sending' && letter
    })
  /** Steps the clock to the next try and wakes the postman. */
  const again = (minutes: number) => {
    test.clock.step(minutes * MINUTE)
    test.outbox.nudge()
  }
  /** The bytes of the letter's attachments. */
  const papers = async () => {
    const rows = await attachedTo(test.db, (await listed())?.id ?? 0)
    return Promise.all(
      rows.map(async ({ name, key }) => {
        const { stream } = await test.files.open(key)
        return { name, bytes: Buffer.concat(await stream.toArray()) }
      }),
    )
  }
  return { mail, test, client, listed, send, tried, again, papers }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Checks that every letter that arrived is complete, with each PDF byte by byte, and that all are the same letter. */
async function expectWhole({ mail, test, papers }: Opened, arrived: number) {
  const [letter] = await lettersOf(test)
  const expected = await papers()
  expect(expected).toHaveLength(PAPERS)
  expect(mail.letters.map(({ messageId }) => messageId)).toEqual(Array(arrived).fill(letter?.message_id))
  for (const { attachments } of mail.letters)
    expect(
      attachments.map(({ filename, content }) => ({
        name: filename,
        bytes: Buffer.from(content as ArrayBuffer),
      })),
    ).toEqual(expected)
}

it('arrives completely once a mail server that refused it accepts it', async () => {
  const opened = await open()
  const { mail, send, tried, again } = opened
  mail.setMood('refuse')
  await send()
  const last_error = expect.stringContaining('451')
  expect(await tried(1)).toMatchObject({ state: 'waiting', last_error, sent_at: null, attached: PAPERS })
  again(1)
  expect(await tried(2)).toMatchObject({
    state: 'waiting',
    last_error,
    tried_at: opened.test.clock().toISOString(),
    next_try_at: new Date(opened.test.clock().getTime() + 2 * MINUTE).toISOString(),
  })
  expect(mail.letters).toEqual([])

  mail.setMood('take')
  again(2)
  expect(await tried(3)).toMatchObject({
    state: 'sent',
    last_error: null,
    sent_at: opened.test.clock().toISOString(),
  })
  expect(await lettersOf(opened.test)).toMatchObject([{ answer: expect.stringMatching(/^250 /) }])
  await expectWhole(opened, 1)
})

it('arrives complete and unchanged when the mail server disconnects after it and returns', async () => {
  const opened = await open()
  const { mail, send, tried, again } = opened
  mail.setMood('hang up')
  await send()
  expect(await tried(1)).toMatchObject({ state: 'waiting', last_error: expect.any(String), sent_at: null })
  await mail.close()
  again(1)
  expect(await tried(2)).toMatchObject({
    state: 'waiting',
    last_error: expect.stringContaining('ECONNREFUSED'),
  })

  await mail.reopen()
  mail.setMood('take')
  again(2)
  expect(await tried(3)).toMatchObject({ state: 'sent' })
  expect(await lettersOf(opened.test)).toMatchObject([{ answer: expect.stringMatching(/^250 /) }])
  await expectWhole(opened, 2)
})

it('never arrives without one of its PDFs: it waits while a PDF cannot be read', async () => {
  const opened = await open()
  const { mail, test, send, tried, again } = opened
  const { key } = await test.db
    .selectFrom('receipts')
    .innerJoin('files', 'files.id', 'receipts.file_id')
    .select('files.key')
    .where('receipts.id', '=', 2)
    .executeTakeFirstOrThrow()
  const setKey = (to: string, from: string) =>
    test.db.updateTable('files').set({ key: to }).where('key', '=', from).execute()
  await setKey('lost', key)
  await send()
  expect(await tried(1)).toMatchObject({ state: 'waiting', last_error: expect.any(String) })
  expect(mail.letters).toEqual([])

  await setKey(key, 'lost')
  again(1)
  expect(await tried(2)).toMatchObject({ state: 'sent' })
  await expectWhole(opened, 1)
})
