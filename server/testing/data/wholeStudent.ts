import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { PROMISE_LETTER } from '#contract/privacy/accesses.ts'
import { importRows, sheetRow } from '../imports/imports.ts'
import { addMedia } from './media.ts'
import { addReceipts, addReportCards } from './records.ts'
import { addSchool } from './schools.ts'
import { storedTables } from '../scenarios.ts'
import { smallFilm } from '../files/smallFilm.ts'
import { storeFile } from '../files/storedFile.ts'
import { addStudents, filledForm, givePictures } from './students.ts'
import type { TestApp } from '../testApp.ts'
import type { TestClient } from '../testClient.ts'
import { formOf } from '../files/uploadTrial.ts'
import { addUser, cast } from './users.ts'

const run = promisify(execFile)

/** What could name the student, in any letter case. */
const names = [
  'Halima',
  'Noor',
  'Amal Yusuf',
  'Unusual',
  'Wajir-Bor',
  'Ophthalmologist',
  'Borana',
  '+254 711 223 344',
  'ADM-7781',
]

/** The id of the student, which no other number contains. */
const UNUSUAL_ID = 7_654_321

const consent = {
  given_by: 'mother',
  name: 'Fatuma Noor-Hassan',
  how: 'spoken',
  witness: 'Unusual witness',
  explained_by: 'Unusual explainer',
  place: 'Unusual place',
  given_on: '2026-03-01',
}

/** The calls of staff and family about the student, whose anonymising begins with the last one. */
const calls = (
  id: number,
  ref: string,
  { time, report, wrong }: { time: { year_id: number; term_id: number }; report: number; wrong: number },
  others: number[],
) =>
  [
    ...others.map((other) => [`PUT /api/students/duplicates/${id}/${other}`, { answer: 'different' }] as const),
    ['POST /api/notifications', time],
    [`POST /api/students/${id}/consents`, { ...consent, answers: { pictures: 'yes' } }],
    [`POST /api/students/${id}/consents`, { ...consent, answers: { pictures: 'no' } }],
    [
      `POST /api/students/${id}/consents/letter`,
      { supporter_id: cast.supporter.id, text: 'Please delete what you have of Halima.' },
    ],
    [
      'POST /api/requests',
      formOf({
        student_id: String(id),
        kind: 'erasure',
        asked_by: 'Fatuma Noor-Hassan',
        relation: 'Unusual relation',
        identity_check: 'Unusual identity card',
        asked_on: '2026-03-01',
        words: 'Unusual words of a mother',
        letter: Buffer.from('%PDF-1.4\nUnusual letter of a mother\n%%EOF'),
      }),
    ],
    [
      `PUT /api/drafts/report-add-${id}`,
      { values: { teacher_comment: 'Unusual draft '.repeat(2_000) }, follows: 0 },
    ],
    [
      'PUT /api/drafts/student-add',
      { values: { name: 'Halima Abdi Noor' }, files: { pic: 'a.jpg' }, follows: 0 },
    ],
    [`PUT /api/drafts/report-edit-${report}`, { values: { action_plan: 'Unusual plan' }, follows: 0 }],
    [`PUT /api/drafts/request-add-${id}`, { values: { words: 'Unusual request' }, follows: 0 }],
    ['PUT /api/drafts/request-add', { values: { student: `Halima Abdi Noor, ${ref}` }, follows: 0 }],
    [
      'POST /api/doc',
      formOf({
        studId: String(id),
        year: String(time.year_id),
        type: '1',
        file: Buffer.from('%PDF-1.4\nUnusual fees\n%%EOF'),
      }),
    ],
    [`PUT /api/students/${id}/plans`, { ...time, amount: 15, reason: 'Unusual figures' }],
    [`PUT /api/students/${id}/class`, { year_id: time.year_id, class_id: 1 }],
    [`POST /api/students/${id}/commitments`, promise(time)],
    ['POST /api/commitments/1/received', { ...time, amount: 5, on: '2026-03-01' }],
    [
      'PUT /api/commitments/1',
      {
        ...promise(time),
        until_year_id: time.year_id,
        until_term_id: time.term_id,
        end_reason: 'Unusual reason to end',
      },
    ],
    ['POST /api/payments', time],
    [
      'PUT /api/payments/1/lines',
      { version: 1, lines: [{ student_id: id, amount: 15, reason: 'Unusual line' }] },
    ],
    [`POST /api/students/${id}/printed`, { what: 'Profile' }],
    [`PUT /api/students/${id}?query=list`, { ...filledForm, ...facts, name: 'Amal Yusuf', version: 2 }],
    [`PATCH /api/students/${id}`, { mode: 'status', status: '2', reason: 'Unusual reason to leave' }],
    [`POST /api/students/${id}/wrong-recipient`, { supporter_id: wrong, what: 'Letter about Halima Abdi Noor', on: '2026-03-01' }],
    [
      'POST /api/breaches',
      {
        what: 'Halima’s letter was lost.',
        data: 'Report card of Halima Abdi Noor',
        noticed_by: 'The aunt of Halima Abdi Noor',
        happened_on: '2026-03-01',
        known_on: '2026-03-01',
        known_time: '08:30',
        commissioner_on: '2026-03-01',
        reason: `The letter named only ${ref}.`,
        student_ids: [id],
      },
    ],
    ['PATCH /api/breaches/1', { done: 'We called the family of Halima.' }],
    [`POST /api/students/${id}/restriction`, { reason: 'Unusual restriction' }],
    [`POST /api/students/${id}/anonymise`, { ref }],
  ] as const

