import { expect, it } from 'vitest'
import { erasureMessages, GROUP_PICTURE, NO_SCHOOL } from '#contract/privacy/erasure.ts'
import { FORMER_USER } from '#contract/users.ts'
import { sweepAll } from '../../files/sweep.ts'
import { spokenConsent } from '../../testing/data/consents.ts'
import { scenariosWith, storedTables } from '../../testing/scenarios.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { historyOf } from '../../testing/database/storedRows.ts'
import { storeFile } from '../../testing/files/storedFile.ts'
import { addReportCards } from '../../testing/data/records.ts'
import { addStudents } from '../../testing/data/students.ts'
import { openSignedIn, openWithCast, type TestApp } from '../../testing/testApp.ts'
import { openSharedDatabase } from '../../testing/database/testDatabase.ts'
import { cast } from '../../testing/data/users.ts'
import { addWholeStudent, placesOf } from '../../testing/data/wholeStudent.ts'
import { finishErasures } from './finishErasures.ts'

const WEEK = 7 * 24 * HOUR
const CALL = 'POST /api/students/2/anonymise'

/** An active student, one who has left, and a request for erasure of the second. */
const given = async (test: TestApp, kind = 'erasure') => {
  await addStudents(test.db, [{}, { name: 'Halima Abdi Noor', status: 2, supporter_id: cast.supporter.id }])
  const liaison = await test.signIn(cast.liaison)
  await liaison.post('/api/requests', {
    student_id: '2',
    kind,
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
  {
    name: 'refuses a request for anything but erasure, which stays open',
    given: (test) => given(test, 'access'),
    errors: { request_id: [erasureMessages.notItsRequest] },
    async after({ db }) {
      expect(await db.selectFrom('requests').select('state').execute()).toEqual([{ state: 'to_decide' }])
    },
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
    input: spokenConsent({ pictures: 'yes' }, { given_by: 'student', name: 'Halima Abdi Noor' }),
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

async function newIdOf({ db }: TestApp, former_id: number): Promise<number> {
  const { student_id } = await db
    .selectFrom('anonymisations')
    .select('student_id')
    .where('former_id', '=', former_id)
    .executeTakeFirstOrThrow()
  return student_id
}

/** The columns of a student's rows that name a user, except who looked and who started to anonymise. */
async function authorsOf({ db }: TestApp, id: number): Promise<string[]> {
  const found: string[] = []
  for (const [table, rows] of Object.entries(await storedTables({ db })))
    for (const row of rows as Record<string, unknown>[]) {
      const { id: own, student_id = table === 'students' ? own : undefined } = row
      if (student_id !== id || /^(views|departures|anonymisations)$/.test(table)) continue
      for (const [column, value] of Object.entries(row))
        if (/(_by|^user_id|^liaison_id|^supporter_id)$/.test(column) && typeof value === 'number')
          found.push(`${table}.${column}`)
    }
  return [...new Set(found)]
}

it('removes every text, file and hash of the student, and no total', async () => {
  const test = await openWithCast({ database: await openSharedDatabase() })
  const { id: former_id, other, traces } = await addWholeStudent(test)
  const { db, services } = test
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
  const all =
    'commitments consents creations departures drafts duplicate_answers files history import_meanings import_rows imports items ' +
    'letter_files letters media own_plans payment_lines receipts reports requests restrictions store stored_hashes students wrong_recipients'
  expect((await placesOf(test, traces)).join(' ')).toBe(
    `breaches ${test.engine === 'sqlite' ? 'bytes ' : ''}${all}`,
  )
  expect(await finishErasures(services)).toBe(0)

  test.clock.step(WEEK)
  expect(await finishErasures(services)).toBe(1)
  expect(await finishErasures(services)).toBe(0)

  expect(await placesOf(test, traces)).toEqual([])
  expect(await totals()).toEqual(before)
  // The ledger needs the former id, to find the record in older copies.
  expect(await placesOf(test, { texts: [String(former_id)], keys: [] })).toEqual(['anonymisations'])
  const halima = await newIdOf(test, former_id)
  expect(await authorsOf(test, halima)).toEqual([])
  for (const table of ['views', 'departures'] as const)
    expect(await db.selectFrom(table).select('user_id').where('student_id', '=', halima).execute()).toEqual([
      { user_id: cast.administrator.id },
    ])
  const { ref } = await db
    .selectFrom('students')
    .select('ref')
    .where('id', '=', halima)
    .executeTakeFirstOrThrow()
  const instead = ref.replace('-', '')
  expect(await db.selectFrom('payment_ticks').select('key').orderBy('key').execute()).toEqual(
    [
      'account-1',
      `no_admission_no-${instead}`,
      `no_plan-${instead}-1500`,
      `same_admission_no-1-1-${instead}`,
    ].map((key) => ({ key })),
  )
  for (const table of ['notice_items', 'deletion_letters'] as const)
    expect(await db.selectFrom(table).selectAll().where('student_id', '=', halima).execute()).toEqual([])
  const group = await db
    .selectFrom('media')
    .innerJoin('media_students', 'media_id', 'media.id')
    .select(['title', 'description', 'media_students.student_id'])
    .where('media.student_id', '=', other)
    .execute()
  expect(group).toEqual([{ title: GROUP_PICTURE, description: '', student_id: halima }])

  const admin = await test.signIn(cast.administrator)
  for (const query of ['profile', 'edit', 'gallery', 'history'])
    expect(await admin.get(`/api/students/${former_id}?query=${query}`)).toMatchObject({ status: 404 })
  const { body } = await admin.get(`/api/students/${halima}?query=profile`)
  expect(body).toMatchObject({
    data: {
      name: 'Anonymised student',
      ref: expect.stringMatching(/^AN-[A-Z2-9]{6}$/),
      dob: '2009-01-01',
      school: expect.stringMatching(/^School not shown, /),
      liaison: FORMER_USER,
      status: 2,
      path: null,
      erasure: { state: 'anonymised', on: '2026-03-09', asked_by: null },
    },
  })
})

it('does what a killed process has left undone, once', async () => {
  const test = await openWithCast({ database: await openSharedDatabase() })
  const { id: halima } = await addWholeStudent(test)
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

it('closes every open request of the student, and no other', async () => {
  const { test, client } = await openSignedIn('director', { given: waiting })
  const asked = { asked_by: 'Fatuma Noor', identity_check: 'National ID card', asked_on: '2026-02-20' }
  for (const [student_id, kind] of [
    ['2', 'access'],
    ['2', 'correction'],
    ['2', 'restriction'],
    ['1', 'access'],
  ])
    await client.post('/api/requests', { ...asked, student_id, kind, words: 'Please.' })
  await client.call('PATCH /api/requests/3', { state: 'accepted' })
  await client.call('PATCH /api/requests/4', { state: 'refused', reason: 'Unusual reason' })
  test.clock.step(WEEK)
  await finishErasures(test.services)
  const requests = await test.db.selectFrom('requests').select(['state', 'reason']).orderBy('id').execute()
  const closed = { state: 'answered', reason: erasureMessages.requestClosed }
  expect(requests).toEqual([
    closed,
    closed,
    closed,
    { state: 'refused', reason: null },
    { state: 'to_decide', reason: null },
  ])
  const [entry] = (await historyOf(test))
    .filter(({ entity, entity_id }) => entity === 'request' && entity_id === 2)
    .slice(-1)
  expect(entry).toMatchObject({
    action: 'answered',
    user_id: null,
    changes: { reason: [null, closed.reason] },
  })
  const director = await test.signIn(cast.director)
  expect((await director.get('/api/notifications/work')).body).toMatchObject({
    data: { requests: { due: 0, overdue: 1 } },
  })
  expect((await director.get('/api/requests')).body).toMatchObject({ counts: { open: 1, closed: 4 } })
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
    .where('students.id', '=', await newIdOf(test, 2))
    .executeTakeFirstOrThrow()
  expect(row.gender).toBeNull()
  expect(row.school).not.toMatch(/not shown/)
})

it.for([
  ['few students have records of the newest year there', 5, 1],
  ['few students have the same year of birth', 4, 5],
] as const)(
  'shows the school neither on the record nor in its newest year, if %s',
  async ([, alike, cards]) => {
    const { test, client } = await openSignedIn('administrator', {
      given: ({ db }) =>
        addStudents(db, [{ status: 2 }, {}, {}, {}, { dob: alike < 5 ? '2007-01-01' : '2009-01-01' }]),
    })
    const years = ['2024', ...(cards < 5 ? [] : ['2025'])]
    await addReportCards(test, [
      ...[1, 2, 3, 4, 5].flatMap((student_id) => years.map((year) => ({ student_id, year, status: 1 }))),
      ...(cards < 5 ? [{ student_id: 1, year: '2025', status: 1 }] : []),
    ])
    const contents = await client.get('/api/students/1/contents')
    expect(contents.body).toMatchObject({ data: { keeps_school: false } })
    await client.post('/api/students/1/anonymise', { ref: 'EL-0001' })
    test.clock.step(WEEK)
    await finishErasures(test.services)
    const student_id = await newIdOf(test, 1)
    const shown = await test.db
      .selectFrom('reports')
      .innerJoin('years', 'years.id', 'year_id')
      .innerJoin('students', 'students.id', 'student_id')
      .innerJoin('schools as own', 'own.id', 'students.school_id')
      .innerJoin('schools', 'schools.id', 'reports.school_id')
      .select(['year_name', 'schools.school', 'own.school as own'])
      .where('student_id', '=', student_id)
      .orderBy('year_name')
      .execute()
    expect(
      shown.map(({ year_name, school, own }) => [year_name, isNotShown(school), isNotShown(own)]),
    ).toEqual([
      ['2024', false, true],
      ['2025', true, true],
    ])
  },
)

const isNotShown = (school: string) => school.startsWith(NO_SCHOOL)

it('finds names in capitals, without accents, and with quotation marks', async () => {
  const { test, client } = await openSignedIn('administrator', {
    given: ({ db }) => addStudents(db, [{ name: 'Wanjĩkũ "Shiku" Noor', status: 2 }]),
  })
  const files = ['WANJĨKŨ "SHIKU" NOOR.xlsx', 'ShikuWANJIKU.xlsx', 'el0001.xlsx', 'Wanjiku.xlsx']
  const by = { user_id: cast.administrator.id, at: '2026-01-05T06:00:00.000Z' }
  const counts = { created: 1, updated: 0, skipped: 0 }
  await test.db
    .insertInto('imports')
    .values(files.map((file) => ({ kind: 'students' as const, file, ...counts, ...by })))
    .execute()
  const others = JSON.stringify({ others: [null, 'Kevin, WANJĨKŨ "SHIKU" NOOR'] })
  const entries = files.map((file, index) =>
    Object.assign(
      { entity: 'media', entity_id: 71 + index, action: `imported from ${file}`, changes: others },
      by,
    ),
  )
  await test.db.insertInto('history').values(entries).execute()
  await client.post('/api/students/1/anonymise', { ref: 'EL-0001' })
  test.clock.step(WEEK)
  await finishErasures(test.services)
  const imports = await test.db.selectFrom('imports').select('file').orderBy('id').execute()
  expect(imports.map(({ file }) => file)).toEqual([null, null, null, 'Wanjiku.xlsx'])
  const rows = await test.db
    .selectFrom('history')
    .select(['action', 'changes'])
    .where('entity', '=', 'media')
    .orderBy('id')
    .execute()
  expect(rows).toEqual(
    ['imported', 'imported', 'imported', 'imported from Wanjiku.xlsx'].map((action) => ({
      action,
      changes: '{}',
    })),
  )
})

it('leaves what is about others with a longer ref, or a name that contains the student’s', async () => {
  const { test, client } = await openSignedIn('administrator', {
    given: ({ db }) => addStudents(db, [{ name: 'Faith', status: 2 }, { name: 'Faith Atieno' }]),
  })
  const of = { entity: 'media', action: 'edited', user_id: null, at: '2026-01-05T06:00:00.000Z' }
  const similar = JSON.stringify({ student: [null, 'EL-00012'], others: [null, 'Faith Atieno, Kevin'] })
  await test.db
    .insertInto('history')
    .values([
      { ...of, entity_id: 71, changes: similar },
      { ...of, entity_id: 72, changes: JSON.stringify({ others: [null, 'Kevin, Faith'] }) },
      { ...of, entity_id: 73, changes: JSON.stringify({ student: ['EL-0001', null] }) },
    ])
    .execute()
  await client.post('/api/students/1/anonymise', { ref: 'EL-0001' })
  test.clock.step(WEEK)
  await finishErasures(test.services)
  const rows = await test.db.selectFrom('history').select('changes').where('entity', '=', 'media').execute()
  expect(rows.map(({ changes }) => changes)).toEqual([similar, '{}', '{}'])
})

it('leaves the names of other files and sheets that contain parts of the name', async () => {
  const { test, client } = await openSignedIn('administrator', {
    given: ({ db }) =>
      addStudents(db, [{ name: 'Ian Kim Otieno', status: 2 }, { name: 'Faith', status: 2 }, {}]),
  })
  const { db } = test
  const staying = [
    'kimani-diana.jpg',
    'faith-kamau.jpg',
    'EL-00010.pdf',
    'kim-goes-with-ian.jpg',
    'Kimono.jpg',
  ]
  const going = ['kim_ian.jpg', 'OtienoIan 2.jpg', 'el0001.pdf', 'IAN K. OTIENO.jpg']
  const sheets = ['Annual register of Briana.xlsx', 'Faithful.xlsx']
  for (const name of [...staying, ...going])
    await storeFile(test, Buffer.from(name), { purpose: 'picture', student_id: 3, type: 'image/webp', name })
  const by = { user_id: cast.administrator.id, at: '2026-01-05T06:00:00.000Z' }
  const [annual] = await db
    .insertInto('imports')
    .values(sheets.map((file) => ({ kind: 'students', file, created: 1, updated: 0, skipped: 0, ...by })))
    .returning('id')
    .execute()
  const row = { import_id: annual?.id ?? 0, row: 0, version: 1, name: '', ref: '', before: null }
  await db
    .insertInto('import_rows')
    .values({ ...row, entity: 'student', entity_id: 1, student_id: 1 })
    .execute()
  for (const [id, ref] of [
    [1, 'EL-0001'],
    [2, 'EL-0002'],
  ])
    await client.post(`/api/students/${id}/anonymise`, { ref })
  test.clock.step(WEEK)
  expect(await finishErasures(test.services)).toBe(2)
  const files = await db
    .selectFrom('files')
    .select('name')
    .where('student_id', '=', 3)
    .orderBy('id')
    .execute()
  expect(files.map(({ name }) => name).slice(0, staying.length)).toEqual(staying)
  for (const { name } of files.slice(staying.length)) expect(going).not.toContain(name)
  const imports = await db.selectFrom('imports').select('file').orderBy('id').execute()
  expect(imports.map(({ file }) => file)).toEqual(sheets)
})
