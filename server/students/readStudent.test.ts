import { expect, it } from 'vitest'
import { namesOf } from '#contract/base/fields.ts'
import {
  sharedFacts,
  type StudentField,
  studentFields,
  studentRowSchema,
} from '#contract/students/students.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { addStudents } from '../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const { supporter, director } = cast

/** The fields of a student that supporters see: adding one is a decision. */
const shownToSupporters: StudentField[] = [
  'name',
  'category',
  'gender',
  'dob',
  'dor',
  'entry_exam',
  'kcpe',
  'assessment_no',
  'pathway',
  'ambition',
  'siblings',
  'languages',
  'school_id',
  'background',
  'mother',
  'father',
  'guardian',
  'liaison_id',
]
const everyFact = {
  assessment_no: 'A-1',
  pathway: 'STEM',
  admission_no: '4512',
  guardian_phone: '0722 123 456',
} as const

it('supporters see the fields that say so, in the profile and in lists', () => {
  const seen = namesOf(studentFields).filter((name) => sharedFacts[name])
  expect(seen).toEqual(shownToSupporters)
  const listed = namesOf(studentRowSchema.shape).filter((name) => name in studentFields)
  expect(seen).toEqual(expect.arrayContaining(listed))
})

const given = ({ db }: TestApp) =>
  addStudents(db, [{ supporter_id: supporter.id }, { liaison_id: director.id }])

scenariosWith('reading a student', { as: 'supporter', given, call: 'GET /api/students/1?query=edit' }, [
  {
    name: 'shows the profile to staff',
    as: 'liaison',
    call: 'GET /api/students/1?query=profile&type=academics',
    contains: {
      data: {
        ref: 'EL-0001',
        school: 'Nyando Girls High School',
        liaison: 'Lydia Chebet',
        supporter: null,
        supporter_id: null,
        age: 16,
        gender: 2,
        annual_rep: [],
        annual_finance: [],
      },
    },
    lacks: ['Samuel'],
  },
  {
    name: 'shows the supporter to roles below 4',
    as: 'coordinator',
    contains: { data: { supporter: 'Samuel Kiptoo', supporter_id: supporter.id, version: 1 } },
  },
  {
    name: 'returns who added and last saved the student, for editing',
    as: 'liaison',
    async given(test) {
      await given(test)
      const daniel = await test.signIn(director)
      await daniel.change('PATCH', '/api/students/1', { status: 2 })
    },
    contains: { data: { created_by: cast.administrator.id, updated_by: director.id } },
  },
  {
    name: 'returns neither in the profile',
    as: 'liaison',
    call: 'GET /api/students/1?query=profile',
    lacks: ['created_by', 'updated_by'],
  },
  {
    name: 'shows supporters the profile of their own student',
    call: 'GET /api/students/1?query=profile',
    contains: { data: { name: 'Faith Atieno Odhiambo' } },
  },
  {
    name: 'shows supporters neither the admission number nor the guardian’s phone',
    given: ({ db }) =>
      addStudents(db, [{ supporter_id: supporter.id, admission_no: '4512', guardian_phone: '0722 123 456' }]),
    call: 'GET /api/students/1?query=profile',
    contains: { data: { admission_no: null, guardian_phone: null } },
    lacks: ['4512', '0722'],
  },
  ...(['supporter', 'liaison'] as const).map((as) => ({
    name: `shows a ${as} the fields of a student that they may see, and null for the others`,
    as,
    given: ({ db }: TestApp) => addStudents(db, [{ supporter_id: supporter.id, ...everyFact }]),
    call: 'GET /api/students/1?query=profile',
    contains: {
      data: Object.fromEntries(
        namesOf(studentFields).map((name) => [
          name,
          as === 'liaison' || shownToSupporters.includes(name) ? expect.anything() : null,
        ]),
      ),
    },
  })),
  {
    name: 'answers a supporter 404 for other students',
    call: 'GET /api/students/2?query=profile',
    status: 404,
    lacks: ['Faith'],
  },
  {
    name: 'answers a supporter 404 for other galleries',
    call: 'GET /api/students/2?query=gallery',
    status: 404,
  },
  {
    name: 'names the student of a gallery',
    call: 'GET /api/students/1?query=gallery',
    contains: { data: { name: 'Faith Atieno Odhiambo', gallery: [] } },
  },
  { name: 'refuses to open a student for editing to a supporter', status: 403 },
  {
    name: 'shows roles below 4 who changed what, the newest first',
    as: 'coordinator',
    async given(test) {
      await given(test)
      const client = await test.signIn(director)
      await client.change('PATCH', '/api/students/1', { supporter_id: '' })
      await client.change('PATCH', '/api/students/2', { status: 1 })
      await client.change('PATCH', '/api/students/1', { status: 2, reason: 'Moved abroad' })
    },
    call: 'GET /api/students/1?query=history',
    contains: {
      data: [
        {
          by: 'Daniel Otieno',
          action: 'changed status',
          changes: [
            { field: 'status', from: 'Active', to: 'Withdrawn' },
            { field: 'reason', from: null, to: 'Moved abroad' },
          ],
        },
        { action: 'removed supporter', changes: [{ field: 'supporter', from: 'Samuel Kiptoo', to: null }] },
      ],
    },
  },
  {
    name: 'hides the history from a liaison officer',
    as: 'liaison',
    call: 'GET /api/students/1?query=history',
    status: 403,
  },
  ...['0', '-1', '99', '9007199254740993', '1%20OR%201=1', 'x'].map((id) => ({
    name: `answers 404 for student ${id}`,
    as: 'administrator' as const,
    call: `GET /api/students/${id}?query=profile`,
    status: 404,
  })),
])

scenariosWith('whom a student can be given to', { as: 'coordinator' }, [
  {
    name: 'lists active users who may be liaison officers, by name',
    call: 'GET /api/getliaison',
    contains: {
      data: ['Amina Mwangi', 'Catherine Njeri', 'Daniel Otieno', 'Lydia Chebet'].map((name) => ({ name })),
      meta: { total: 4, whole: true },
    },
    lacks: ['Samuel', 'Dalmas'],
  },
  {
    name: 'pages and sorts those who may be liaison officers',
    call: 'GET /api/getliaison?page=2&size=3&sort=-name',
    contains: { data: [{ name: 'Amina Mwangi' }], meta: { total: 4, whole: false } },
  },
  {
    name: 'searches the supporters',
    call: 'GET /api/getsupporters?search=kiptoo%20samuel',
    contains: { data: [{ name: 'Samuel Kiptoo' }], meta: { total: 1, whole: false } },
    lacks: ['Dalmas', 'Lydia'],
  },
  {
    name: 'lists the supporters, and who of them is disabled',
    call: 'GET /api/getsupporters',
    contains: {
      data: [
        { name: 'Dalmas Oduya', status: 1 },
        { name: 'Nuru Hassan', status: 0 },
        { name: 'Samuel Kiptoo', status: 2 },
      ],
      meta: { total: 3, whole: true },
    },
    lacks: ['Lydia'],
  },
])

it('answers 304 to a client that has the current list of supporters', async () => {
  const { client } = await openSignedIn('coordinator')
  const { headers } = await client.get('/api/getsupporters')
  const known = { headers: { 'if-none-match': String(headers['etag']) } }
  expect(await client.get('/api/getsupporters', known)).toMatchObject({ status: 304 })
})
