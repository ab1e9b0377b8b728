import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { exportPath, type Redaction } from '#contract/privacy/exports.ts'
import { requestMessages } from '#contract/privacy/requests.ts'
import { studentLabels } from '#contract/students/students.ts'
import { spokenConsent } from '../../testing/data/consents.ts'
import { addMedia } from '../../testing/data/media.ts'
import { addReceipts, addReportCards } from '../../testing/data/records.ts'
import { MINUTE } from '../../testing/steppedClock.ts'
import { addStudents, givePictures, restrictRecords } from '../../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'
import { unzipped } from '../../testing/files/unzipped.ts'
import { cast } from '../../testing/data/users.ts'
import { zipSize, zipStream } from '../../base/zip.ts'

/** A student with a sibling of the same supporter, who is in a picture, in a letter and among possible duplicates. */
const given = async (test: TestApp) => {
  const { supporter } = cast
  await addStudents(test.db, [
    { supporter_id: supporter.id, mother: 'Rose Akinyi', background: 'She lives with Kevin Otieno.' },
    { name: 'Kevin Otieno', supporter_id: supporter.id },
    { name: 'Rose Akinyi' },
  ])
  await givePictures(test, [1, 2])
  await addReportCards(test, [
    { student_id: 1, teacher_comment: 'Reads <aloud> & well.', action_plan: 'As for EL-0002.', status: 1 },
    { student_id: 2, status: 1 },
  ])
  await addReceipts(test, [{ student_id: 1 }])
  await addMedia(test, [
    { student_id: 1, title: 'Alone' },
    { student_id: 1, title: 'Sports day' },
    { student_id: 2, title: 'Sports day of Kevin' },
    { student_id: 1, title: 'Kevin, deleted' },
  ])
  const admin = await test.signIn(cast.administrator)
  const group = { id: '2', student_id: '1', title: 'With Kevin', description: 'Kevin runs.', others: [2] }
  for (const [call, body] of [
    ['POST /api/gallery?query=', group],
    ['POST /api/gallery?query=', { ...group, id: '3', student_id: '2', others: [1] }],
    ['PUT /api/students/duplicates/1/2', { answer: 'different' }],
    ['POST /api/notifications', { year_id: 1, term_id: 1 }],
    ['POST /api/students/1/consents', spokenConsent({ pictures: 'yes' })],
    ['POST /api/students/1/consents', spokenConsent({ pictures: 'no' })],
    ['POST /api/students/1/consents/letter', { supporter_id: supporter.id, text: 'Please delete it.' }],
  ] as const)
    expect((await admin.call(call, body)).status, call).toBe(200)
  for (const media of [1, 2, 4]) {
    const { id } = await test.db
      .selectFrom('media')
      .select('file_id as id')
      .where('id', '=', media)
      .executeTakeFirstOrThrow()
    const { status } = await admin.send({ method: 'GET', url: `/api/files/${id}?download=1` })
    expect(status).toBe(200)
  }
  // The captions of a picture that no longer shows Kevin, and of one that is gone, are still in the history.
  const alone = { id: '1', student_id: '1', title: 'Alone', description: 'At home.' }
  for (const [call, body] of [
    ['POST /api/gallery?query=', { ...alone, title: 'Kevin, too', others: [2] }],
    ['POST /api/gallery?query=', { ...alone, others: [] }],
    ['DELETE /api/gallery/4', undefined],
  ] as const)
    expect((await admin.call(call, body)).status, call).toBe(200)
  await test.db.updateTable('files').set({ name: 'kevin.webp' }).execute()
  const of = {
    entity: 'student',
    entity_id: 1,
    student_id: 1,
    user_id: cast.administrator.id,
    at: test.clock().toISOString(),
  }
  const changes = JSON.stringify({
    background: [null, 'With KEVIN OTIENO.'],
    guardian_phone: [null, '0711 223 344'],
    picture: [null, 1],
  })
  await test.db
    .insertInto('history')
    .values([
      { ...of, action: 'imported from kevin.xlsx', changes },
      { ...of, action: 'undid import from kevin.xlsx', changes: '{}' },
    ])
    .execute()
}