const promise = ({ year_id, term_id }: { year_id: number; term_id: number }) => ({
  source: 'Friends of Halima',
  amount: 10,
  from_year_id: year_id,
  from_term_id: term_id,
  note: 'Unusual note',
})

const facts = {
  mother: 'Fatuma Noor-Hassan',
  father: 'Abdi Noor-Warsame',
  guardian: 'Zeinab Noor-Issack',
  guardian_phone: '+254 711 223 344',
  admission_no: 'ADM-7781',
  background: 'The family moved to Wajir-Bor.',
  ambition: 'Ophthalmologist',
  languages: 'Somali, Borana',
}

/**
 * Adds a student with something in every table, among others, whose record waits to be anonymised. Returns the texts, keys
 * and hashes that nothing may contain afterwards.
 */
export async function addWholeStudent(test: TestApp) {
  const { db } = test
  const school = await db.selectFrom('schools').select('id').executeTakeFirst()
  const school_id = school?.id ?? (await addSchool(db))
  const [earlier = 0, added = 0, other = 0] = await addStudents(db, [
    { school_id },
    {
      school_id,
      name: 'Halima Abdi Noor',
      supporter_id: cast.supporter.id,
      supporter_name: 'Unusual friends',
      ...facts,
    },
    { school_id, name: 'Kiprono Cheruiyot' },
  ])
  const { id, ref } = await db
    .updateTable('students')
    .set({ id: UNUSUAL_ID })
    .where('id', '=', added)
    .returning(['id', 'ref'])
    .executeTakeFirstOrThrow()
  await addFiles(test, id, other)
  await addImports(test, { id, ref, other })
  const { id: report, ...time } = await db
    .selectFrom('reports')
    .select(['id', 'year_id', 'term_id'])
    .where('student_id', '=', id)
    .executeTakeFirstOrThrow()
  const { id: wrong } = await addUser(db, { email: 'another.supporter@example.org' })
  await callAll(test, calls(id, ref, { time, report, wrong }, [earlier, other]))
  // As after another entry exam, an answer to the request, and a mistake in a consent.
  await db.updateTable('students').set({ assessment_no: 'NOOR-4410' }).where('id', '=', id).execute()
  await db.updateTable('requests').set({ reason: 'Unusual reason', reason_sw: 'Unusual reason in Swahili' }).where('student_id', '=', id).execute()
  await db.updateTable('consents').set({ void_reason: 'Not Noor' }).where('student_id', '=', id).execute()
  const news = db.selectFrom('notices').select('letter_id')
  await db.updateTable('letters').set({ state: 'sent' }).where('id', 'in', news).execute()
  const view = { student_id: id, day: '2026-03-02', kind: 'profile', count: 1 } as const
  const download = {
    student_id: id,
    at: '2026-03-02T08:00:00.000Z',
    how: 'download',
    what: 'Halima.pdf',
  } as const
  const { administrator, supporter } = cast
  await approveAndReturn(test, id)
  await addPromiseLetters(test, id)
  await db
    .insertInto('views')
    .values([
      { ...view, user_id: administrator.id },
      { ...view, user_id: supporter.id },
    ])
    .execute()
  await db
    .insertInto('departures')
    .values({ ...download, user_id: supporter.id, went_to: 'Their own device', letter_id: null })
    .execute()
  const files = await db.selectFrom('files').selectAll().where('student_id', '=', id).execute()
  const keys = files
    .flatMap((file) => [file.key, file.medium_key, file.thumb_key])
    .filter((key) => key !== null)
  return { id, other, traces: { texts: [...names, ref, ...files.map(({ sha256 }) => sha256)], keys } }
}

