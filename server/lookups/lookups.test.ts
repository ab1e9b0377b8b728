import { describe, expect, it } from 'vitest'
import { type Scenario, scenarios, scenariosWith } from '../testing/scenarios.ts'
import { openSignedIn, type TestApp } from '../testing/testApp.ts'
import { addReportCards } from '../testing/data/records.ts'
import { addStudents } from '../testing/data/students.ts'
import { cast } from '../testing/data/users.ts'
import { historyOf } from '../testing/database/storedRows.ts'

/** The year that the migration adds depends on the date, so the scenarios begin without years. */
const withoutYears = ({ db }: TestApp) => db.deleteFrom('years').execute()

type Facts = Record<string, string>

const added: [kind: string, input: Facts, message: string, entity: string, also?: Facts][] = [
  ['years', { year_name: '2025' }, 'Year saved.', 'year'],
  ['terms', { term_name: 'Term 4' }, 'Term saved.', 'term'],
  ['classes', { class_name: 'Grade 9' }, 'Class saved.', 'class', { curriculum: '8-4-4' }],
  ['subjects', { subject_name: 'Aviation' }, 'Subject saved.', 'subject'],
]

const refused: [kind: string, input: Record<string, unknown>, errors: Record<string, string[]>][] = [
  ['years', {}, { year_name: ['Year cannot be empty'] }],
  ['years', { year_name: ' ' }, { year_name: ['Year cannot be empty'] }],
  ['years', { year_name: '2015' }, { year_name: ['Year is not valid'] }],
  ['years', { year_name: '2027' }, { year_name: ['Year is not valid'] }],
  ['years', { year_name: '202' }, { year_name: ['Year is not valid'] }],
  ['years', { year_name: '２０２６' }, { year_name: ['Year is not valid'] }],
  ['years', { year_name: 'twenty' }, { year_name: ['Year is not valid'] }],
  ['terms', {}, { term_name: ['Term cannot be empty'] }],
  ['terms', { term_name: 'term  1' }, { term_name: ['This term exists already'] }],
  ['classes', {}, { class_name: ['Class cannot be empty'] }],
  ['classes', { class_name: '\u200b\u2060 \u00ad\u3164' }, { class_name: ['Class cannot be empty'] }],
  ['classes', { class_name: ' FORM 1' }, { class_name: ['This class exists already'] }],
  ['subjects', {}, { subject_name: ['Subject Name cannot be empty'] }],
  ['subjects', { subject_name: 'kiswahili ' }, { subject_name: ['This subject exists already'] }],
  [
    'subjects',
    { subject_name: 'x'.repeat(101) },
    { subject_name: ['Subject Name may not be longer than 100 characters'] },
  ],
]

for (const [kind, input, message, entity, also] of added) {
  const call = `POST /api/${kind}`
  const [field = '', name] = Object.entries(input)[0] ?? []
  const form = new FormData()
  form.set(field, ` ${name} `)
  const saved: Omit<Scenario, 'name'> = {
    as: 'coordinator',
    given: withoutYears,
    call,
    status: 200,
    async after(test, { body }) {
      const entity_id = (body as { data: { id: number } }).data.id
      expect(body).toEqual({
        success: true,
        message,
        data: { id: entity_id, [field]: name, ...also, message },
      })
      expect(await historyOf(test)).toMatchObject([
        { entity, entity_id, action: 'added', user_id: 3, changes: { [field]: [null, name] } },
      ])
    },
  }
  scenarios(call, [
    { ...saved, name: 'adds one sent as form data, and writes history of it', input: form },
    { ...saved, name: 'adds one sent as JSON', input: { ...input, id: 77, folded: 'x' } },
    ...refused
      .filter((row) => row[0] === kind)
      .map(([, wrong, errors]): Scenario => ({
        name: `refuses ${JSON.stringify(wrong).slice(0, 40)}`,
        as: 'coordinator',
        given: withoutYears,
        call,
        input: wrong,
        status: 422,
        contains: { message: Object.values(errors)[0]?.[0], errors },
        lacks: ['unique', 'constraint'],
      })),
  ])
}

scenariosWith('POST /api/years by the clock', { as: 'administrator', call: 'POST /api/years' }, [
  {
    name: 'takes the earliest of the last eleven years',
    given: withoutYears,
    input: { year_name: '2016' },
  },
  {
    name: 'refuses a year that exists',
    given: async (test) => {
      await withoutYears(test)
      const client = await test.signIn(cast.administrator)
      await client.post('/api/years', { year_name: '2024' })
    },
    input: { year_name: '2024' },
    errors: { year_name: ['This year exists already'] },
  },
])

scenariosWith(
  'POST /api/years/next',
  { as: 'coordinator', call: 'POST /api/years/next', given: withoutYears },
  [
    {
      name: 'adds the coming year, which Add Year refuses',
      contains: { message: 'Year saved.', data: { year_name: '2027' } },
      history: { entity: 'year', action: 'added', changes: { year_name: [null, '2027'] } },
    },
    {
      name: 'begins with the year in Nairobi',
      async given(test) {
        await withoutYears(test)
        test.clock.step(Date.parse('2026-12-31T21:00:00Z') - test.clock().getTime())
      },
      contains: { data: { year_name: '2028' } },
    },
    {
      name: 'refuses a coming year that exists',
      async given(test) {
        await withoutYears(test)
        const client = await test.signIn(cast.coordinator)
        await client.post('/api/years/next', {})
      },
      errors: { year_name: ['This year exists already'] },
    },
  ],
)

