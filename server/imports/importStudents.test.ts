import { expect, it } from 'vitest'
import { USER_DISABLED, USER_NEW } from '#contract/users.ts'
import { importing, importRows, givenRegister, sheetRow, sheetRows } from '../testing/imports/imports.ts'
import { openRegister } from '../testing/imports/openRegister.ts'
import { type ScenarioRow, scenariosWith, storedTables } from '../testing/scenarios.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import { files } from '../testing/data/studentForm.ts'
import { addSchool } from '../testing/data/schools.ts'
import { addStudents, givePictures, withoutExam } from '../testing/data/students.ts'
import type { TestApp } from '../testing/testApp.ts'
import { formOf } from '../testing/files/uploadTrial.ts'
import { addUser, cast } from '../testing/data/users.ts'

const CALL = 'POST /api/imports'
const given = givenRegister
/** Faith is already registered as EL-0001. */
const faith = { ...sheetRow, name: 'Odhiambo Faith Atieno', dob: '2009-03-12' }
const studentsOf = ({ db }: TestApp) => db.selectFrom('students').selectAll().orderBy('id').execute()

const asCoordinator = { as: 'coordinator', given, call: CALL } as const
const check = (...rows: object[]) => importing(rows, { check: true })

/** A check of one row that finds exactly this error. */
const finds = (
  name: string,
  row: object,
  error: object,
  before: ScenarioRow['given'] = given,
): ScenarioRow => ({
  name,
  given: before,
  input: check(row),
  contains: { data: { good: 0, errors: [{ row: 0, ...error }] } },
})

/** Adds a user who may hold students, besides the cast. */
const addOfficer = async (test: TestApp, user: object) => {
  await given(test)
  await addUser(test.db, {
    first_name: 'Grace',
    last_name: 'Njeri',
    email: 'grace@elimu.test',
    role_id: 4,
    ...user,
  })
}

scenariosWith(`${CALL}, of students whose supporters are named`, { ...asCoordinator, as: 'director' }, [
  {
    name: 'takes the only supporter of a name, and stores the name of one who is not registered',
    async given(test) {
      await given(test)
      await addUser(test.db, { first_name: 'Nuru', last_name: 'Hassan', email: 'nuru2@elimu.test' })
    },
    input: importing([
      { ...sheetRow, name: 'Abdi Noor', supporter: 'samuel  KIPTOO' },
      { ...sheetRow, name: 'Brenda Auma', supporter: ' Anna Schmidt ' },
      { ...sheetRow, name: 'Chege Kamau', supporter: 'Nuru Hassan' },
      { ...sheetRow, name: 'Dafina Ali', supporter: 'x'.repeat(201) },
      { ...sheetRow, name: 'Esha Juma', supporter: 'Dalmas Oduya' },
    ]),
    contains: { data: { created: 4, skipped: 1 } },
    async after(test) {
      const [, ...added] = await studentsOf(test)
      expect(added.map(({ supporter_id, supporter_name }) => [supporter_id, supporter_name])).toEqual([
        [cast.supporter.id, null],
        [null, 'Anna Schmidt'],
        // Two supporters have this name.
        [null, 'Nuru Hassan'],
        // A disabled one.
        [null, 'Dalmas Oduya'],
      ])
      expect((await historyOf(test))[1]).toMatchObject({
        changes: { supporter: [null, 'Anna Schmidt (no email)'] },
      })
    },
  },
  {
    name: 'counts the names that would be stored, but no email that is not registered',
    input: check(
      { ...sheetRow, name: 'Abdi Noor', supporter: 'Anna Schmidt' },
      { ...sheetRow, name: 'Brenda Auma', supporter: cast.supporter.email },
      { ...sheetRow, name: 'Chege Kamau', supporter: 'anna@example.org' },
    ),
    contains: { data: { good: 2, named_supporters: 1, errors: [{ row: 2, code: 'supporterUnknown' }] } },
  },
  {
    name: 'adds the name to a student, an email in its place, and an undo restores the name',
    async given(test) {
      await given(test)
      const client = await test.signIn(cast.director)
      await importRows(client, [{ ref: 'EL-0001', supporter: 'Anna Schmidt' }])
      await importRows(client, [{ ref: 'EL-0001', mother: 'Rose Achieng' }])
      expect((await studentsOf(test))[0]).toMatchObject({ supporter_name: 'Anna Schmidt' })
    },
    input: importing([{ ref: 'EL-0001', supporter: cast.supporter.email }]),
    contains: { data: { updated: 1 } },
    async after(test) {
      expect((await studentsOf(test))[0]).toMatchObject({
        supporter_id: cast.supporter.id,
        supporter_name: null,
      })
      expect((await historyOf(test)).at(-1)).toMatchObject({
        changes: { supporter: ['Anna Schmidt (no email)', 'Samuel Kiptoo'] },
      })
      const client = await test.signIn(cast.director)
      await client.post('/api/imports/3/undo')
      expect((await studentsOf(test))[0]).toMatchObject({
        supporter_id: null,
        supporter_name: 'Anna Schmidt',
      })
    },
  },
])

