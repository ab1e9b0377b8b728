import { expect } from 'vitest'
import { importing, importRows, sheetRow } from '../testing/imports/imports.ts'
import { givenPast, reasons, storedRecords } from '../testing/imports/pastRecords.ts'
import { addReceipts, addReportCards, lookupId } from '../testing/data/records.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { addStudents } from '../testing/data/students.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import type { TestApp } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'
import { pdf } from '../testing/files/trialFiles.ts'
import { reportCardFormData } from '../testing/data/reportCards.ts'
import { cast } from '../testing/data/users.ts'

const CALL = 'POST /api/imports'
const results = (rows: object[], more: object = {}) => importing(rows, { kind: 'results', ...more })

/** A row of 8-4-4 about Faith. */
const card = {
  ref: 'EL-0001',
  year: '2019',
  term: 'Term 1',
  class: 'Form 1',
  'marks.English': '67 B',
  'marks.Mathematics': 'C+ 55.5',
  mark: '61.333',
  grade: 'B-',
}
/** A row with the admission number of Achieng (5). */
const numbered = { ...card, ref: '', admission_no: '9052' }

async function givenNumbers(test: TestApp): Promise<void> {
  await givenPast(test)
  await addStudents(test.db, [{ name: 'Achieng Karanja', admission_no: '9052', school_id: 1 }])
  for (const year of ['2017', '2018']) await lookupId(test.db, 'years', year)
}

const waiting = 'This student is waiting to be anonymised'