describe('the lists that report cards are sorted under', () => {
  type Answered = { data: Record<string, string>[]; meta: { total: number; whole: boolean } }
  async function ask(kind: string, field: string, names: string[], query = '') {
    const { test, client } = await openSignedIn('administrator', { given: withoutYears })
    for (const name of names) await client.post(`/api/${kind}`, { [field]: name })
    const supporter = await test.signIn(cast.supporter)
    const { data, meta } = (await supporter.get(`/api/${kind}${query}`)).body as Answered
    return { names: data.map((row) => row[field]), meta }
  }

  it('begin with the newest year', async () => {
    expect(await ask('years', 'year_name', ['2024', '2026', '2025'])).toEqual({
      names: ['2026', '2025', '2024'],
      meta: { total: 3, whole: true },
    })
  })

  it('count Term 2 before Term 10', async () => {
    expect((await ask('terms', 'term_name', ['Term 10'])).names).toEqual([
      'Term 1',
      'Term 2',
      'Term 3',
      'Term 10',
    ])
    expect((await ask('classes', 'class_name', ['Form 10', 'class 8'])).names).toEqual([
      'class 8',
      'Form 1',
      'Form 2',
      'Form 3',
      'Form 4',
      'Form 10',
      'Grade 10',
      'Grade 11',
      'Grade 12',
    ])
  })

  it('are paged, searched and sorted like any list', async () => {
    expect(await ask('terms', 'term_name', ['Half Term'], '?search=TERM&page=2&size=3')).toEqual({
      names: ['Term 3'],
      meta: { total: 4, whole: false },
    })
    expect((await ask('terms', 'term_name', [], '?size=2&sort=-term_name')).names).toEqual([
      'Term 3',
      'Term 2',
    ])
    const years = ['2024', '2026', '2025']
    expect((await ask('years', 'year_name', years, '?size=2&sort=year_name')).names).toEqual(['2024', '2025'])
    expect((await ask('years', 'year_name', years, '?size=2&sort=-year_name')).names).toEqual([
      '2026',
      '2025',
    ])
    expect((await ask('terms', 'term_name', [], '?whole=3')).meta).toEqual({ total: 3, whole: true })
    expect((await ask('terms', 'term_name', [], '?whole=3&sort=-term_name')).names[0]).toBe('Term 3')
  })

  it('bring the subjects of a Kenyan school', async () => {
    const { names } = await ask('subjects', 'subject_name', [])
    expect(names).toHaveLength(18 + 24)
    expect(names.slice(0, 2)).toEqual(['Agriculture', 'Arabic'])
    // What every pupil of senior school takes.
    for (const name of ['English', 'Kiswahili', 'Core Mathematics', 'Essential Mathematics'])
      expect(names).toContain(name)
    expect(names).toContain('Community Service Learning')
  })
})

const classesOfOldDatabase = async ({ db, ...test }: TestApp) => {
  await db
    .insertInto('classes')
    .values(
      ['Grade 8', 'Grade 9', 'Vocational 1', 'Year 1'].map((class_name) => ({
        class_name,
        folded: class_name.toLowerCase(),
      })),
    )
    .execute()
  const [student_id = 0] = await addStudents(db, [{}])
  await addReportCards({ db, ...test }, [
    { student_id, class: 'Grade 8', term: 'Term 1' },
    { student_id, class: 'Grade 8', term: 'Term 2' },
  ])
}
const doubtful = { curriculum: '8-4-4', proposed: 'CBE' }

scenariosWith('the curriculum of a class', { as: 'administrator', call: 'POST /api/classes' }, [
  {
    name: 'is stored with the class and recorded in the history',
    as: 'coordinator',
    input: { class_name: 'Vocational 1', curriculum: 'CBE' },
    contains: { data: { class_name: 'Vocational 1', curriculum: 'CBE' } },
    history: { changes: { class_name: [null, 'Vocational 1'], curriculum: [null, 'CBE'] } },
  },
  {
    name: 'must be a known curriculum',
    as: 'coordinator',
    input: { class_name: 'Grade 13', curriculum: 'A level' },
    errors: { curriculum: ['Curriculum is not valid'] },
  },
  {
    name: 'is doubted where the name speaks of another, with the report cards that it has',
    given: classesOfOldDatabase,
    call: 'GET /api/classes/doubtful',
    contains: {
      data: [
        { class_name: 'Grade 8', ...doubtful, reports: 2 },
        { class_name: 'Grade 9', ...doubtful, reports: 0 },
        { class_name: 'Vocational 1', ...doubtful, reports: 0 },
      ],
    },
    lacks: ['Grade 10', 'Form', 'Year 1'],
  },
  {
    name: 'is set while no report card uses the class',
    given: classesOfOldDatabase,
    call: 'PUT /api/classes/9',
    input: { curriculum: 'CBE' },
    contains: {
      message: 'Grade 9 is CBE now.',
      data: { id: 9, class_name: 'Grade 9', curriculum: 'CBE' },
    },
    history: {
      entity: 'class',
      entity_id: 9,
      action: 'changed curriculum',
      changes: { curriculum: ['8-4-4', 'CBE'] },
    },
  },
  {
    name: 'stays in a class with report cards',
    given: classesOfOldDatabase,
    call: 'PUT /api/classes/8',
    input: { curriculum: 'CBE' },
    conflict: 'Grade 8 has report cards, and stays 8-4-4',
  },
  {
    name: 'is set to nothing that there is not',
    call: 'PUT /api/classes/1',
    input: { curriculum: '' },
    errors: { curriculum: ['Curriculum is not valid'] },
  },
  {
    name: 'is set of no class that is not there',
    call: 'PUT /api/classes/99',
    input: { curriculum: 'CBE' },
    status: 404,
  },
])
