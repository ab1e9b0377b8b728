import { expect, it } from 'vitest'
import { erasureMessages } from '#contract/rights/erasure.ts'
import { sweepAll } from '../../files/sweep.ts'
import { addMedia } from '../../testing/media.ts'
import { addReceipts, addReportCards } from '../../testing/records.ts'
import { scenariosWith, storedTables } from '../../testing/scenarios.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { addStudents, givePictures } from '../../testing/students.ts'
import { openSignedIn, openWithCast, type TestApp } from '../../testing/testApp.ts'
import { openSharedDatabase } from '../../testing/testDatabase.ts'
import { cast } from '../../testing/users.ts'
import { finishErasures } from './finishErasures.ts'

/** Every row of every table as text, with the name of its table. */
const storedRows = async (test: TestApp) =>
  Object.entries(await storedTables(test)).flatMap(([table, rows]) =>
    rows.map((row) => `${table} ${JSON.stringify(row)}`),
  )

const WEEK = 7 * 24 * HOUR
const CALL = 'POST /api/students/2/anonymise'

/** An active student, one who has left, and a request for erasure of the second. */
const given = async (test: TestApp) => {
  await addStudents(test.db, [{}, { name: 'Halima Abdi Noor', status: 2, supporter_id: cast.supporter.id }])
  const liaison = await test.signIn(cast.liaison)
  await liaison.post('/api/requests', {
    student_id: '2',
    kind: 'erasure',
    asked_by: 'Fatuma Noor',
    identity_check: 'National ID card',
    asked_on: '2026-03-01',
    words: 'Please remove the record of Halima.',
  })
}

const waiting = async (test: TestApp) => {
  await given(test)
  const admin = await test.signIn(cast.administrator)
  await admin.post('/api/students/2/anonymise', { ref: 'EL-0002', request_id: '1' })
}

scenariosWith(CALL, { as: 'administrator', call: CALL, given, input: { ref: 'el-0002', request_id: '1' } }, [
  {
    name: 'begins the wait of seven days, and the request waits too',
    contains: {
      message: 'This record will be anonymised on 9 Mar 2026.',
      data: { state: 'waiting', on: '2026-03-09', by: 'Amina Mwangi', asked_by: 'Fatuma Noor' },
    },
    async after({ db }) {
      const requests = await db.selectFrom('requests').select(['state', 'decided_by']).execute()
      expect(requests).toEqual([{ state: 'waiting', decided_by: cast.administrator.id }])
    },
  },
  {
    name: 'refuses an active student',
    call: 'POST /api/students/1/anonymise',
    input: { ref: 'EL-0001' },
    conflict: erasureMessages.isActive,
  },
  {
    name: 'refuses another ref',
    input: { ref: 'EL-0001' },
    errors: { ref: [erasureMessages.wrongRef('EL-0002')] },
  },
  {
    name: 'refuses a request of another student',
    input: { ref: 'EL-0002', request_id: '99' },
    errors: { request_id: [erasureMessages.notItsRequest] },
  },
  { name: 'refuses a second time', given: waiting, conflict: erasureMessages.waitsAlready },
  { name: 'is for administrators only', as: 'director', status: 403 },
])

scenariosWith('a record that waits', { as: 'administrator', given: waiting }, [
  {
    name: 'can be cancelled by a director',
    as: 'director',
    call: 'DELETE /api/students/2/anonymise',
    contains: { message: erasureMessages.cancelled },
    async after({ db }) {
      expect(await db.selectFrom('anonymisations').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('requests').select('state').execute()).toEqual([{ state: 'accepted' }])
    },
  },
  {
    name: 'is read-only',
    call: 'PATCH /api/students/2',
    input: { mode: 'status', status: '0' },
    conflict: erasureMessages.readOnly,
  },
  {
    name: 'takes no consent',
    call: 'POST /api/students/2/consents',
    input: {
      given_by: 'student',
      name: 'Halima Abdi Noor',
      how: 'spoken',
      witness: 'Brian Ochieng',
      given_on: '2026-03-02',
      answers: { pictures: 'yes' },
    },
    status: 422,
  },
  {
    name: 'tells staff when and why',
    call: 'GET /api/students/2?query=profile',
    contains: { data: { erasure: { state: 'waiting', on: '2026-03-09', asked_by: 'Fatuma Noor' } } },
  },
  {
    name: 'reaches no supporter',
    as: 'supporter',
    call: 'GET /api/students/2?query=profile',
    status: 404,
  },
  {
    name: 'has its contents counted, and says whether the school stays',
    call: 'GET /api/students/2/contents',
    contains: { data: { requests: 1, reports: 0, alike: 2, keeps_school: false } },
  },
])

