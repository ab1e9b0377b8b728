import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { Cell } from '#contract/base/csv.ts'
import type { DownloadKind } from '#contract/downloads.ts'
import { addReceipts, addReportCards } from '../testing/data/records.ts'
import { MINUTE } from '../testing/steppedClock.ts'
import { addStudents, many, withoutExam } from '../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'
import { cast } from '../testing/data/users.ts'

const given = async (test: TestApp) => {
  await addStudents(test.db, [
    { supporter_id: cast.supporter.id, guardian_phone: '+254 722 000 111' },
    { name: 'Kevin Otieno', gender: null, mother: 'Not known', ...withoutExam },
  ])
  const director = await test.signIn(cast.director)
  await director.call('PATCH /api/students/2', { status: 1, reason: 'Moved away' })
  await addReportCards(test, [{ student_id: 1, class: 'Form 3' }])
  await addReceipts(test, [
    { student_id: 1, items: [['Transport', 'Bus fare', 300.5]] },
    { student_id: 1, items: [['Transport', 'Bus fare', 250]], receipt_no: 'No. 9' },
  ])
}

type Answer = { headings: string[]; data: Cell[][]; next: number | null; formats: unknown[] }
const download = async (client: TestClient, kind: DownloadKind, after?: number) => {
  const { status, body } = await client.post('/api/downloads', { kind, after })
  return { status, ...(body as Answer) }
}
/** Each row by its headings, without empty cells. */
const rowsOf = ({ headings, data }: Answer) =>
  data.map((cells) =>
    Object.fromEntries(
      headings.map((heading, index) => [heading, cells[index]]).filter(([, cell]) => cell !== null),
    ),
  )

it('answers all fields of all students, and leaves empty what is not known', async () => {
  const { client } = await openSignedIn('director', { given })
  const [faith, kevin] = rowsOf(await download(client, 'students'))
  expect(faith).toMatchObject({
    Ref: 'EL-0001',
    'Date of Birth': '2009-03-12',
    'KCPE Score': 371,
    'Current School': 'Nyando Girls High School',
    'Guardian’s Phone': '+254 722 000 111',
    'Liaison Officer': 'Lydia Chebet <lydia@elimu.test>',
    Class: 'Form 3',
    Status: 'Active',
    Supporter: 'Samuel Kiptoo <samuel@elimu.test>',
  })
  expect(kevin).toMatchObject({
    'Entry Exam': 'None',
    Status: 'Discontinued',
    'Status Day': '2026-03-02',
    'Status Reason': 'Moved away',
  })
  for (const empty of ['Gender', 'Mother', 'KCPE Score', 'Supporter']) expect(kevin).not.toHaveProperty(empty)
})

it('answers report cards with their subjects, and receipts item by item', async () => {
  const { client } = await openSignedIn('coordinator', { given })
  const results = await download(client, 'results')
  expect(rowsOf(results)).toMatchObject([
    {
      Ref: 'EL-0001',
      Year: '2026',
      Term: 'Term 1',
      'Mean Score': 61.3,
      'English (result)': '68 B',
      'Record Status': 'Unverified',
    },
  ])
  expect(results.formats[results.headings.indexOf('Mean Score')]).toBe('mark')
  expect(rowsOf(await download(client, 'receipts'))).toMatchObject([
    { 'Place in Term': 1, Category: 'Transport', Item: 'Bus fare', Cost: 300.5 },
    { 'Receipt No.': 'No. 9', 'Place in Term': 2, Cost: 250 },
  ])
  expect(rowsOf(await download(client, 'users'))).toContainEqual({
    'First name': 'Nuru',
    'Last name': 'Hassan',
    Email: 'nuru@elimu.test',
    'User Role': 'Supporter',
    'Account Status': 'New',
  })
  expect(rowsOf(await download(client, 'schools'))).toEqual([
    { School: 'Nyando Girls High School', Cluster: 'Kisumu' },
  ])
})

it('shows each role what the lists show it', async () => {
  const { test, client } = await openSignedIn('liaison', { given })
  const { headings } = await download(client, 'students')
  expect(headings).toContain('Guardian’s Phone')
  for (const hidden of ['Liaison Officer', 'Supporter', 'Status Reason'])
    expect(headings).not.toContain(hidden)
  expect((await download(client, 'users')).status).toBe(403)
  const supporter = await test.signIn(cast.supporter)
  for (const kind of ['students', 'results'] as const)
    expect((await download(supporter, kind)).status).toBe(403)
})

it('answers a long list in parts, and notes it once, with its rows', async () => {
  const { test, client } = await openSignedIn('director', {
    given: async ({ db }) => addStudents(db, many(750)),
  })
  const first = await download(client, 'students')
  const second = await download(client, 'students', first.next ?? 0)
  expect([first.data.length, second.data.length, second.next]).toEqual([500, 250, null])
  const noted = await test.db.selectFrom('list_departures').select(['user_id', 'what', 'rows']).execute()
  expect(noted).toEqual([{ user_id: cast.director.id, what: 'students', rows: 750 }])
  expect((await client.get('/api/students/7/accesses')).body).toMatchObject({
    data: { left: [{ how: 'download', what: 'List of all students, 750 rows', name: 'Daniel Otieno' }] },
  })
})

