import { describe, expect, it } from 'vitest'
import { studentMessages } from '#contract/students/students.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { files, studentFormData } from '../testing/data/studentForm.ts'
import { addSchool } from '../testing/data/schools.ts'
import { filledForm } from '../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'
import { historyOf } from '../testing/database/storedRows.ts'

const CALL = 'POST /api/students?query=list'
const given = ({ db }: TestApp) => addSchool(db)

/** The message of each field that is left empty. */
const empty: Record<string, string> = {
  name: 'Student name cannot be empty',
  dob: 'Student Date of Birth cannot be empty',
  dor: 'Student Date of Registration cannot be empty',
  kcpe: 'Student KCPE Score cannot be empty',
  ambition: 'Student Ambition cannot be empty',
  siblings: 'Student Number of Siblings cannot be empty',
  languages: 'Student Languages Spoken cannot be empty',
  liaison_id: 'Student Liaison Officer cannot be empty',
  gender: 'Student Gender cannot be empty',
  school_id: 'Student Current School cannot be empty',
  background: 'Student Background cannot be empty',
  mother: 'Student Mother cannot be empty',
  father: 'Student Father cannot be empty',
  guardian: 'Student Guardian cannot be empty',
  category: 'Student Category Type cannot be empty',
  pic: 'Please Select Student Profile Picture for upload',
  cert: 'Please Select Student KCPE certificate for upload',
}

const wrong: [field: string, value: string, message: string][] = [
  ['name', 'x'.repeat(201), 'Student name may not be longer than 200 characters'],
  ['dob', '2026-03-02', 'Student Date of Birth must be in the past'],
  ['dob', '1949-12-31', 'Student Date of Birth cannot be before 1950'],
  ['name', '\u200b\u2060\u00ad \u3164', 'Student name cannot be empty'],
  ['background', '\u200b\n\ufeff', 'Student Background cannot be empty'],
  ['dob', '12.3.2009', 'Student Date of Birth is not a date'],
  ['dob', '2009-02-30', 'Student Date of Birth is not a date'],
  ['dor', '2026-03-03', 'Student Date of Registration cannot be after today'],
  ['dor', '2009-03-11', 'Student Date of Registration cannot be before Date of Birth'],
  ['kcpe', '501', 'Student KCPE Score must be a whole number from 0 to 500'],
  ['kcpe', '-1', 'Student KCPE Score must be a whole number from 0 to 500'],
  ['kcpe', '37.5', 'Student KCPE Score must be a whole number from 0 to 500'],
  ['siblings', '31', 'Student Number of Siblings must be a whole number from 0 to 30'],
  ['siblings', 'three', 'Student Number of Siblings must be a whole number from 0 to 30'],
  ['gender', '3', 'Student Gender is not valid'],
  ['category', '0', 'Student Category Type is not valid'],
  ['school_id', '99', 'Student Current School is not known'],
  ['school_id', '1 OR 1=1', 'Student Current School cannot be empty'],
  [
    'liaison_id',
    String(cast.supporter.id),
    'Student Liaison Officer must be an active user who may hold students',
  ],
  ['liaison_id', '99', 'Student Liaison Officer must be an active user who may hold students'],
  ['admission_no', 'x'.repeat(51), 'Student Admission No. may not be longer than 50 characters'],
  ['guardian_phone', 'none', 'Student Guardian’s Phone must have at least 7 digits'],
  ['background', 'x'.repeat(5_001), 'Student Background may not be longer than 5000 characters'],
]

