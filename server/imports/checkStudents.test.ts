import { expect } from 'vitest'
import type { TestApp } from '../testing/testApp.ts'
import { USER_DISABLED, USER_NEW } from '#contract/users.ts'
import { importing, givenRegister, sheetRow } from '../testing/imports/imports.ts'
import { asCoordinator, CALL, check, faith, finds, studentsOf } from '../testing/imports/sheetScenarios.ts'
import { scenariosWith, storedTables } from '../testing/scenarios.ts'
import { addStudents } from '../testing/data/students.ts'
import { addUser, cast } from '../testing/data/users.ts'

/** Adds a user who may be a liaison officer, besides the cast. */
const addOfficer = async (test: TestApp, user: object) => {
  await givenRegister(test)
  await addUser(test.db, {
    first_name: 'Grace',
    last_name: 'Njeri',
    email: 'grace@elimu.test',
    role_id: 4,
    ...user,
  })
}

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
            message: 'No member of staff has this name or email',
          },
          { row: 1, field: 'school' },
          {
            row: 1,
            field: 'supporter',
            message: 'No enabled supporter has this email',
          },
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
    { field: 'liaison', message: 'More than one user has this name' },
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
  {
    name: 'treats a school that the import would add as registered',
    input: importing([{ ...sheetRow, school: 'Mukaa  boys' }], {
      check: true,
      new_places: [{ school: 'Mukaa Boys', cluster: 'Makueni' }],
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
      { ref: 'EL-\u0001' },
      { ...sheetRow, name: ['Ruth'], school: { constructor: 1 }, supporter: '\u0001@elimu.test', kcpe: null },
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
