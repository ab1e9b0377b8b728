import type { Email } from 'postal-mime'
import { expect, it } from 'vitest'
import { openMailServer } from '../../testing/mail/mailServer.ts'
import { lettersOf, startPostman } from '../../testing/mail/postman.ts'
import { openTestApp } from '../../testing/testApp.ts'
import { until } from '../../testing/until.ts'
import { addUser } from '../../testing/data/users.ts'

const settings = {
  APP_URL: 'https://elimu.example.org/',
  CHARITY_NAME: 'Watoto & Friends',
  MAIL_FROM: 'Watoto & Friends <post@example.org>',
}

/** The letter to a user who asks for a link. */
async function letterTo(user: Partial<Parameters<typeof addUser>[1]>, more: Record<string, string> = {}) {
  const mail = await openMailServer()
  const test = await openTestApp({ settings: { ...settings, SMTP_URL: mail.url, ...more } })
  const { email } = await addUser(test.db, { first_name: 'Zawadi', email: 'zawadi@elimu.test', ...user })
  await startPostman(test)
  expect(await test.client().post('/api/forgotpsw', { email })).toMatchObject({ status: 200 })
  const letter = await until('the letter arrives', () => mail.letters[0])
  const [stored] = await lettersOf(test)
  return { letter, stored }
}

const header = ({ headers }: Email, name: string) =>
  headers.filter(({ key }) => key === name).map(({ value }) => value)

it('comes from the charity, in plain text and HTML, as a machine’s letter', async () => {
  const { letter, stored } = await letterTo({ status: 0 })
  expect(letter).toMatchObject({
    from: { name: 'Watoto & Friends', address: 'post@example.org' },
    to: [{ name: '', address: 'zawadi@elimu.test' }],
    subject: 'Create Password - Watoto & Friends',
    messageId: stored?.message_id,
  })
  expect(letter.messageId).toMatch(/^<[\w-]{36}@elimu\.example\.org>$/)
  expect(header(letter, 'auto-submitted')).toEqual(['auto-generated'])
  expect(letter.text).toContain('Dear Zawadi,')
  expect(letter.text).toContain('Watoto & Friends has opened an account for you.')
  expect(letter.text).toContain('within 60 minutes')
  expect(letter.html).toContain('Watoto &amp; Friends')
  const link = /https:\/\/elimu\.example\.org\/changepsw\/[\w-]+/
  const [inText] = link.exec(letter.text ?? '') ?? []
  expect(inText).toBeTruthy()
  expect(letter.html).toContain(`href="${inText}"`)
  expect(letter.html).not.toContain('{password-link}')
})

it('says so when it changes a password', async () => {
  const { letter } = await letterTo({ status: 2 })
  expect(letter.subject).toBe('Change Password - Watoto & Friends')
  expect(letter.text).toContain('your password stays as it is')
})

it('is in the name of Elimu unless the charity has one', async () => {
  const { letter } = await letterTo({}, { CHARITY_NAME: '', MAIL_FROM: '' })
  expect(letter).toMatchObject({
    from: { name: 'Elimu', address: 'no-reply@localhost' },
    subject: 'Change Password - Elimu',
  })
})

it('shows any name as text', async () => {
  const { letter } = await letterTo({ first_name: '<script>alert("x")</script>' })
  expect(letter.html).not.toContain('<script')
  expect(letter.html).toContain('Dear &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;,')
})

it('puts no second link where a name asks for one', async () => {
  const { letter } = await letterTo({ first_name: 'A{password-link}B' })
  expect(letter.text).toContain('Dear AB,')
})

it('takes no headers from a name, a subject or an address', async () => {
  const mail = await openMailServer()
  const test = await openTestApp({ settings: { ...settings, SMTP_URL: mail.url } })
  const injected = '\r\nBcc: thief@evil.test\r\n\r\nBody'
  await test.outbox.write(test.db, {
    recipient: `zawadi@elimu.test${injected}`,
    subject: `Hello${injected}`,
    text: 'Hello',
    html: '<p>Hello</p>',
  })
  await test.outbox.write(test.db, {
    recipient: 'zawadi@elimu.test',
    subject: `Hello${injected}`,
    text: 'Hello',
    html: '<p>Hello</p>',
  })
  await startPostman(test)
  await until('the second letter is sent', async () => (await lettersOf(test))[1]?.state === 'sent')
  for (const letter of mail.letters) {
    expect(header(letter, 'bcc')).toEqual([])
    expect(letter.to?.map(({ address }) => address)).not.toContain('thief@evil.test')
    expect(letter.text?.trim()).toBe('Hello')
  }
})