/** A student with something in every table, among others. */
async function wholeStudent(test: TestApp): Promise<number> {
  const [, halima = 0, other = 0] = await addStudents(test.db, [
    {},
    { name: 'Halima Abdi Noor', supporter_id: cast.supporter.id },
    { name: 'Kiprono Cheruiyot' },
  ])
  const texts = {
    mother: 'Fatuma Noor-Hassan',
    father: 'Abdi Noor-Warsame',
    guardian: 'Zeinab Noor-Issack',
    background: 'The family moved to Wajir-Bor.',
    ambition: 'Ophthalmologist',
    languages: 'Somali, Borana',
    supporter_name: 'Friends of Wajir-Bor',
  }
  await test.db.updateTable('students').set(texts).where('id', '=', halima).execute()
  await givePictures(test, [halima, other])
  // The pictures of tests share one object for both sizes.
  await test.db.updateTable('files').set({ thumb_key: null }).where('purpose', '=', 'picture').execute()
  await addReportCards(test, [
    {
      student_id: halima,
      year: '2024',
      status: 1,
      teacher_comment: 'Unusual teacher words',
      psychosocial: 'Unusual psychosocial words',
    },
    { student_id: other, year: '2024', status: 2 },
  ])
  await addReceipts(test, [
    { student_id: halima, year: '2024', status: 2, items: [['Transport', 'Halima bus card', 1_500]] },
  ])
  await addMedia(test, [
    { student_id: halima, title: 'Halima wins the debate' },
    { student_id: other, title: 'Both of them' },
  ])
  const [, group] = await test.db.selectFrom('media').select('id').orderBy('id').execute()
  await test.db
    .insertInto('media_students')
    .values({ media_id: group?.id ?? 0, student_id: halima, gallery_of: other })
    .execute()
  const admin = await test.signIn(cast.administrator)
  const ref = 'EL-0002'
  const { import_id } = await test.db
    .insertInto('imports')
    .values({
      kind: 'students',
      created: 1,
      updated: 0,
      skipped: 0,
      at: '2026-01-05T06:00:00.000Z',
      user_id: cast.administrator.id,
      file_names: JSON.stringify({ 0: ['Halima.jpg'] }),
    })
    .returning('id as import_id')
    .executeTakeFirstOrThrow()
  await test.db
    .insertInto('import_rows')
    .values({
      import_id,
      entity: 'student',
      entity_id: halima,
      row: 0,
      version: 1,
      name: 'Halima Abdi Noor',
      ref,
      before: JSON.stringify(texts),
    })
    .execute()
  const time = await test.db
    .selectFrom('reports')
    .select(['year_id', 'term_id'])
    .where('student_id', '=', halima)
    .executeTakeFirstOrThrow()
  for (const [call, body] of [
    ['POST /api/notifications', time],
    [
      `POST /api/students/${halima}/consents`,
      {
        given_by: 'mother',
        name: 'Fatuma Noor-Hassan',
        how: 'spoken',
        witness: 'Unusual witness',
        given_on: '2026-03-01',
        answers: { pictures: 'yes' },
      },
    ],
    [
      'POST /api/requests',
      {
        student_id: String(halima),
        kind: 'erasure',
        asked_by: 'Fatuma Noor-Hassan',
        identity_check: 'Unusual identity card',
        asked_on: '2026-03-01',
        words: 'Unusual words of a mother',
      },
    ],
    [
      `PUT /api/drafts/report-add-${halima}`,
      { values: { teacher_comment: 'Unusual draft' }, files: {}, follows: 0 },
    ],
    [`POST /api/students/${halima}/printed`, { what: 'Profile of Halima Abdi Noor' }],
    [`PATCH /api/students/${halima}`, { mode: 'status', status: '2', reason: 'Unusual reason to leave' }],
    [`POST /api/students/${halima}/anonymise`, { ref }],
  ] as const) {
    const { status, text } = await admin.call(call, body)
    expect(status, `${call} ${text}`).toBe(200)
  }
  return halima
}