scenariosWith('adding a student', { as: 'administrator', given, call: CALL }, [
  {
    name: 'assigns the ref, stores picture and certificate, and returns the row of the list',
    as: 'coordinator',
    input: studentFormData(),
    contains: {
      message: 'Student saved.',
      data: {
        ref: 'EL-0001',
        name: filledForm.name,
        liaison: 'Lydia Chebet',
        supporter: null,
        status: 0,
        path: '/api/files/1',
      },
    },
    history: {
      entity: 'student',
      action: 'added',
      user_id: cast.coordinator.id,
      changes: {
        ref: [null, 'EL-0001'],
        gender: [null, 'Female'],
        school: [null, 'Nyando Girls High School'],
      },
    },
    async after(test) {
      expect(await test.db.selectFrom('unowned_bytes').selectAll().execute()).toEqual([])
      const student = await (await test.signIn(cast.liaison)).get('/api/students/1?query=edit')
      expect(student.body).toMatchObject({ data: { cert: '/api/files/2', age: 16, version: 1, kcpe: 371 } })
    },
  },
  {
    name: 'saves a liaison officer’s own id, even if the request names another user',
    as: 'liaison',
    input: studentFormData({ liaison_id: String(cast.director.id) }),
    contains: { data: { liaison: null } },
    async after({ db }) {
      const row = await db.selectFrom('students').selectAll().executeTakeFirstOrThrow()
      expect(row.liaison_id).toBe(cast.liaison.id)
    },
  },
  {
    name: 'sets the supporter, if one is sent',
    as: 'coordinator',
    input: studentFormData({ supporter_id: String(cast.supporter.id) }),
    contains: { data: { supporter: 'Samuel Kiptoo' } },
    async after(test) {
      expect(await historyOf(test)).toMatchObject([
        { action: 'added' },
        { action: 'added supporter', changes: { supporter: [null, 'Samuel Kiptoo'] } },
      ])
    },
  },
  {
    name: 'refuses a supporter who is none',
    as: 'coordinator',
    input: studentFormData({ supporter_id: String(cast.liaison.id) }),
    errors: { supporter_id: [studentMessages.supporterUnknown] },
  },
  {
    name: 'ignores a supporter from a user who may not set one',
    as: 'liaison',
    input: studentFormData({ supporter_id: String(cast.supporter.id) }),
    async after({ db }) {
      const row = await db.selectFrom('students').select('supporter_id').executeTakeFirstOrThrow()
      expect(row.supporter_id).toBeNull()
    },
  },
  {
    name: 'saves the admission number and the guardian’s phone, which may be missing',
    input: studentFormData({ admission_no: ' ADM/4512 ', guardian_phone: '0722 123 456' }),
    history: {
      entity: 'student',
      action: 'added',
      changes: { admission_no: [null, 'ADM/4512'], guardian_phone: [null, '0722 123 456'] },
    },
    async after(test) {
      const student = await (await test.signIn(cast.liaison)).get('/api/students/1?query=profile')
      expect(student.body).toMatchObject({
        data: { admission_no: 'ADM/4512', guardian_phone: '0722 123 456' },
      })
    },
  },
  {
    name: 'ignores fields that a caller may not set',
    input: studentFormData({
      id: '77',
      ref: 'EL-7777',
      status: '3',
      created_by: '5',
      version: '9',
    }),
    contains: { data: { id: 1, ref: 'EL-0001', status: 0, supporter: null } },
  },
  {
    name: 'reports all missing fields at once',
    input: studentFormData(Object.fromEntries(Object.keys(empty).map((field) => [field, null]))),
    errors: Object.fromEntries(Object.entries(empty).map(([field, message]) => [field, [message]])),
  },
  {
    name: 'reports refused files together with every invalid field',
    input: studentFormData({
      name: '',
      dob: '2026-03-02',
      dor: '2026-03-03',
      kcpe: '501',
      pic: files.cert,
      cert: files.pic,
      other: files.pic,
    }),
    errors: {
      name: ['Student name cannot be empty'],
      dob: ['Student Date of Birth must be in the past'],
      dor: ['Student Date of Registration cannot be after today'],
      kcpe: ['Student KCPE Score must be a whole number from 0 to 500'],
      pic: ['Only Images Allowed'],
      cert: ['Only PDF Allowed'],
      other: ['No file is accepted here'],
    },
  },
  {
    name: 'reports a registration before the birth together with a refused file',
    input: studentFormData({ name: '', dor: '2009-03-11', pic: files.cert }),
    errors: {
      name: ['Student name cannot be empty'],
      dor: ['Student Date of Registration cannot be before Date of Birth'],
      pic: ['Only Images Allowed'],
    },
  },
  {
    name: 'accepts a student who was born in 1950',
    input: studentFormData({ dob: '1950-01-01' }),
  },
  {
    name: 'accepts JSON too, and then reports the missing files',
    input: filledForm,
    errors: { pic: [empty['pic']], cert: [empty['cert']] },
  },
  ...wrong.map(([field, value, message]) => ({
    name: `refuses ${field} "${value.slice(0, 20)}": ${message}`,
    input: studentFormData({ [field]: value }),
    errors: { [field]: [message] },
  })),
  {
    name: 'refuses a picture that is not an image',
    input: studentFormData({ pic: new File(['<svg onload="x"/>'], 'faith.png', { type: 'image/png' }) }),
    errors: { pic: ['Only Images Allowed'] },
  },
  { name: 'is refused to supporters', as: 'supporter', input: studentFormData(), status: 403 },
])