it('exports a page, JSON and all files, and nothing of other children', async () => {
  const { test, client } = await openSignedIn('director', { given })
  const url = '/api/students/1/export'
  const contents = await client.get('/api/students/1/contents')
  const answer = await test.app.inject({ url, cookies: Object.fromEntries(client.cookies) })
  expect(answer.statusCode).toBe(200)
  const zip = answer.rawPayload
  expect(answer.headers['content-length']).toBe(String(zip.length))
  expect(contents.body).toMatchObject({ data: { bytes: zip.length } })
  const { names, read } = await unzipped(zip)
  expect(names).toContain('EL-0001/index.html')
  expect(names.filter((name) => /pictures-and-videos/.test(name))).toHaveLength(1)
  const page = await read('EL-0001/index.html')
  expect(page).toContain('Reads &lt;aloud&gt; &amp; well.')
  expect(page).toContain('<dd>22,244')
  const text = await read('EL-0001/record.json')
  for (const whole of [page, text]) {
    expect(whole).not.toMatch(/Kevin|EL-0002|@elimu\.test|0711/i)
    // A companion in pictures is also redacted where only the first name is given.
    for (const words of [
      'As for [another child].',
      'With [another child]',
      '[another child] runs.',
      'At home.',
    ])
      expect(whole).toContain(words)
    expect(whole).toContain('Left out: it shows other children')
  }
  const json = JSON.parse(text) as Record<string, Record<string, unknown>>
  // The guardian's phone is another person's, and the other labels are not of the present record.
  const {
    guardian_phone: _1,
    'result slip': _2,
    status_on: _3,
    restricted_on: _5,
    reason: _4,
    ...labels
  } = studentLabels
  for (const label of Object.values(labels)) expect(Object.keys(json['Student'] ?? {})).toContain(label)
  expect(json).toMatchObject({
    Student: {
      Name: 'Faith Atieno Odhiambo',
      'Date of Birth': '12 March 2009',
      Gender: 'Female',
      Mother: 'Rose Akinyi',
      Background: 'She lives with [another child].',
    },
    'Report cards': [
      { 'Teacher Comment': 'Reads <aloud> & well.', Marks: [{ Subject: 'English', Mark: 68 }, {}] },
    ],
    Receipts: [{ 'Total Cost, KES': 22_244 }],
    'Letters about the student': [{ 'Report cards': 1 }, { About: expect.stringMatching(/^Please delete/) }],
  })
  for (const file of page.matchAll(/src="([^"]+)"/g)) expect(names).toContain(`EL-0001/${file[1]}`)

  const rest = await test.app.inject({
    url,
    cookies: Object.fromEntries(client.cookies),
    headers: { range: 'bytes=1000-', 'if-range': String(answer.headers['etag']) },
  })
  expect(rest.statusCode).toBe(206)
  expect(rest.rawPayload.equals(zip.subarray(1000))).toBe(true)
  const noted = test.db.selectFrom('departures').select('at').where('how', '=', 'export')
  const first = test.clock().toISOString()
  expect(await noted.execute()).toEqual([{ at: first }])

  // A changed record begins again, as another export, and so does an ETag that Elimu has not given.
  test.clock.step(MINUTE)
  await test.db.updateTable('students').set({ ambition: 'Pilot' }).where('id', '=', 1).execute()
  for (const etag of [String(answer.headers['etag']), `"0-${'a'.repeat(22)}"`]) {
    const headers = { range: 'bytes=1000-', 'if-range': etag }
    const again = await test.app.inject({ url, cookies: Object.fromEntries(client.cookies), headers })
    expect(again.statusCode).toBe(200)
  }
  const times = (await noted.orderBy('id').execute()).map(({ at }) => Date.parse(at) - Date.parse(first))
  expect(times).toEqual([0, MINUTE, MINUTE])
})

it('needs a recent confirmation, and is for roles 1 and 2', async () => {
  const { test, client } = await openSignedIn('director', { given })
  await test.db.updateTable('sessions').set({ confirmed_at: null }).execute()
  const url = '/api/students/1/export'
  expect((await client.send({ method: 'GET', url })).body).toMatchObject({ code: 'confirm_again' })
  const head = await test.app.inject({ method: 'HEAD', url, cookies: Object.fromEntries(client.cookies) })
  expect(head).toMatchObject({ statusCode: 403, headers: { 'x-refusal-code': 'confirm_again' } })
  const coordinator = await test.signIn(cast.coordinator)
  expect((await coordinator.send({ method: 'GET', url })).status).toBe(403)
})

it('names the person who asked, and refuses a request of another kind or student', async () => {
  const { test, client } = await openSignedIn('director', { given })
  const asked = { asked_by: 'Rose Akinyi', relation: 'Mother', asked_on: '2026-03-01' }
  for (const of of [
    { kind: 'copy', student_id: '1' },
    { kind: 'erasure', student_id: '1' },
    { kind: 'access', student_id: '2' },
  ])
    await client.post('/api/requests', {
      ...asked,
      ...of,
      identity_check: 'National ID card',
      words: 'Show me.',
    })
  const exportFor = (id: number) =>
    client.send({ method: 'GET', url: `/api/students/1/export?request=${id}` })
  for (const id of [2, 3])
    expect((await exportFor(id)).body).toMatchObject({ errors: { request: [requestMessages.notForExport] } })
  expect((await exportFor(1)).status).toBe(200)
  const noted = test.db.selectFrom('departures').select('went_to').where('how', '=', 'export')
  expect(await noted.execute()).toEqual([{ went_to: 'Rose Akinyi, Mother' }])
})