scenariosWith(`${CALL}, checking students`, asCoordinator, [
  {
    name: 'reports good rows, errors with column, value and message, and possible duplicates, and writes nothing',
    input: check(sheetRow, { ...sheetRow, name: '', dob: '2029-05-11' }, faith),
    contains: {
      data: {
        good: 1,
        created: 1,
        updated: 0,
        skipped: 1,
        errors: [
          { row: 1, field: 'name', value: '', code: 'empty', message: 'Student name cannot be empty' },
          {
            row: 1,
            field: 'dob',
            value: '2029-05-11',
            code: 'notInPast',
            message: 'Student Date of Birth must be in the past',
          },
          {
            row: 1,
            field: 'dor',
            code: 'registeredBeforeBirth',
            message: 'Student Date of Registration cannot be before Date of Birth',
          },
        ],
        duplicates: [
          {
            row: 2,
            of_row: null,
            of: {
              id: 1,
              ref: 'EL-0001',
              name: 'Faith Atieno Odhiambo',
              dob: '2009-03-12',
              status: 0,
              school: 'Nyando Girls High School',
              path: null,
            },
          },
        ],
      },
    },
    async after(test) {
      const { students, imports, import_rows, history } = await storedTables(test)
      expect([students?.length, imports, import_rows, history]).toEqual([1, [], [], []])
    },
  },
  {
    name: 'reports unknown schools, liaison officers and supporters, and how many rows name them',
    input: check(
      { ...sheetRow, school: 'Mukaa Boys', liaison: 'Mary Wambui' },
      { ...sheetRow, school: 'Mukaa Boys', supporter: 'nobody@elimu.test' },
    ),
    contains: {
      data: {
        good: 0,
        errors: [
          {
            row: 0,
            field: 'school',
            value: 'Mukaa Boys',
            code: 'schoolUnknown',
            message: 'Student Current School is not known',
          },
          {
            row: 0,
            field: 'liaison',
            value: 'Mary Wambui',
            message: 'Student Liaison Officer must be an active user who may hold students',
          },
          { row: 1, field: 'school' },
          {
            row: 1,
            field: 'supporter',
            message: 'Student Supporter must be a supporter who is not disabled',
          },
        ],
        unknown: [
          { field: 'school', value: 'Mukaa Boys', rows: 2 },
          { field: 'liaison', value: 'Mary Wambui', rows: 1 },
          { field: 'supporter', value: 'nobody@elimu.test', rows: 1 },
        ],
      },
    },
  },
  {
    name: 'reads the words of a list in any case',
    input: importing([
      {
        ...sheetRow,
        gender: 'FEMALE',
        category: 'high school',
        entry_exam: 'kjsea',
        pathway: 'social sciences',
      },
    ]),
    contains: { data: { created: 1 } },
    async after(test) {
      expect((await studentsOf(test))[1]).toMatchObject({
        gender: 2,
        category: 1,
        entry_exam: 'KJSEA',
        pathway: 'Social Sciences',
      })
    },
  },
  finds(
    'refuses another exam for a student whose score it would remove',
    { ref: 'EL-0001', entry_exam: 'KPLEA', assessment_no: 'A 7' },
    {
      field: 'entry_exam',
      value: 'KPLEA',
      message: 'This exam would remove the score, assessment number or pathway that the student has',
    },
  ),
  {
    name: 'lists what updates would change with both values in the order of the form, including columns left out',
    async given(test) {
      await givenRegister(test)
      await addStudents(test.db, [
        { name: 'Kevin Otieno', school_id: 1 },
        { name: 'Mwende Mutua', school_id: 1 },
      ])
    },
    input: importing(
      [
        sheetRow,
        { ref: 'EL-0001', kcpe: 380, name: 'FAITH ATIENO ODHIAMBO', keep: ['name'], mother: ' ' },
        { ref: 'EL-0002', kcpe: 371, gender: 'male', supporter: cast.supporter.email },
        { ref: 'EL-0003', kcpe: 390, background: 'b'.repeat(400) },
      ],
      { check: true, keep: ['background'] },
    ),
    contains: {
      data: {
        good: 4,
        updated: 3,
        changes: [
          { field: 'name', rows: [{ row: 1, from: 'Faith Atieno Odhiambo', to: 'FAITH ATIENO ODHIAMBO' }] },
          { field: 'gender', rows: [{ row: 2, from: 'Female', to: 'Male' }] },
          {
            field: 'kcpe',
            rows: [
              { row: 1, from: '371', to: '380' },
              { row: 3, from: '371', to: '390' },
            ],
          },
          { field: 'background', rows: [{ row: 3, to: `${'b'.repeat(200)} …` }] },
          { field: 'supporter', rows: [{ row: 2, from: null, to: 'Samuel Kiptoo' }] },
        ],
      },
    },
  },
  finds(
    'chooses neither of two liaison officers with the same name',
    sheetRow,
    { field: 'liaison', message: 'More than one user has this name. Give the email' },
    (test) => addOfficer(test, { first_name: 'Lydia', last_name: 'Chebet', role_id: 3 }),
  ),
  finds(
    'explains why a deactivated liaison officer cannot be chosen',
    { ...sheetRow, liaison: 'Grace Njeri' },
    { field: 'liaison', value: 'Grace Njeri', message: 'This Liaison Officer is disabled' },
    (test) => addOfficer(test, { status: USER_DISABLED }),
  ),
  {
    name: 'gives students to a liaison officer who has no password yet',
    given: (test) => addOfficer(test, { status: USER_NEW }),
    input: importing([{ ...sheetRow, liaison: 'grace njeri' }]),
    contains: { data: { created: 1 } },
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      const { text } = await client.get('/api/students?query=list&search=wafula')
      expect(text).toContain('Grace Njeri')
      // The student form offers only active users.
      expect((await client.get('/api/getliaison')).text).not.toContain('Grace Njeri')
    },
  },
  finds(
    'refuses words that the form does not have',
    { ...sheetRow, gender: 'F' },
    { field: 'gender', value: 'F', message: 'Student Gender is not valid' },
  ),
  finds(
    'refuses a ref that no student has',
    { ref: 'EL-9999', kcpe: 300 },
    { field: 'ref', message: 'No student has this Ref' },
  ),
  finds(
    'refuses to update a student who is not Active',
    { ref: 'EL-0001', kcpe: 300 },
    { field: 'ref', message: 'Student is not Active' },
    async ({ db }) => void (await addStudents(db, [{ status: 2 }])),
  ),
  finds(
    'refuses a decision to update a student who is not similar',
    { ...sheetRow, duplicate: 1 },
    { field: 'duplicate', value: 1, message: 'This student is not a possible duplicate of the row' },
  ),
  finds(
    'refuses an unknown decision',
    { ...sheetRow, duplicate: 'perhaps' },
    { field: 'duplicate', message: 'Decision is not known' },
  ),
  {
    name: 'refuses all rows about one student',
    input: check({ ref: 'EL-0001', kcpe: 300 }, { ...faith, duplicate: 1 }, { ref: 'el-0001', kcpe: 301 }),
    contains: {
      data: {
        good: 0,
        errors: ['ref', 'duplicate', 'ref'].map((field, row) => ({
          row,
          field,
          message: 'More than one row is about this student',
        })),
      },
    },
  },
  {
    name: 'finds children who are in the sheet twice, and those whose day and month are swapped',
    input: importing([sheetRow, { ...sheetRow, name: 'Ruth Wafulla' }, { ...faith, dob: '2009-12-03' }], {
      check: true,
    }),
    contains: {
      data: {
        good: 1,
        skipped: 2,
        duplicates: [
          { row: 1, of: null, of_row: 0 },
          { row: 2, of: { ref: 'EL-0001' }, of_row: null },
        ],
      },
    },
  },
  {
    name: 'treats a school that the import would add as registered',
    input: importing([{ ...sheetRow, school: 'Mukaa  boys' }], {
      check: true,
      new_schools: [{ school: 'Mukaa Boys', cluster: 'Makueni' }],
      new_clusters: ['Makueni'],
    }),
    contains: { data: { good: 1, errors: [] } },
    async after({ db }) {
      expect(await db.selectFrom('schools').select('school').execute()).toHaveLength(1)
    },
  },
  {
    name: 'reports cells of types that no sheet contains, and does not look them up',
    input: check(
      { ref: { $ne: null }, duplicate: 1, name: 'Somebody Else' },
      { ref: 'EL-\0' },
      { ...sheetRow, name: ['Ruth'], school: { constructor: 1 }, supporter: '\0@elimu.test', kcpe: null },
      { ...sheetRow, gender: '__proto__', category: 'constructor', languages: 'x'.repeat(1_000_000) },
    ),
    contains: {
      data: {
        good: 0,
        updated: 0,
        errors: [
          { row: 0, field: 'ref', value: null, message: 'No student has this Ref' },
          { row: 1, field: 'ref', message: 'No student has this Ref' },
          { row: 2, field: 'supporter' },
          { row: 2, field: 'name', value: null, message: 'Student name cannot be empty' },
          { row: 2, field: 'kcpe', code: 'empty', message: 'Student KCPE Score cannot be empty' },
          { row: 2, field: 'school', code: 'empty', message: 'Student Current School cannot be empty' },
          { row: 3, field: 'category', message: 'Student Category Type is not valid' },
          { row: 3, field: 'gender', code: 'notValid', message: 'Student Gender is not valid' },
          { row: 3, field: 'languages' },
        ],
      },
    },
  },
  {
    name: 'lists at most 20 possible duplicates of a row',
    input: importing(
      Array.from({ length: 30 }, () => ({ ...sheetRow, duplicate: 'add' })),
      { check: true },
    ),
    async after(_test, { body }) {
      const { duplicates } = (body as { data: { duplicates: { row: number }[] } }).data
      expect(duplicates.filter(({ row }) => row === 29)).toHaveLength(20)
    },
  },
  finds(
    'reports an empty fact that the form requires',
    { ...sheetRow, ambition: ' ' },
    { field: 'ambition', code: 'empty', message: 'Student Ambition cannot be empty' },
  ),
  ...(['name', 'category', 'school', 'liaison'] as const).map((field) =>
    finds(
      `requires the ${field} of every student`,
      { ...sheetRow, [field]: '', blanks: { [field]: '' } },
      { field },
    ),
  ),
  {
    name: 'finds children of the same name and school where a date of birth is unknown',
    async given(test) {
      await given(test)
      const other = await addSchool(test.db, 'Mukaa Boys')
      await addStudents(test.db, [
        { name: 'Kevin Otieno', school_id: 1, dob: null },
        { name: 'Kevin Otieno', school_id: other, dob: null },
      ])
    },
    input: check(
      { ...faith, dob: 'Not known' },
      { ...faith, dob: 'Not known', school: 'Mukaa Boys' },
      { ...sheetRow, name: 'Otieno Kevin', dob: '2009-05-05' },
      { ...sheetRow, dob: 'not known' },
      { ...sheetRow, name: 'Wafula Ruth Nekesa' },
    ),
    contains: {
      data: {
        good: 2,
        skipped: 3,
        duplicates: [
          { row: 0, of: { ref: 'EL-0001', dob: '2009-03-12' } },
          { row: 2, of: { ref: 'EL-0002', dob: null } },
          { row: 4, of: null, of_row: 3 },
        ],
      },
    },
    lacks: ['EL-0003'],
  },
  { name: 'is refused to a liaison officer', as: 'liaison', input: check(sheetRow), status: 403 },
  {
    name: 'refuses more than 5,000 rows',
    input: importing(
      Array.from({ length: 5001 }, () => ({})),
      { check: true },
    ),
    errors: { rows: ['An import may not have more than 5000 rows'] },
  },
  {
    name: 'refuses a sheet without rows, and rows that are not objects',
    input: importing([[] as object]),
    errors: { 'rows.0': ['A row must contain fields by name'] },
  },
])