describe('adding students at the same moment', () => {
  it('gives 50 of them 50 different refs, in order and without a gap', async () => {
    const { client } = await openSignedIn('administrator', { given })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        client.post('/api/students?query=list', studentFormData({ name: `Student ${index}` })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const refs = answers.map(({ body }) => (body as { data: { ref: string } }).data.ref)
    const expected = Array.from({ length: 50 }, (_, index) => `EL-${String(index + 1).padStart(4, '0')}`)
    expect(refs.toSorted()).toEqual(expected)
  })

  it('creates one student when the same request is sent twice, with equal answers', async () => {
    const { test, client } = await openSignedIn('administrator', { given })
    const send = (form = studentFormData()) =>
      client.post('/api/students?query=list', form, { headers: { 'idempotency-key': 'one-form' } })
    const [first, second] = await Promise.all([send(), send()])
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect((await send()).body).toEqual(first.body)
    expect((await client.get('/api/students?query=list')).body).toMatchObject({ meta: { total: 1 } })
    expect(await test.db.selectFrom('files').select('id').execute()).toHaveLength(2)
    expect(await test.db.selectFrom('unowned_bytes').selectAll().execute()).toEqual([])

    const other = await send(studentFormData({ name: 'Somebody else' }))
    expect(other.status).toBe(409)
    const refused = await client.post('/api/students?query=list', studentFormData(), {
      headers: { 'idempotency-key': 'x'.repeat(101) },
    })
    expect(refused.status).toBe(400)
  })

  it('accepts a corrected request under the key of a refused one', async () => {
    const { client } = await openSignedIn('administrator', { given })
    const send = (name: string) =>
      client.post('/api/students?query=list', studentFormData({ name, school_id: name ? '1' : '99' }), {
        headers: { 'idempotency-key': 'corrected' },
      })
    expect((await send('')).status).toBe(422)
    expect((await send('Faith')).status).toBe(200)
  })
})

const bySlip = { entry_exam: 'KJSEA', kcpe: null, cert: null }

scenariosWith(`${CALL}, with another entry exam`, { as: 'coordinator', given, call: CALL }, [
  {
    name: 'requires no score and no document, and saves assessment number and pathway',
    input: studentFormData({ ...bySlip, assessment_no: ' A001847320 ', pathway: 'STEM' }),
    contains: { data: { entry_exam: 'KJSEA' } },
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      expect((await client.get('/api/students/1?query=edit')).body).toMatchObject({
        data: { kcpe: null, cert: null, assessment_no: 'A001847320', pathway: 'STEM' },
      })
      expect((await historyOf(test))[0]?.changes).toMatchObject({
        entry_exam: [null, 'KJSEA'],
        pathway: [null, 'STEM'],
      })
    },
  },
  {
    name: 'saves a result slip, but no score',
    input: studentFormData({ entry_exam: 'KPLEA', kcpe: '311' }),
    async after(test) {
      const row = await test.db.selectFrom('students').selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        entry_exam: 'KPLEA',
        kcpe: null,
        certificate_id: expect.any(Number) as number,
      })
    },
  },
  {
    name: 'saves no assessment number and no pathway of a child without an exam',
    input: studentFormData({ ...bySlip, entry_exam: 'None', assessment_no: 'A1', pathway: 'STEM' }),
    async after(test) {
      const row = await test.db.selectFrom('students').selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({ entry_exam: 'None', kcpe: null, assessment_no: null, pathway: null })
    },
  },
  {
    name: 'refuses an unknown exam and pathway',
    input: studentFormData({ entry_exam: 'KCSE' }),
    errors: { entry_exam: ['Student Entry Exam is not valid'] },
  },
  {
    name: 'refuses an unknown pathway',
    input: studentFormData({ ...bySlip, pathway: 'Law' }),
    errors: { pathway: ['Student Pathway is not valid'] },
  },
  {
    name: 'requires score and certificate for KCPE, also as the default',
    input: studentFormData({ ...bySlip, entry_exam: 'KCPE' }),
    errors: {
      kcpe: ['Student KCPE Score cannot be empty'],
      cert: ['Please Select Student KCPE certificate for upload'],
    },
  },
])