/** A letter about promises that was sent, one that waits, and an old one, which is not noted any more. */
async function addPromiseLetters({ db, outbox }: TestApp, student_id: number): Promise<void> {
  const letter = { recipient: cast.supporter.email, subject: 'Halima’s fees', text: 'Halima', html: 'Halima' }
  const old = { ...letter, subject: 'Noor, Halima', text: '', html: '' }
  const [sent = 0, waiting = 0, noted = 0] = await outbox.writeAll(db, [letter, letter, old])
  await db.updateTable('letters').set({ state: 'sent' }).where('id', 'in', [sent, noted]).execute()
  const to = { supporter_id: cast.supporter.id, kind: 'late', last_term: null } as const
  await db
    .insertInto('promise_letters')
    .values([sent, waiting, noted].map((letter_id) => Object.assign({ letter_id }, to)))
    .execute()
  const left = {
    student_id,
    user_id: cast.administrator.id,
    at: '2026-03-02T08:00:00.000Z',
    how: 'letter',
    what: PROMISE_LETTER,
    went_to: 'Samuel Kiptoo',
  } as const
  await db
    .insertInto('departures')
    .values([sent, waiting].map((letter_id) => Object.assign({ letter_id }, left)))
    .execute()
}

/** As after an approval, and money that came back. */
async function approveAndReturn({ db }: TestApp, student_id: number): Promise<void> {
  const came_back_at = '2026-03-02T08:00:00.000Z'
  await db.updateTable('payments').set({ state: 'approved' }).execute()
  await db
    .updateTable('payment_lines')
    .set({
      name: 'Halima Abdi Noor',
      admission_no: 'ADM-7781',
      class: 'Form 1',
      school: 'A school',
      came_back_on: '2026-03-03',
      came_back_reason: 'Halima left',
      came_back_at,
      came_back_by: cast.administrator.id,
    })
    .where('student_id', '=', student_id)
    .execute()
  const tick = {
    payment_id: 1,
    school_id: null,
    spoke_to: null,
    ticked_at: came_back_at,
    ticked_by: cast.administrator.id,
  }
  await db
    .insertInto('payment_ticks')
    .values([
      { ...tick, kind: 'no_plan', key: `no_plan-${student_id}-1500` },
      { ...tick, kind: 'no_admission_no', key: `no_admission_no-${student_id}` },
      { ...tick, kind: 'same_admission_no', key: `same_admission_no-1-1-${student_id}` },
      { ...tick, kind: 'account', key: 'account-1' },
    ])
    .execute()
}

/** Records, a certificate, pictures and a film, also some that were replaced or deleted. */
async function addFiles(test: TestApp, id: number, other: number): Promise<void> {
  const { db } = test
  await givePictures(test, [id, other])
  // The pictures of tests share one object for both sizes.
  await db.updateTable('files').set({ thumb_key: null }).where('purpose', '=', 'picture').execute()
  const time = { year: '2024' }
  const record = { ...time, student_id: id, liaison_comment: 'Unusual comment', remark: 'Unusual remark' }
  await addReportCards(test, [
    {
      ...record,
      status: 1,
      teacher_comment: 'Unusual words',
      action_plan: 'Unusual plan',
      psychosocial: 'Unusual psychosocial words',
    },
    { ...time, student_id: other, status: 2 },
  ])
  await addReceipts(test, [
    { ...record, status: 2, receipt_no: 'NOOR-17', items: [['Transport', 'Halima bus card', 1_500]] },
  ])
  for (const purpose of ['certificate', 'report', 'consent'] as const)
    await storeFile(test, Buffer.from(`an Unusual ${purpose}`), {
      purpose,
      student_id: id,
      type: 'application/pdf',
      name: 'Halima.pdf',
    })
  const [, , gone = 0, group = 0] = await addMedia(test, [
    { student_id: id, title: 'Halima wins the debate', description: 'Noor leads.' },
    { student_id: id, title: 'Halima runs', film: smallFilm },
    { student_id: id, title: 'Halima, deleted' },
    { student_id: other, title: 'Sports day' },
  ])
  const about = { id: String(group), student_id: String(other), others: [id] }
  await callAll(test, [
    ['POST /api/gallery?query=', { ...about, title: 'Debate of Halima', description: 'Noor leads.' }],
    [`DELETE /api/gallery/${gone}`, undefined],
  ])
  await nameFiles(test, other)
  await downloadMedium(test, group)
}

/** Files of another student: a picture that shows this one, and a profile picture. */
async function nameFiles({ db }: TestApp, other: number): Promise<void> {
  for (const [purpose, name] of [
    ['media', 'halima.webp'],
    ['picture', 'NOORhalima.webp'],
  ] as const)
    await db
      .updateTable('files')
      .set({ name })
      .where('student_id', '=', other)
      .where('purpose', '=', purpose)
      .execute()
}