scenariosWith(`${CALL}, of students`, asCoordinator, [
  {
    name: 'creates the good rows with refs in order, and leaves out bad ones and possible duplicates',
    input: importing(
      [
        sheetRow,
        { ...sheetRow, kcpe: 501 },
        faith,
        { ...sheetRow, name: 'Abdi Noor', supporter: cast.supporter.email },
      ],
      { files: { 0: ['ruth.jpg'] } },
    ),
    contains: { message: '2 added, 0 updated.', data: { id: 1, created: 2, updated: 0, skipped: 2 } },
    async after(test) {
      const [, ruth, abdi] = await studentsOf(test)
      expect([ruth?.ref, abdi?.ref]).toEqual(['EL-0002', 'EL-0003'])
      expect(ruth).toMatchObject({
        gender: 2,
        school_id: 1,
        liaison_id: cast.liaison.id,
        kcpe: 371,
        picture_id: null,
      })
      expect(abdi).toMatchObject({ supporter_id: cast.supporter.id, supporter_order: 'samuel kiptoo' })
      const client = await test.signIn(cast.coordinator)
      expect((await client.get('/api/students/2?query=history')).body).toMatchObject({
        data: [
          {
            action: 'imported from register.xlsx',
            by: 'Catherine Njeri',
            changes: expect.arrayContaining([
              { field: 'ref', from: null, to: 'EL-0002' },
              { field: 'gender', from: null, to: 'Female' },
              { field: 'school', from: null, to: 'Nyando Girls High School' },
              { field: 'liaison', from: null, to: 'Lydia Chebet' },
            ]) as unknown,
          },
        ],
      })
      expect((await client.get('/api/students?search=abdi')).body).toMatchObject({ meta: { total: 1 } })
      expect((await client.get('/api/imports/1')).body).toMatchObject({
        data: {
          kind: 'students',
          file: 'register.xlsx',
          by: 'Catherine Njeri',
          created: 2,
          skipped: 2,
          undone_at: null,
          can_undo: false,
          rows: [
            {
              row: 0,
              id: 2,
              name: 'Ruth Nekesa Wafula',
              ref: 'EL-0002',
              is_new: true,
              path: null,
              status: 0,
              files: ['ruth.jpg'],
            },
            {
              row: 3,
              id: 3,
              name: 'Abdi Noor',
              ref: 'EL-0003',
              is_new: true,
              has_certificate: false,
              files: [],
            },
          ],
        },
      })
      await givePictures(test, [2])
      const cert = formOf({ cert: files.cert })
      await client.change('POST', '/api/students/3?_method=PATCH&query=list', cert)
      expect((await client.get('/api/imports/1')).body).toMatchObject({
        data: {
          rows: [
            { path: expect.stringMatching('^/api/files/') as string, has_certificate: false },
            { path: null, has_certificate: true },
          ],
        },
      })
      // If the sheet changes the exam, the former exam's certificate does not count.
      const kjsea = test.db.updateTable('students').set({ entry_exam: 'KJSEA', kcpe: null })
      await kjsea.where('id', '=', 3).execute()
      expect((await client.get('/api/imports/1')).body).toMatchObject({
        data: { rows: [{}, { has_certificate: false }] },
      })
    },
  },
  {
    name: 'leaves facts as not known where a cell or an answer says so',
    input: importing(
      [
        {
          ...sheetRow,
          dob: 'Not known',
          gender: 'NOT KNOWN',
          kcpe: '',
          ambition: '',
          guardian_phone: 722123456,
          blanks: { ambition: 'Not known' },
        },
      ],
      { defaults: { kcpe: 'Not known', mother: 'Not known' } },
    ),
    contains: { data: { created: 1 } },
    async after(test) {
      const unknown = { dob: null, gender: null, kcpe: null, ambition: null }
      expect((await studentsOf(test))[1]).toMatchObject({
        ...unknown,
        mother: sheetRow.mother,
        guardian_phone: '0722123456',
      })
      expect((await historyOf(test)).at(-1)?.changes).toMatchObject({
        dob: [null, 'Not known'],
        gender: [null, 'Not known'],
        'given for empty cells': [null, 'kcpe, ambition'],
      })
      const client = await test.signIn(cast.coordinator)
      const { body } = await client.get('/api/students/2?query=profile')
      expect(body).toMatchObject({ data: { ...unknown, age: null, todo: [{}, {}, { of: 'facts' }] } })
      // The form asks for them the next time.
      const edited = await client.change('PUT', '/api/students/2', (body as { data: object }).data)
      expect(edited.body).toMatchObject({
        errors: {
          dob: ['Student Date of Birth cannot be empty'],
          gender: ['Student Gender cannot be empty'],
          kcpe: ['Student KCPE Score cannot be empty'],
          ambition: ['Student Ambition cannot be empty'],
        },
      })
    },
  },
  {
    name: 'changes no fact to an unknown one, and leaves unknown ones where the row has none',
    async given(test) {
      await given(test)
      await addStudents(test.db, [{ school_id: 1, dob: null, kcpe: null, background: null }])
    },
    input: importing([
      { ref: 'EL-0001', mother: 'Not known', father: 'Paul' },
      { ref: 'EL-0002', dob: '2009-09-09', kcpe: ' ' },
    ]),
    contains: { data: { updated: 2 } },
    async after(test) {
      const [one, other] = await studentsOf(test)
      expect(one).toMatchObject({ mother: 'Rose Akinyi', father: 'Paul' })
      expect(other).toMatchObject({ dob: '2009-09-09', kcpe: null, background: null })
    },
  },
  {
    name: 'stores class and status of a new student, with day and reason in the history',
    as: 'director',
    input: importing([
      {
        ...sheetRow,
        class: 'form  3',
        status: 'discontinued',
        status_on: '2021-03-03',
        status_reason: 'Moved away',
      },
      { ...sheetRow, name: 'Abdi Noor', status: 'Active' },
    ]),
    contains: { data: { created: 2 } },
    async after(test) {
      expect(await studentsOf(test)).toMatchObject([
        {},
        { status: 1, version: 1 },
        { status: 0, class_id: null },
      ])
      const client = await test.signIn(cast.coordinator)
      expect((await client.get('/api/students/2?query=profile')).body).toMatchObject({
        data: { status: 1, class: 'Form 3', class_id: 3 },
      })
      const history = (await client.get('/api/students/2?query=history')).body
      expect(history).toMatchObject({
        data: [
          {
            action: 'changed status',
            by: 'Daniel Otieno',
            changes: [
              { field: 'status', from: 'Active', to: 'Discontinued' },
              { field: 'status_on', from: null, to: '2021-03-03' },
              { field: 'reason', from: null, to: 'Moved away' },
            ],
          },
          { action: 'imported from register.xlsx' },
        ],
      })
      expect((await client.get('/api/students/3?query=history')).body).toMatchObject({ data: [{}] })
    },
  },
  {
    name: 'gives an updated student status and class, and undoes both',
    as: 'director',
    input: importing([
      { ref: 'EL-0001', status: 'Graduated', status_reason: 'Sat for KCSE', class: 'Form 4' },
    ]),
    contains: { data: { updated: 1 } },
    async after(test) {
      expect(await studentsOf(test)).toMatchObject([{ status: 3, class_id: 4 }])
      const director = await test.signIn(cast.director)
      expect((await director.post('/api/imports/1/undo', {})).status).toBe(200)
      expect(await studentsOf(test)).toMatchObject([{ status: 0, class_id: null }])
      expect((await historyOf(test)).map(({ changes }) => changes)).toMatchObject([
        { status: ['Active', 'Graduated'], reason: [null, 'Sat for KCSE'], class: [null, 'Form 4'] },
        { status: ['Graduated', 'Active'] },
      ])
    },
  },
  ...(
    [
      [{ status: 'Left' }, { field: 'status', message: 'Student Status is not valid' }],
      [{ status: 'Withdrawn', status_on: '2026-03-03' }, { field: 'status_on' }],
      [{ status_on: '2021-03-03' }, { field: 'status', code: 'statusNeeded' }],
      [{ class: 'Form 9' }, { field: 'class', code: 'classUnknown', message: 'Class is not known' }],
    ] as const
  ).map(([cells, error]) =>
    Object.assign(finds(`refuses ${JSON.stringify(cells)}`, { ...sheetRow, ...cells }, error), {
      as: 'director',
    } as const),
  ),
  finds(
    'refuses a status from a coordinator',
    { ...sheetRow, status: 'Withdrawn' },
    {
      field: 'status',
      code: 'statusWithheld',
    },
  ),
  finds(
    'does not make the score of another exam unknown',
    { ref: 'EL-0001', entry_exam: 'KCPE' },
    { field: 'kcpe', code: 'empty' },
    async ({ db }) => void (await addStudents(db, [{ ...withoutExam }])),
  ),
  {
    name: 'updates a student by ref in the fields that the row has',
    input: importing(
      [
        {
          ref: 'el-0001',
          name: 'Faith A. Odhiambo',
          kcpe: '380',
          mother: '',
          supporter: cast.supporter.email,
        },
      ],
      {
        defaults: { ambition: 'Not known yet' },
      },
    ),
    contains: { data: { created: 0, updated: 1, skipped: 0 } },
    async after(test) {
      const [student] = await studentsOf(test)
      expect(student).toMatchObject({
        name: 'Faith A. Odhiambo',
        kcpe: 380,
        mother: 'Rose Akinyi',
        ambition: 'Civil engineer',
        supporter_id: cast.supporter.id,
        version: 2,
        search: 'faith a. odhiambo\nel-0001',
      })
      expect((await historyOf(test)).at(-1)).toMatchObject({
        action: 'imported from register.xlsx',
        changes: {
          name: ['Faith Atieno Odhiambo', 'Faith A. Odhiambo'],
          kcpe: [371, 380],
          supporter: [null, 'Samuel Kiptoo'],
        },
      })
    },
  },
  {
    name: 'accepts each exam with its fields, and a number in place of a text',
    input: importing([
      { ...sheetRow, entry_exam: 'KJSEA', kcpe: '', assessment_no: 20_418_837, pathway: 'STEM' },
      { ...sheetRow, name: 'Abdi Noor', entry_exam: 'KPLEA', pathway: 'Sports' },
      { ...sheetRow, name: 'Juma Were', entry_exam: 'CPE' },
    ]),
    contains: { data: { created: 1, updated: 0, skipped: 2 } },
    async after(test) {
      const exams = (await studentsOf(test)).map(({ entry_exam, kcpe, assessment_no, pathway }) => [
        entry_exam,
        kcpe,
        assessment_no,
        pathway,
      ])
      expect(exams).toEqual([
        ['KCPE', 371, null, null],
        ['KJSEA', null, '20418837', 'STEM'],
      ])
    },
  },
  {
    name: 'neither changes nor validates columns that are left out',
    input: importing(
      [
        {
          ref: 'EL-0001',
          name: 'FAITH',
          mother: 'ROSE',
          kcpe: 'good',
          ambition: 'Pilot',
          keep: ['name', 'kcpe'],
        },
      ],
      { keep: ['mother', 'school'] },
    ),
    contains: { data: { updated: 1, skipped: 0 } },
    async after(test) {
      expect((await studentsOf(test))[0]).toMatchObject({
        name: 'Faith Atieno Odhiambo',
        mother: 'Rose Akinyi',
        kcpe: 371,
        ambition: 'Pilot',
      })
    },
  },
  {
    name: 'fills blank cells with the row’s own defaults only if the row adds a student',
    input: importing([
      { ...faith, kcpe: '', blanks: { entry_exam: 'None', ambition: 'Pilot' }, duplicate: 1 },
      { ...sheetRow, kcpe: '', gender: null, blanks: { entry_exam: 'None', gender: 'Male', name: 'Nobody' } },
    ]),
    contains: { data: { created: 1, updated: 1 } },
    async after(test) {
      const [before, added] = await studentsOf(test)
      expect(before).toMatchObject({ entry_exam: 'KCPE', kcpe: 371 })
      expect(added).toMatchObject({ name: sheetRow.name, entry_exam: 'None', kcpe: null, gender: 1 })
      const entry = (await historyOf(test)).find(({ entity_id }) => entity_id === added?.id)
      expect(entry?.changes).toMatchObject({ 'given for empty cells': [null, 'entry_exam, gender'] })
    },
  },
  {
    name: 'updates the chosen student of a duplicate, and adds another duplicate as a new student',
    input: importing([
      { ...faith, duplicate: 1 },
      { ...faith, duplicate: 'add' },
    ]),
    contains: { data: { created: 1, updated: 1, skipped: 0 } },
    async after(test) {
      const names = (await studentsOf(test)).map(({ name }) => name)
      expect(names).toEqual(['Odhiambo Faith Atieno', 'Odhiambo Faith Atieno'])
    },
  },
  {
    name: 'fills empty cells with a default value, which the history records',
    input: importing([{ ...sheetRow, ambition: '', siblings: null }], {
      defaults: { ambition: 'Not known yet', siblings: 0, kcpe: 1 },
    }),
    async after(test) {
      expect((await studentsOf(test)).at(-1)).toMatchObject({
        ambition: 'Not known yet',
        siblings: 0,
        kcpe: 371,
      })
      const { changes } = (await historyOf(test)).at(-1) ?? {}
      expect(changes).toMatchObject({ 'given for empty cells': [null, 'ambition, siblings'] })
    },
  },
  {
    name: 'adds the new schools and clusters of the import',
    input: importing([{ ...sheetRow, school: 'Mukaa Boys' }], {
      new_schools: [
        { school: 'Mukaa Boys', cluster: 'Makueni' },
        { school: 'nyando girls high school', cluster: 'Kisumu' },
      ],
      new_clusters: ['Makueni'],
    }),
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      expect((await client.get('/api/schools?search=mukaa')).body).toMatchObject({
        data: [{ school: 'Mukaa Boys', cluster_name: 'Makueni' }],
      })
      expect((await client.get('/api/imports/1')).body).toMatchObject({ data: { schools: 1, clusters: 1 } })
    },
  },
  {
    name: 'refuses a new school in an unknown cluster',
    input: importing([sheetRow], { new_schools: [{ school: 'Mukaa Boys', cluster: 'Makueni' }] }),
    errors: { 'new_schools.0.cluster': ['Cluster is not known'] },
  },
  {
    name: 'imports nothing and uses no ref number if no row is good',
    input: importing([{ ...sheetRow, name: '' }], {
      new_schools: [{ school: 'Mukaa Boys', cluster: 'Kisumu' }],
    }),
    errors: { rows: ['No row can be imported'] },
  },
])

it('previews exactly 20 bad rows and 5 duplicates among 1,000, and creates 975 once even if the request is repeated', async () => {
  const { test, client } = await openRegister()
  const rows = sheetRows(1_000)
  await importRows(client, rows.slice(0, 5))
  const bad = Array.from({ length: 20 }, (_, index) => 30 + index * 40)
  for (const row of bad)
    Object.assign(rows[row] ?? {}, row % 80 === 30 ? { siblings: 31 } : { dor: '1999-01-01' })

  const checked = await client.post('/api/imports', importing(rows, { check: true }))
  const { data } = checked.body as {
    data: { good: number; errors: { row: number }[]; duplicates: { row: number }[] }
  }
  expect(data.good).toBe(975)
  expect(data.errors.map(({ row }) => row)).toEqual(bad)
  expect(data.duplicates.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4])

  const send = () =>
    client.post('/api/imports', importing(rows), { headers: { 'idempotency-key': 'one-press' } })
  const answers = await Promise.all([send(), send()])
  answers.push(await send())
  for (const { body } of answers)
    expect(body).toMatchObject({ data: { id: 2, created: 975, updated: 0, skipped: 25 } })
  expect(await studentsOf(test)).toHaveLength(981)
})