it('answers later parts only to a user whose download of the list has begun within an hour', async () => {
  const { test, client } = await openSignedIn('director', { given })
  const statusOfLater = async () => (await download(client, 'students', 1)).status
  expect(await statusOfLater()).toBe(409)
  await download(client, 'schools')
  const coordinator = await test.signIn(cast.coordinator)
  await download(coordinator, 'students')
  expect(await statusOfLater()).toBe(409)
  await download(client, 'students')
  expect(await statusOfLater()).toBe(200)
  await test.db.updateTable('list_departures').set({ at: '2026-03-02T06:00:00.000Z' }).execute()
  expect(await statusOfLater()).toBe(409)
})

it('writes everything as spreadsheets, which a browser can continue, for a director who confirms', async () => {
  const { test, client } = await openSignedIn('director', { given })
  const url = '/api/downloads/everything'
  const cookies = Object.fromEntries(client.cookies)
  const { rawPayload: zip, headers } = await test.app.inject({ url, cookies })
  expect(headers['content-length']).toBe(String(zip.length))
  const files = unzipSync(new Uint8Array(zip))
  expect(Object.keys(files)).toEqual([
    '0-administrators.csv',
    '1-schools.csv',
    '2-staff.csv',
    '3-supporters.csv',
    '4-students.csv',
    '5-report-cards.csv',
    '6-receipts.csv',
  ])
  const students = strFromU8(files['4-students.csv'] ?? new Uint8Array())
  expect(students).toContain(`,'+254 722 000 111,`)
  expect(students.split('\r\n')).toHaveLength(4)

  const range = { range: 'bytes=1000-', 'if-range': String(headers['etag']) }
  const rest = await test.app.inject({ url, cookies, headers: range })
  expect([rest.statusCode, rest.rawPayload.equals(zip.subarray(1000))]).toEqual([206, true])
  expect(await test.db.selectFrom('list_departures').select('what').execute()).toEqual([
    { what: 'everything' },
  ])

  // A download begins again if the ETag has an instant at which this user downloaded nothing, or if the content has changed.
  const etag = String(headers['etag'])
  for (const known of [etag.replace(/\d+/, '0'), etag]) {
    test.clock.step(MINUTE)
    if (known === etag) await test.db.updateTable('students').set({ ambition: 'Pilot' }).execute()
    const again = await test.app.inject({ url, cookies, headers: { ...range, 'if-range': known } })
    expect(again.statusCode).toBe(200)
  }
  const noted = await test.db.selectFrom('list_departures').select('at').orderBy('id').execute()
  const first = Date.parse(noted[0]?.at ?? '')
  expect(noted.map(({ at }) => Date.parse(at) - first)).toEqual([0, MINUTE, 2 * MINUTE])

  await test.db.updateTable('sessions').set({ confirmed_at: null }).execute()
  expect((await client.send({ method: 'GET', url })).body).toMatchObject({ code: 'confirm_again' })
})

it('leaves out students whose records are anonymised, and notes the number of lines', async () => {
  const { test, client } = await openSignedIn('administrator', { given })
  await addReportCards(test, [{ student_id: 2, class: 'Form 3' }])
  await addReceipts(test, [
    { student_id: 2, items: [['Transport', 'Bus fare', 100]] },
    {
      student_id: 1,
      items: [
        ['Transport', 'Bus fare', 100],
        ['Shopping', 'Shoes', 900],
      ],
    },
  ])
  await client.post('/api/students/2/anonymise', { ref: 'EL-0002' })
  await test.db.updateTable('anonymisations').set({ done_at: '2026-03-10T06:00:00.000Z' }).execute()
  const kinds = ['students', 'results', 'receipts'] as const
  const lines: number[] = []
  for (const kind of kinds) lines.push((await download(client, kind)).data.length)
  expect(lines).toEqual([1, 1, 4])

  const cookies = Object.fromEntries(client.cookies)
  const { rawPayload } = await test.app.inject({ url: '/api/downloads/everything', cookies })
  const files = Object.entries(unzipSync(new Uint8Array(rawPayload)))
  const texts = files.filter(([path]) => path > '4').map(([, bytes]) => strFromU8(bytes))
  expect(texts).toHaveLength(3)
  for (const text of texts) {
    expect(text).toContain('EL-0001')
    expect(text).not.toContain('EL-0002')
  }
  const noted = await test.db.selectFrom('list_departures').select(['what', 'rows']).orderBy('id').execute()
  expect(noted.map(({ what, rows }) => [what, rows])).toEqual([
    ...kinds.map((kind, index) => [kind, lines[index]]),
    ['everything', 1],
  ])
})