it('knows the size of a ZIP before it is made', async () => {
  const entries = ['a', 'b/ü.txt'].map((path, index) => ({
    path,
    size: index * 70_000,
    open: () => Readable.from([Buffer.alloc(index * 70_000, 7)]),
  }))
  const zip = await buffer(zipStream(entries))
  expect(zip.length).toBe(zipSize(entries))
  expect((await unzipped(zip)).names).toEqual(['a', 'b/ü.txt'])
  expect((await buffer(zipStream(entries, 100))).equals(zip.subarray(100))).toBe(true)
})

it('names the fields of changes as the screens do', async () => {
  const { test, client } = await openSignedIn('director', { given })
  const asked = { student_id: '1', kind: 'access', asked_by: 'Rose Akinyi', asked_on: '2026-03-01' }
  await client.post('/api/requests', { ...asked, identity_check: 'National ID card', words: 'Show me.' })
  const { file_id } = await test.db.selectFrom('reports').select('file_id').executeTakeFirstOrThrow()
  const of = { entity: 'report', entity_id: 1, student_id: 1, user_id: null, at: test.clock().toISOString() }
  const changes = JSON.stringify({ file: [null, file_id] })
  await test.db
    .insertInto('history')
    .values({ ...of, action: 'added', changes })
    .execute()
  const url = '/api/students/1/export'
  const { rawPayload } = await test.app.inject({ url, cookies: Object.fromEntries(client.cookies) })
  const json = JSON.parse(await (await unzipped(rawPayload)).read('EL-0001/record.json')) as Record<
    'Changes',
    { What: string; Values: { Field: string; After: string }[] }[]
  >
  const noted = json.Changes.find(({ What }) => What === 'Request: noted')
  expect(noted?.Values).toContainEqual(expect.objectContaining({ Field: 'Asked on', After: '1 March 2026' }))
  expect(noted?.Values.map(({ Field }) => Field).join()).not.toContain('_')
  const file = expect.stringMatching(/^files\/report-cards\/report-\d+\.pdf$/)
  const picture = expect.stringMatching(/^files\/.+\.webp$/)
  expect(json.Changes.flatMap(({ Values }) => Values)).toContainEqual({
    Field: 'Profile Picture',
    Before: null,
    After: picture,
  })
  expect(json.Changes).toContainEqual(
    expect.objectContaining({
      Who: 'Elimu',
      What: expect.stringMatching(/^Report card, Term 1, \d{4}: added$/),
      Values: [{ Field: 'File', Before: null, After: file }],
    }),
  )
})

it('says that the use of the record is restricted', async () => {
  const { test, client } = await openSignedIn('director', { given })
  await restrictRecords(test.db, [1]).execute()
  const url = '/api/students/1/export'
  const { rawPayload } = await test.app.inject({ url, cookies: Object.fromEntries(client.cookies) })
  const record = await (await unzipped(rawPayload)).read('EL-0001/record.json')
  expect(JSON.parse(record)).toMatchObject({
    Student: { 'Restricted on': '2 March 2026', Reason: 'The father asks.' },
  })
})