scenariosWith(`${CALL}, of past report cards`, { as: 'coordinator', call: CALL, given: givenPast }, [
  {
    name: 'adds them as sent, without a paper, with what the sheet gives',
    input: results([
      card,
      { ...card, term: 'term 2', 'marks.English': 'b', 'marks.Mathematics': 48, mark: '', grade: '' },
      {
        ...card,
        term: 'Term 3',
        class: 'Grade 10',
        'marks.English': 'ME1 71',
        'marks.Mathematics': 'ee 2',
        mark: null,
        grade: null,
        overall_level: 'ME2',
        teacher_comment: 'A good year.',
      },
    ]),
    contains: { message: '3 added, 0 updated.', data: { created: 3, updated: 0, skipped: 0 } },
    async after(test) {
      expect(await storedRecords(test, 'reports')).toMatchObject([
        { student_id: 1, file_id: null, status: 2, curriculum: '8-4-4', grade: 'B-', mark: 613, version: 1 },
        { grade: null, mark: null, overall_level: null, teacher_comment: '', liaison_comment: '' },
        { curriculum: 'CBE', grade: null, mark: null, overall_level: 'ME2', teacher_comment: 'A good year.' },
      ])
      const marks = await test.db.selectFrom('marks').selectAll().orderBy('id').execute()
      expect(marks.map(({ report_id, mark, grade }) => [report_id, mark, grade])).toEqual([
        [1, 670, 'B'],
        [1, 555, 'C+'],
        [2, null, 'B'],
        [2, 480, ''],
        [3, 710, 'ME1'],
        [3, null, 'EE2'],
      ])
      expect((await historyOf(test)).findLast(({ entity_id }) => entity_id === 1)).toMatchObject({
        entity: 'report',
        action: 'imported from register.xlsx',
        user_id: cast.coordinator.id,
        changes: {
          student: [null, 'EL-0001'],
          year: [null, '2019'],
          term: [null, 'Term 1'],
          class: [null, 'Form 1'],
          grade: [null, 'B-'],
          mark: [null, 61.3],
          English: [null, '67 B'],
          Mathematics: [null, '55.5 C+'],
        },
      })
      // The profile and the annual report show them, the supporter too, and nothing waits to be verified or sent.
      const client = await test.signIn(cast.administrator)
      expect((await client.get('/api/reports?query=1')).body).toMatchObject({ data: { length: 3 } })
      expect((await client.get('/api/reports?query=waiting')).body).toMatchObject({ meta: { total: 0 } })
      const year = await lookupId(test.db, 'years', '2019')
      expect((await client.get(`/api/reports?query=academic-rep&year=${year}`)).body).toMatchObject({
        data: [{ schools: [{ marks: [61.3, null, null], levels: [null, null, 'ME2'] }] }],
      })
      const supporter = await test.signIn(cast.supporter)
      const { body } = await supporter.get(`/api/reports?query=profile&student=1&year=${year}`)
      expect(body).toMatchObject({ data: [{ pathReport: null, status: 2 }, {}, {}] })
      const sent = await client.post('/api/notifications', { year_id: year, term_id: 1 })
      expect([sent.status, await test.db.selectFrom('letters').select('id').execute()]).toEqual([409, []])
    },
  },
  {
    name: 'recognises a student by ref, or by a name with the school of that time, and asks where two fit',
    input: results(
      [
        { ...card, ref: 'el-0003', term: 'Term 2' },
        { ...card, ref: '', name: 'WANJIRU, mary', school: 'moi girls' },
        { ...card, ref: null, name: 'Mary  Wanjiru' },
        { ...card, ref: '', name: 'EL-0002' },
        { ...card, ref: 'EL-0001', name: 'Brian Kiprono' },
        { ...card, ref: 'EL-0001', name: 'Odhiambo F.', school: 'Moi Girls', term: 'Term 3' },
        { ...card, ref: '', name: 'Faith Atieno Odhiambo', school: 'Moi Girls' },
        { ...card, ref: '', name: 'Faith Odhiambo' },
        { ...card, ref: 'EL-0099' },
        { ...card, ref: '' },
        { ...card, ref: 'EL-0004' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 5,
        duplicates: [],
        errors: reasons([
          [2, 'name', 'Mary  Wanjiru', 'More than one student has this name'],
          [4, 'name', 'Brian Kiprono, EL-0001', 'The student with this Ref has another name'],
          [6, 'name', 'Faith Atieno Odhiambo, Moi Girls', 'This school has no student of this name'],
          [7, 'name', 'Faith Odhiambo', 'No student has this name'],
          [8, 'ref', 'EL-0099', 'No student has this Ref'],
          [9, 'name', null, 'Student cannot be empty'],
        ]),
      },
    },
  },
  {
    name: 'recognises a name written with or without apostrophes and accents',
    async given({ db }) {
      await addStudents(db, [{ name: 'Jane Ng’ang’a' }, { name: 'Peter Ngugi' }])
      await lookupId(db, 'years', '2019')
    },
    input: results(
      [
        { ...card, ref: '', name: 'Jane Nganga' },
        { ...card, ref: '', name: 'NG`ANG`A Jane', term: 'Term 2' },
        { ...card, ref: '', name: "Peter Ng'ũgĩ" },
      ],
      { check: true },
    ),
    contains: { data: { good: 3, errors: [] } },
  },
  {
    name: 'names the students whom an unknown or ambiguous name may mean',
    input: results(
      [
        { ...card, ref: '', name: 'F. Odhiambo' },
        { ...card, ref: '', name: 'Mary Wanjiru' },
        { ...card, ref: '', name: 'Nobody Known' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        errors: [
          { row: 0, students: [{ ref: 'EL-0001', name: 'Faith Atieno Odhiambo' }] },
          { row: 1, students: [{ ref: 'EL-0002' }, { ref: 'EL-0003' }] },
          { row: 2, students: [] },
        ],
      },
    },
  },
  {
    name: 'adds those of a student who has left, about whom nothing else changes',
    input: results([{ ...card, ref: 'EL-0004' }]),
    contains: { data: { created: 1 } },
    async after(test) {
      expect(await storedRecords(test, 'reports')).toMatchObject([{ student_id: 4, status: 2 }])
      const grace = test.db.selectFrom('students').select(['status', 'version']).where('id', '=', 4)
      expect(await grace.executeTakeFirst()).toEqual({ status: 1, version: 1 })
    },
  },
  {
    name: 'refuses those of a student whose record waits to be anonymised',
    given: async (test: TestApp) => {
      await givenPast(test)
      const administrator = await test.signIn(cast.administrator)
      expect((await administrator.post('/api/students/4/anonymise', { ref: 'EL-0004' })).status).toBe(200)
    },
    input: results(
      [
        { ...card, ref: 'EL-0004' },
        { ...card, ref: '', name: 'Grace Achieng' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        errors: reasons([
          [0, 'ref', 'EL-0004', waiting],
          [1, 'name', 'Grace Achieng', waiting],
        ]),
      },
    },
  },
  {
    name: 'recognises a student by the admission number of a school, unless the name is another',
    given: async (test: TestApp) => {
      await givenPast(test)
      for (const id of [1, 3])
        await test.db.updateTable('students').set({ admission_no: 'A/77' }).where('id', '=', id).execute()
    },
    input: results(
      [
        { ...card, ref: '', admission_no: 'a / 77', school: 'Moi Girls' },
        { ...card, ref: '', admission_no: 'A/77', term: 'Term 3' },
        { ...card, ref: '', admission_no: 'A/77', name: 'Faith' },
        { ...card, ref: '', admission_no: 'A/77', name: 'Mary Wanjiru', term: 'Term 2' },
        { ...card, ref: '', admission_no: 'A/78' },
        { ...card, ref: '', admission_no: 'A/78', name: 'Faith Atieno Odhiambo', term: 'Term 2' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 4,
        errors: reasons([
          [1, 'name', '', 'More than one student has this name'],
          [4, 'admission_no', 'A/78', 'No student has this admission number'],
        ]),
      },
    },
  },
  {
    name: 'asks about an admission number whose student shares only one word of the name',
    given: givenNumbers,
    input: results(
      [
        { ...numbered, name: 'Zuleika Karanja' },
        { ...numbered, name: 'Zuleika Karanja', term: 'Term 2', school: 'Moi Girls' },
        { ...numbered, name: 'Zuleika Karanja', term: 'Term 3', school: 'Nyando Girls High School' },
        { ...numbered, name: 'Grace Achieng', term: 'Term 3' },
        { ...numbered, name: 'Mary Wanjiru', school: 'Moi Girls', year: '2018' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 1,
        students: [null, null, null, null, 3],
        errors: [
          {
            row: 0,
            field: 'name',
            code: 'numberOfOther',
            value: 'Zuleika Karanja, 9052',
            message: 'The student with this admission number has another name',
            students: [{ ref: 'EL-0005', name: 'Achieng Karanja' }],
          },
          // No student of that school has the number.
          { row: 1, code: 'nameUnknown', students: [{ ref: 'EL-0005' }] },
          { row: 2, code: 'numberOfOther', value: 'Zuleika Karanja, 9052, Nyando Girls High School' },
          // The name is registered at the school that gave the number to another student.
          { row: 3, code: 'numberOfOther', students: [{ ref: 'EL-0005' }, { ref: 'EL-0004' }] },
        ],
      },
    },
  },
  {
    name: 'does not ask if the name is a part of the student’s or similar, or is missing',
    given: givenNumbers,
    input: results(
      [
        { ...numbered, name: 'Achieng Karanja' },
        { ...numbered, name: 'KARANJA, ACHIENG', term: 'Term 2' },
        { ...numbered, name: 'A. Karanja', term: 'Term 3' },
        { ...numbered, name: 'Achieng Karanga', year: '2018' },
        { ...numbered, name: 'Karanja', year: '2018', term: 'Term 2' },
        { ...numbered, name: '', year: '2018', term: 'Term 3' },
        { ...numbered, name: 'Achieng Njeri Karanja', year: '2017' },
      ],
      { check: true },
    ),
    contains: { data: { good: 7, students: [5, 5, 5, 5, 5, 5, 5], errors: [] } },
  },
  {
    name: 'asks about a ref whose student shares only some words of the name, as about an admission number',
    given: givenNumbers,
    input: results(
      [
        { ...card, ref: 'EL-0005', name: 'Zuleika Karanja' },
        { ...card, ref: 'EL-0005', name: 'Grace Achieng', school: 'Moi Girls' },
        { ...card, ref: 'EL-0001', name: 'Faith Atieno Wambui' },
        // The user has answered with another ref.
        { ...card, ref: 'EL-0005', name: 'EL-0004' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 1,
        students: [null, null, null, 4],
        errors: [
          {
            row: 0,
            field: 'name',
            code: 'nameDiffers',
            value: 'Zuleika Karanja, EL-0005',
            message: 'The student with this Ref has another name',
            students: [{ ref: 'EL-0005', name: 'Achieng Karanja' }],
          },
          { row: 1, code: 'nameDiffers', students: [{ ref: 'EL-0005' }, { ref: 'EL-0004' }] },
          { row: 2, code: 'nameDiffers', students: [{ ref: 'EL-0001' }] },
        ],
      },
    },
  },
  ...['John Otieno', 'Otieno'].flatMap((registered) =>
    [{ ref: 'EL-0005' }, { ref: '', admission_no: '9052' }].map((by) => ({
      name: `does not ask about ${registered} if all words of one name are in the other: ${JSON.stringify(by)}`,
      given: async (test: TestApp) => {
        await givenPast(test)
        await addStudents(test.db, [{ name: registered, admission_no: '9052', school_id: 1 }])
      },
      input: results(
        [
          Object.assign({}, card, by, { name: 'OUMA, John Otieno' }),
          Object.assign({}, card, by, { name: 'Otieno', term: 'Term 2' }),
          Object.assign({}, card, by, { name: '', term: 'Term 3' }),
        ],
        { check: true },
      ),
      contains: { data: { good: 3, students: [5, 5, 5], errors: [] } },
    })),
  ),
  {
    name: 'distinguishes two students of the same name by the class that one of them had in that year',
    given: async (test: TestApp) => {
      await givenPast(test)
      await addReportCards(test, [{ student_id: 3, year: '2019', term: 'Term 3', class: 'Form 2' }])
    },
    input: results([{ ...card, ref: '', name: 'Mary Wanjiru', class: 'Form 2' }]),
    contains: { data: { created: 1 } },
    async after(test) {
      expect(await storedRecords(test, 'reports')).toMatchObject([{}, { student_id: 3 }])
    },
  },
  {
    name: 'gives a row without a class that of another record of the year, counts these, and asks where there is none',
    given: async (test: TestApp) => {
      await givenPast(test)
      await addReceipts(test, [{ student_id: 1, year: '2019', term: 'Term 3', class: 'Form 2' }])
    },
    input: results(
      [
        { ...card, class: '' },
        { ...card, ref: 'EL-0002', class: '' },
        { ...card, term: 'Term 2', class: '', 'marks.English': '167' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 1,
        own_classes: [{ name: 'Form 2', records: 2 }],
        errors: [{ row: 1, field: 'class', code: 'empty', message: 'Class cannot be empty' }, { row: 2 }],
      },
    },
  },
  {
    name: 'reports what is registered already, unknown or no result, and imports nothing of such a row',
    given: async (test: TestApp) => {
      await givenPast(test)
      await addReportCards(test, [{ student_id: 1, year: '2019' }])
    },
    input: results(
      [
        card,
        { ...card, term: 'Term 2' },
        { ...card, ref: '', name: 'Faith Atieno Odhiambo', term: 'Term 2' },
        { ...card, year: '1987', term: 'Term 9', school: 'Nowhere' },
        { ...card, term: 'Term 3', 'marks.English': '167', 'marks.Astronomy ': '50', mark: 'good' },
        { ...card, ref: 'EL-0003', term: 'Term 3', class: 'Grade 10', 'marks.English': 'B' },
        { ref: 'EL-0002', year: '2019', term: 'Term 3', class: 'Form 9', 'marks.English': 'ME1' },
        { ref: 'EL-0002', class: 'Form 1', teacher_comment: 'x'.repeat(2001) },
        { ...card, ref: 'EL-0002', mark: 58, grade: 'H' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 1,
        created: 1,
        updated: 0,
        skipped: 0,
        errors: reasons([
          [0, 'term', 'Term 1', 'This report card is already registered'],
          [3, 'school', 'Nowhere', 'Student Current School is not known'],
          [3, 'year', '1987', 'Year is not known'],
          [3, 'term', 'Term 9', 'Term is not known'],
          [4, 'marks.English', '167', 'This is not a mark or a grade of the class'],
          [4, 'marks.Astronomy ', '50', 'Subject is not known'],
          [4, 'mark', 'good', 'This is not a mark or a grade of the class'],
          [5, 'marks.English', 'B', 'This is not a mark or a grade of the class'],
          [5, 'marks.Mathematics', 'C+ 55.5', 'This is not a mark or a grade of the class'],
          [5, 'mark', '61.333', 'A CBE report has no mean'],
          [6, 'class', 'Form 9', 'Class is not known'],
          [7, 'year', null, 'Year cannot be empty'],
          [7, 'term', null, 'Term cannot be empty'],
          [
            7,
            'teacher_comment',
            expect.any(String),
            'Teacher Comment may not be longer than 2000 characters',
          ],
          [7, 'marks', null, 'Marks are Required'],
          [8, 'grade', 'H', 'This is not a mark or a grade of the class'],
        ]),
      },
    },
  },
  {
    name: 'uses one value for all rows, and adds the school of that time',
    input: results([{ ...card, year: '', term: null, class: '', school: 'Mukaa Boys' }], {
      defaults: { year: '2019', term: 'Term 2', class: 'Form 3' },
      new_places: [{ school: 'Mukaa Boys', cluster: 'Wote' }],
    }),
    contains: { data: { created: 1 } },
    async after(test) {
      expect(await storedRecords(test, 'reports')).toMatchObject([{ term_id: 2, school_id: 3 }])
      // The student's present school does not change.
      const student = await test.db.selectFrom('students').select('school_id').executeTakeFirst()
      expect(student).toEqual({ school_id: 1 })
    },
  },
  {
    name: 'joins two rows of a term, also with different numbers',
    input: results([
      { ...card, receipt_no: '1' },
      { ...card, receipt_no: '2' },
    ]),
    contains: { data: { created: 1, skipped: 0 } },
  },
  { name: 'is refused to a liaison officer', as: 'liaison', input: results([card]), status: 403 },
])

const edited = { student_id: '1', year_id: '2', report: null, version: '1' }

const givenImported =
  (then: (test: TestApp, client: TestClient) => Promise<unknown>) => async (test: TestApp) => {
    await givenPast(test)
    const client = await test.signIn(cast.administrator)
    await importRows(client, [card, { ...card, term: 'Term 2' }], { kind: 'results' })
    await then(test, client)
  }

scenariosWith('POST /api/imports/1/undo', { as: 'director', call: 'POST /api/imports/1/undo' }, [
  {
    name: 'removes imported report cards, except one that was changed since',
    given: givenImported(async (_, client) => {
      const saved = await client.change(
        'PUT',
        '/api/reports/2?query=',
        reportCardFormData({ ...edited, term_id: '2' }),
      )
      expect(saved.status, saved.text).toBe(200)
    }),
    contains: {
      data: {
        removed: 1,
        restored: 0,
        kept: [{ id: 2, name: 'Faith Atieno Odhiambo', ref: 'EL-0001', why: 'Changed since' }],
      },
    },
    async after(test) {
      expect(await test.db.selectFrom('reports').select('id').execute()).toEqual([{ id: 2 }])
      expect(await test.db.selectFrom('marks').select('report_id').distinct().execute()).toEqual([
        { report_id: 2 },
      ])
    },
  },
  {
    name: 'keeps a student who was given records of the past',
    given: async (test: TestApp) => {
      await givenPast(test)
      const client = await test.signIn(cast.administrator)
      await importRows(client, [sheetRow])
      await importRows(client, [{ ...card, ref: 'EL-0005' }], { kind: 'results' })
    },
    contains: { data: { removed: 0, kept: [{ ref: 'EL-0005', why: 'Has records or files' }] } },
  },
])

scenariosWith('A record without a paper', { as: 'administrator' }, [
  {
    name: 'is edited without one, and verified it counts as sent again, which can be undone',
    given: givenImported(async (_, client) => {
      const saved = await client.change('PUT', '/api/reports/1?query=', reportCardFormData(edited))
      expect(saved.status, saved.text).toBe(200)
    }),
    call: 'GET /api/reports/1?query=edit',
    contains: { data: { status: 0, pathReport: null } },
    async after(test) {
      const client = await test.signIn(cast.administrator)
      expect((await client.verify('/api/reports/1')).status).toBe(200)
      expect(await storedRecords(test, 'reports')).toMatchObject([
        { status: 2, file_id: null },
        { status: 2 },
      ])
      expect((await client.post('/api/reports/1/unverify')).body).toMatchObject({ data: { status: 0 } })
    },
  },
  {
    name: 'becomes an ordinary one with a paper',
    given: givenImported(async (_, client) => {
      const saved = await client.change(
        'PUT',
        '/api/reports/1?query=',
        reportCardFormData({ ...edited, report: pdf() }),
      )
      expect(saved.status, saved.text).toBe(200)
    }),
    call: 'GET /api/reports/1?query=edit',
    contains: { data: { status: 0 } },
    async after(test) {
      const client = await test.signIn(cast.administrator)
      expect((await client.verify('/api/reports/1')).status).toBe(200)
      expect(await storedRecords(test, 'reports')).toMatchObject([{ status: 1 }, { status: 2 }])
    },
  },
])
