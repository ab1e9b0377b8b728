import { describe, expect, it } from 'vitest'
import { openMailServer } from '../../testing/mail/mailServer.ts'
import { addTermOfNews } from '../../testing/data/termOfNews.ts'
import { startPostman } from '../../testing/mail/postman.ts'
import { openWithCast } from '../../testing/testApp.ts'
import { until } from '../../testing/until.ts'
import { cast } from '../../testing/data/users.ts'

const time = { year_id: 1, term_id: 2 }
type Previewed = { data: { text: string; attachments: unknown[] } }

async function open() {
  const mail = await openMailServer()
  const test = await openWithCast({ settings: { SMTP_URL: mail.url } })
  return { mail, test, client: await test.signIn(cast.administrator) }
}

describe('a letter to a supporter', () => {
  it('arrives as its preview showed it, with its PDFs and the headers of a list', async () => {
    const { mail, test, client } = await open()
    await addTermOfNews(test)
    const preview = await client.get(
      `/api/notifications/letter?year_id=1&term_id=2&supporter_id=${cast.supporter.id}`,
    )
    expect(preview.status, preview.text).toBe(200)
    await startPostman(test)
    expect((await client.post('/api/notifications', time)).status).toBe(200)
    const [letter] = await until(
      'the letter has arrived',
      async () => mail.letters.length > 0 && mail.letters,
    )

    expect(letter?.text?.trim()).toBe((preview.body as Previewed).data.text)
    for (const words of [
      'Faith Atieno Odhiambo (EL-0001)',
      'Mean grade and score: B- (61.3)',
      'Term 1 2026: C+ (58.2)',
      'Tuition Fees: KES 23,000.00',
      'Transport: KES 1,250.50',
      'Total: KES 24,250.50',
      'Liaison officer: Reads <aloud> at home & school.',
    ])
      expect(letter?.text).toContain(words)
    expect(letter?.html).toContain('Reads &lt;aloud&gt; at home &amp; school.')
    for (const secret of ['Two remedial lessons', 'Settled in the dormitory', 'Mwende'])
      expect(letter?.text).not.toContain(secret)

    const headers = new Map(letter?.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-id')).toBe('<progress.localhost>')
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(Date.parse(headers.get('date') ?? '')).toBe(Math.floor(test.clock().getTime() / 1000) * 1000)
    expect(letter?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['Report card of Faith Atieno Odhiambo, Term 2 2026.pdf', 'application/pdf'],
      ['Receipt of Faith Atieno Odhiambo, Term 2 2026.pdf', 'application/pdf'],
      ['Receipt 2 of Faith Atieno Odhiambo, Term 2 2026.pdf', 'application/pdf'],
      ['Receipt of Kevin Otieno, Term 2 2026.pdf', 'application/pdf'],
    ])

    const sent = await until('the letter is noted as sent', async () => {
      const answer = await client.get('/api/letters?year_id=1&term_id=2')
      const { data } = answer.body as { data: { state: string; id: number }[] }
      return data[0]?.state === 'sent' && data[0]
    })
    expect(sent).toMatchObject({
      to: { id: cast.supporter.id },
      attempts: 1,
      attached: 4,
      last_error: null,
      students: 2,
      first_student: 'Faith Atieno Odhiambo',
    })
    const again = await client.get(`/api/letters/${sent.id}`)
    expect(again.body).toEqual(preview.body)
  })

  it('names its PDFs so that every operating system can save them', async () => {
    const { test, client } = await open()
    await addTermOfNews(test)
    await test.db
      .updateTable('students')
      .set({ name: 'Faith "Fay" A/B: Odhiambo' })
      .where('id', '=', 1)
      .execute()
    const { body } = await client.get(
      `/api/notifications/letter?year_id=1&term_id=2&supporter_id=${cast.supporter.id}`,
    )
    const { data } = body as Previewed
    expect(data.attachments[0]).toMatchObject({
      name: 'Report card of Faith -Fay- A-B- Odhiambo, Term 2 2026.pdf',
    })
    expect(data.text).toContain('Faith "Fay" A/B: Odhiambo (EL-0001)')
  })

  it('shows no score for grade X, and no earlier term before the first', async () => {
    const { test, client } = await open()
    await addTermOfNews(test)
    await test.db.updateTable('reports').set({ grade: 'X', mark: 0 }).where('id', '=', 2).execute()
    await test.db.updateTable('reports').set({ status: 0 }).where('id', '=', 1).execute()
    const { body } = await client.get(
      `/api/notifications/letter?year_id=1&term_id=2&supporter_id=${cast.supporter.id}`,
    )
    const { data } = body as Previewed
    expect(data.text).toContain('Mean grade and score: X\nTeacher:')
    expect(data.text).not.toContain('Term 1')
  })

  it('leaves out PDFs above the size limit, and says where to find them', async () => {
    const { test, client } = await open()
    await addTermOfNews(test)
    await test.db
      .updateTable('files')
      .set({ bytes: 8 * 1024 * 1024 })
      .execute()
    const { body } = await client.get(
      `/api/notifications/letter?year_id=1&term_id=2&supporter_id=${cast.supporter.id}`,
    )
    const { data } = body as Previewed
    expect(data.attachments).toHaveLength(1)
    expect(data.text).toContain(
      '1 PDF is attached. 3 more were too large to send along: sign in to see them.',
    )
  })
})