/** The download is about the student whose gallery it is in. */
async function downloadMedium(test: TestApp, id: number): Promise<void> {
  const { file_id } = await test.db
    .selectFrom('media')
    .select('file_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const admin = await test.signIn(cast.administrator)
  const { status } = await admin.send({ method: 'GET', url: `/api/files/${file_id}?download=1` })
  expect(status).toBe(200)
}

/** Imports that changed the student, one that added another, and one that skipped the student. */
async function addImports(
  test: TestApp,
  { id, ref, other }: { id: number; ref: string; other: number },
): Promise<void> {
  const { db } = test
  const { school } = await db.selectFrom('schools').select('school').executeTakeFirstOrThrow()
  const rows = [
    { ...sheetRow, school },
    { ref, ambition: 'Ophthalmologist and pilot' },
  ]
  const admin = await test.signIn(cast.administrator)
  await importRows(admin, rows, { file: 'halima.XLSX' })
  await importReceipts(admin, ref)
  const about = {
    kind: 'students',
    created: 1,
    updated: 0,
    skipped: 0,
    at: '2026-01-05T06:00:00.000Z',
  } as const
  const row = { ...about, user_id: cast.administrator.id, file: 'Halima Abdi Noor.xlsx' }
  const [added] = await db
    .insertInto('imports')
    .values([
      { ...row, file_names: JSON.stringify({ 0: ['Halima.jpg'] }) },
      { ...row, file: 'abdiNOOR.xlsx', file_names: JSON.stringify({ 0: ['HALIMAnoor.jpg'] }) },
    ])
    .returning('id')
    .execute()
  // As after an undone import that restored the student, and as after one of another student.
  const undone = { entity: 'student', user_id: row.user_id, at: row.at, changes: '{}' }
  await db
    .insertInto('history')
    .values([
      { ...undone, entity_id: id, student_id: id, action: `undid import from ${row.file}` },
      { ...undone, entity_id: other, student_id: other, action: 'undid import from abdiNOOR.xlsx' },
    ])
    .execute()
  await db
    .insertInto('import_rows')
    .values({
      import_id: added?.id ?? 0,
      entity: 'student',
      entity_id: id,
      student_id: id,
      row: 0,
      version: 1,
      name: 'Halima Abdi Noor',
      ref,
      before: JSON.stringify(facts),
    })
    .execute()
  await db
    .insertInto('import_meanings')
    .values({ kind: 'results', field: 'student', said: 'halima abdi noor', meaning: ref })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** A receipt of the past, and another one whose import is undone. */
async function importReceipts(admin: TestClient, ref: string): Promise<void> {
  const bill = { ref, year: '2024', class: 'Form 1', 'items.Transport': '1,250.50' }
  await importRows(admin, [{ ...bill, term: 'Term 2' }], { kind: 'receipts' })
  const undone = await importRows(admin, [{ ...bill, term: 'Term 3' }], { kind: 'receipts' })
  const { status } = await admin.post(`/api/imports/${undone}/undo`)
  expect(status).toBe(200)
}

async function callAll(test: TestApp, made: readonly (readonly [string, unknown])[]): Promise<void> {
  const admin = await test.signIn(cast.administrator)
  for (const [call, body] of made) {
    const [method, url = ''] = call.split(' ')
    // Their answers are stored, too.
    const headers = { 'idempotency-key': randomUUID() }
    const { status, text } = await (method === 'POST'
      ? admin.post(url, body, { headers })
      : admin.call(call, body))
    expect(status, `${call} ${text}`).toBe(200)
  }
}

/**
 * Where these texts and keys are: in which tables, in the store, and on SQLite in the bytes of the database. There a random
 * key without its object says nothing.
 */
export async function placesOf(
  { db, files, config }: TestApp,
  { texts, keys }: { texts: string[]; keys: string[] },
): Promise<string[]> {
  const all = [...texts, ...keys]
  const isIn = (content: string, traces = all) => {
    const folded = content.toLowerCase()
    return traces.some((trace) => folded.includes(trace.toLowerCase()))
  }
  const places = Object.entries(await storedTables({ db })).flatMap(([table, rows]) =>
    rows.some((row) => isIn(JSON.stringify(row))) ? table : [],
  )
  const long = all.filter((trace) => trace.length > 4)
  for await (const { key } of files.list()) {
    const content = (await buffer((await files.open(key)).stream)).toString('latin1')
    // The bytes of pictures contain four given letters by chance, once in many runs.
    const isPicture = /^(RIFF....WEBP|....ftyp|\xff\xd8\xff|\x89PNG)/s.test(content)
    if (isIn(key) || isIn(content, isPicture ? long : all)) places.push('store')
  }
  for (const name of await readdir(config.dataDir)) {
    if (!/^elimu\.sqlite(-wal)?$/.test(name)) continue
    // In another process: closing the file here would release the locks of SQLite in this one.
    const { stdout } = await run('cat', [join(config.dataDir, name)], { encoding: 'latin1', maxBuffer: 1e9 })
    if (isIn(stdout, texts)) places.push('bytes')
  }
  return [...new Set(places)].toSorted()
}