/** Whatever could name the student. */
const traces = ['Halima', 'Noor', 'EL-0002', 'Unusual', 'Wajir-Bor', 'Ophthalmologist', 'Borana']

it('removes every text, file and hash of the student, and no total', async () => {
  const test = await openWithCast({ database: await openSharedDatabase() })
  const halima = await wholeStudent(test)
  const { db, services, files } = test
  const own = await db.selectFrom('files').selectAll().where('student_id', '=', halima).execute()
  expect(own.length).toBeGreaterThan(3)
  const { id: year } = await db
    .selectFrom('years')
    .select('id')
    .where('year_name', '=', '2024')
    .executeTakeFirstOrThrow()
  const totals = async () => {
    const reader = await test.signIn(cast.coordinator)
    const academic = await reader.get(`/api/reports?query=academic-rep&year=${year}`)
    const finance = await reader.get(`/api/finance?query=finance-rep&year=${year}`)
    return JSON.stringify([academic.body, finance.body])
      .replaceAll(/"(student|school)":"[^"]*"/g, '')
      .match(/"(mark|marks|costs|total_year_cost|class|means)":[^,}\]]*/g)
      ?.toSorted()
  }
  const before = await totals()
  expect(await finishErasures(services)).toBe(0)
  test.clock.step(WEEK)
  expect(await finishErasures(services)).toBe(1)
  expect(await finishErasures(services)).toBe(0)

  const rows = await storedRows(test)
  const stored: string[] = []
  for await (const { key } of files.list()) stored.push(key)
  expect(stored.length).toBeGreaterThan(0)
  for (const trace of traces)
    expect(
      rows.filter((row) => row.toLowerCase().includes(trace.toLowerCase())),
      trace,
    ).toEqual([])
  for (const { sha256, key, medium_key, thumb_key } of own) {
    for (const each of [key, medium_key, thumb_key].filter((known) => known !== null)) {
      expect(rows.filter((row) => row.includes(each))).toEqual([])
      expect(stored).not.toContain(each)
    }
    expect(rows.filter((row) => row.includes(sha256))).toEqual([])
  }
  expect(await totals()).toEqual(before)

  const { body } = await (await test.signIn(cast.administrator)).get(`/api/students/${halima}?query=profile`)
  expect(body).toMatchObject({
    data: {
      name: 'Anonymised student',
      ref: expect.stringMatching(/^AN-[A-Z2-9]{6}$/),
      dob: '2009-01-01',
      school: expect.stringMatching(/^School not shown, /),
      status: 2,
      path: null,
      erasure: { state: 'anonymised', on: '2026-03-09', asked_by: null },
    },
  })
})

it('does what a killed process has left undone, once', async () => {
  const test = await openWithCast({ database: await openSharedDatabase() })
  const halima = await wholeStudent(test)
  const { services, db } = test
  test.clock.step(WEEK)
  // As after a kill between the commit and the removal of the files.
  let removals = 0
  const files = {
    ...services.files,
    async remove(): Promise<void> {
      removals += 1
      throw new Error('killed')
    },
  }
  await expect(finishErasures({ ...services, files })).rejects.toThrow('killed')
  expect(removals).toBe(1)
  expect(await db.selectFrom('files').select('id').where('student_id', '=', halima).execute()).toEqual([])
  expect(await db.selectFrom('unowned_bytes').select('key').execute()).not.toEqual([])
  test.clock.step(2 * HOUR)
  await sweepAll(services)
  expect(await db.selectFrom('unowned_bytes').select('key').execute()).toEqual([])
})

it('keeps a school with enough other students, and drops the gender if asked to', async () => {
  const { test, client } = await openSignedIn('administrator', {
    given: ({ db }) => addStudents(db, [{}, { status: 2 }, {}, {}, {}]),
  })
  await client.post('/api/students/2/anonymise', { ref: 'EL-0002', drop_gender: true })
  test.clock.step(WEEK)
  await finishErasures(test.services)
  const row = await test.db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .select(['gender', 'schools.school'])
    .where('students.id', '=', 2)
    .executeTakeFirstOrThrow()
  expect(row.gender).toBeNull()
  expect(row.school).not.toMatch(/not shown/)
})