it('lists what is redacted, also for given names, and leaves in what is chosen', async () => {
  const { test, client } = await openSignedIn('director', { given })
  const listed = async (names: string) => {
    const { body } = await client.post('/api/students/1/redactions', { names })
    return (body as { data: Redaction[] }).data
  }
  expect(await listed('')).toContainEqual({
    id: expect.stringMatching(/^[\w-]{10}$/),
    places: ['Student: Background'],
    text: 'She lives with [another child].',
    redacted: ['Kevin Otieno'],
  })
  const withNickname = await listed('aloud')
  const nickname = withNickname.find(({ redacted }) => redacted.includes('aloud'))
  expect(nickname).toMatchObject({ places: ['Report cards: Teacher Comment'] })
  const plan = withNickname.find(({ redacted }) => redacted.includes('EL-0002'))
  // As long as a long record needs, which an address could not contain.
  const unredacted = [...Array.from({ length: 4_000 }, (_, each) => `sentence${each}`), plan?.id ?? '']
  const { body } = await client.post('/api/students/1/export-choice', { names: 'aloud', unredacted })
  const { choice } = (body as { data: { choice: string } }).data
  const url = exportPath(1, { choice })
  expect(url).not.toContain('aloud')
  const { rawPayload } = await test.app.inject({ url, cookies: Object.fromEntries(client.cookies) })
  const page = await (await unzipped(rawPayload)).read('EL-0001/index.html')
  expect(page).toContain('As for EL-0002.')
  expect(page).toContain('Reads &lt;[another child]&gt; &amp; well.')
  expect(page).toContain('She lives with [another child].')
  const noted = test.db.selectFrom('departures').select('what').where('how', '=', 'export')
  expect(await noted.execute()).toEqual([
    { what: 'The whole record, 1 MB, not redacted: Report cards: Action Plan' },
  ])
  const another = await test.signIn(cast.administrator)
  for (const [of, address] of [
    [client, exportPath(2, { choice })],
    [another, url],
  ] as const)
    expect(await of.send({ method: 'GET', url: address })).toMatchObject({
      status: 422,
      body: { errors: { choice: ['This choice is no longer stored. Check the names again.'] } },
    })
})

it('continues an export although somebody viewed the record since', async () => {
  const { test, client } = await openSignedIn('director', { given })
  const liaison = await test.signIn(cast.liaison)
  const view = async () => expect((await liaison.get('/api/students/1?query=profile')).status).toBe(200)
  const exported = (headers: Record<string, string> = {}) =>
    test.app.inject({ url: exportPath(1), cookies: Object.fromEntries(client.cookies), headers })
  await view()
  const first = await exported()
  test.clock.step(MINUTE)
  await view()
  const rest = await exported({ range: 'bytes=1000-', 'if-range': String(first.headers['etag']) })
  expect(rest.statusCode).toBe(206)
  expect(rest.rawPayload.equals(first.rawPayload.subarray(1000))).toBe(true)
  const { read } = await unzipped((await exported()).rawPayload)
  expect(await read('EL-0001/record.json')).toContain('"Profile 2"')
})

it('redacts a first name alone where another text has the full name', async () => {
  const { test, client } = await openSignedIn('director', {
    async given({ db, clock }) {
      await addStudents(db, [{ background: 'Lives with Kevin Otieno.' }, { name: 'Kevin Otieno' }])
      const changes = JSON.stringify({ background: ['Lives with Kevin.', 'Lives with Kevin Otieno.'] })
      const of = { entity: 'student', entity_id: 1, student_id: 1, user_id: null, action: 'edited' }
      await db
        .insertInto('history')
        .values({ ...of, at: clock().toISOString(), changes })
        .execute()
    },
  })
  const { body } = await client.post('/api/students/1/redactions', { names: '' })
  expect((body as { data: Redaction[] }).data).toContainEqual(
    expect.objectContaining({ places: ['Changes: Background'], redacted: ['Kevin'] }),
  )
  const cookies = Object.fromEntries(client.cookies)
  const { rawPayload } = await test.app.inject({ url: exportPath(1), cookies })
  const { read } = await unzipped(rawPayload)
  for (const path of ['record.json', 'index.html'])
    expect(await read(`EL-0001/${path}`)).not.toMatch(/Kevin|Otieno/)
})

it('has views up to now, and the phone of the guardian who asked', async () => {
  const { test, client } = await openSignedIn('director', { given })
  await test.db
    .updateTable('students')
    .set({ guardian: 'Rose Akinyi Odhiambo', guardian_phone: '+254 722 334 455' })
    .where('id', '=', 1)
    .execute()
  const liaison = await test.signIn(cast.liaison)
  await liaison.get('/api/students/1?query=profile')
  const asked = { student_id: '1', kind: 'access', identity_check: 'National ID card', words: 'Show me.' }
  for (const asked_by of ['Akinyi Rose', 'Peter Odhiambo'])
    await client.post('/api/requests', { ...asked, asked_by, asked_on: '2026-03-01' })
  const exported = async (request: string) => {
    const url = exportPath(1, { request })
    const { rawPayload } = await test.app.inject({ url, cookies: Object.fromEntries(client.cookies) })
    return (await unzipped(rawPayload)).read('EL-0001/record.json')
  }
  const forGuardian = await exported('1')
  expect(forGuardian).toContain('+254 722 334 455')
  expect(JSON.parse(forGuardian)).toMatchObject({
    'Who looked, and what left Elimu': expect.arrayContaining([
      expect.objectContaining({ When: '2 March 2026', Who: 'Lydia Chebet', What: 'Profile 1' }),
    ]),
  })
  expect(await exported('2')).not.toContain('722 334')
})
