import { expect } from 'vitest'
import { FULL, giveConsent } from '../testing/data/consents.ts'
import { addMedia } from '../testing/data/media.ts'
import { addReceipts, addReportCards } from '../testing/data/records.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { HOUR } from '../testing/steppedClock.ts'
import { addStudents, many } from '../testing/data/students.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const CHILDREN = 'GET /api/students?query=children'

const verified = { status: 1 } as const

/** Two children of the supporter, and one of another. Only Term 1 and Term 2 of Faith are verified. */
async function given(test: TestApp): Promise<void> {
  const supporter_id = cast.supporter.id
  const [faith = 0, , other = 0] = await addStudents(test.db, [
    { name: 'Faith Atieno', supporter_id },
    { name: 'Achieng Ouma', supporter_id },
    { name: 'Otieno Okello' },
  ])
  await addReportCards(test, [
    { student_id: faith, term: 'Term 2', class: 'Form 4', grade: 'B+', mark: 73, ...verified },
    { student_id: faith, term: 'Term 1', class: 'Form 4', grade: 'B', mark: 70, status: 2 },
    { student_id: faith, term: 'Term 3', year: '2025', ...verified },
    { student_id: faith, term: 'Term 3', teacher_comment: 'Not verified yet.' },
    { student_id: other, ...verified },
  ])
  await addReceipts(test, [
    { student_id: faith, term: 'Term 2', items: [['Transport', 'Bus', 1_200.5]], ...verified },
    { student_id: faith, term: 'Term 1', items: [['Transport', 'Bus', 800]], status: 2 },
    { student_id: faith, term: 'Term 1', items: [['Transport', 'Bus', 200]], status: 2 },
    { student_id: faith, term: 'Term 3', items: [['Transport', 'Bus', 77_777]] },
    { student_id: faith, year: '2025', items: [['Transport', 'Bus', 66_666]], ...verified },
  ])
  await addMedia(test, [
    { student_id: faith, title: 'Sports day' },
    { student_id: faith, title: 'Chemistry practical' },
    { student_id: other, title: 'Tree planting' },
  ])
}

scenariosWith(CHILDREN, { as: 'supporter', call: CHILDREN, given }, [
  {
    name: 'shows the newest verified result, the newest picture and the verified costs of a year',
    contains: {
      data: [
        {
          name: 'Achieng Ouma',
          class: null,
          left_in: null,
          awaited: { year: '2026', term: 'Term 2' },
          result: null,
          picture: null,
          media: 0,
          paid: null,
        },
        {
          name: 'Faith Atieno',
          school: 'Nyando Girls High School',
          class: 'Form 4',
          awaited: null,
          result: {
            year: '2026',
            term: 'Term 2',
            mark: 73,
            grade: 'B+',
            levels: null,
            before: { term: 'Term 1', mark: 70, grade: 'B' },
          },
          picture: { title: 'Chemistry practical' },
          media: 2,
          paid: { year: '2026', terms: ['Term 1', 'Term 2'], total: 2_200.5, receipts: 3 },
        },
      ],
      letter: null,
    },
    lacks: ['Okello', 'Tree', 'Not verified yet', '77777', '66666', 'Term 3'],
  },
  {
    name: 'shows the overall level of a curriculum without means, or how many subjects reached which level',
    async given(test) {
      const [student_id = 0] = await addStudents(test.db, [{ supporter_id: cast.supporter.id }])
      const marks: [string, null, string][] = [
        ['English', null, 'ME1'],
        ['Kiswahili', null, 'EE2'],
        ['Mathematics', null, 'ME1'],
      ]
      const card = { student_id, class: 'Grade 10', marks, ...verified }
      await addReportCards(test, [
        { ...card, term: 'Term 1', overall_level: 'ME2' },
        { ...card, term: 'Term 2' },
      ])
    },
    contains: {
      data: [
        {
          class: 'Grade 10',
          result: {
            curriculum: 'CBE',
            mark: null,
            grade: null,
            levels: '1 EE2, 2 ME1',
            before: { grade: 'ME2', levels: null },
          },
        },
      ],
    },
  },
  {
    name: 'awaits the newest term with verified report cards, the same whether one is unverified or missing',
    async given(test) {
      const supporter_id = cast.supporter.id
      const [unverified = 0, missing = 0, , refused = 0, other = 0] = await addStudents(test.db, [
        { name: 'Achieng Ouma', supporter_id },
        { name: 'Baraka Noor', supporter_id },
        { name: 'Chebet Kariuki', supporter_id, status: 3 },
        { name: 'Dennis Kyalo', supporter_id },
        { name: 'Esther Mutua' },
      ])
      await giveConsent(test, refused, { ...FULL, progress: '' })
      await addReportCards(test, [
        { student_id: unverified, term: 'Term 1', ...verified },
        { student_id: unverified, term: 'Term 2' },
        { student_id: missing, term: 'Term 1', ...verified },
        { student_id: refused, term: 'Term 1', ...verified },
        { student_id: other, term: 'Term 2', ...verified },
        { student_id: other, term: 'Term 3' },
      ])
    },
    contains: {
      data: [
        { name: 'Achieng Ouma', awaited: { year: '2026', term: 'Term 2' }, result: { term: 'Term 1' } },
        { name: 'Baraka Noor', awaited: { year: '2026', term: 'Term 2' }, result: { term: 'Term 1' } },
        { name: 'Dennis Kyalo', awaited: null, result: null },
        { name: 'Chebet Kariuki', awaited: null },
      ],
    },
    lacks: ['Term 3'],
  },
  {
    name: 'says when a report card came that was sent, or else verified, in the last 14 days',
    async given(test) {
      const supporter_id = cast.supporter.id
      const names = ['Achieng Ouma', 'Baraka Noor', 'Chebet Kariuki', 'Dennis Kyalo']
      const [old = 0, sent = 0, unsent = 0, imported = 0] = await addStudents(
        test.db,
        names.map((name) => ({ name, supporter_id })),
      )
      const ids = await addReportCards(test, [
        { student_id: old },
        { student_id: sent, term: 'Term 2' },
        { student_id: unsent },
        { student_id: imported, ...verified },
      ])
      const day = async (...verifiedToday: (number | undefined)[]) => {
        const administrator = await test.signIn(cast.administrator)
        for (const id of verifiedToday) await administrator.verify(`/api/reports/${id}`)
        return administrator
      }
      await day(ids[0], ids[1])
      test.clock.step(24 * HOUR)
      const administrator = await day(ids[2])
      const term = await test.db
        .selectFrom('reports')
        .select(['year_id', 'term_id'])
        .where('id', '=', ids[1] ?? 0)
        .executeTakeFirstOrThrow()
      expect(await administrator.post('/api/notifications', term)).toMatchObject({ status: 200 })
      test.clock.step(14 * 24 * HOUR)
    },
    contains: {
      data: [
        { result: { came_on: null } },
        { result: { term: 'Term 2', came_on: '2026-03-03' } },
        { result: { came_on: '2026-03-03' } },
        { result: { came_on: null } },
      ],
    },
  },
  {
    name: 'lists children who left last, with the month but neither the day nor the reason',
    async given(test) {
      const supporter_id = cast.supporter.id
      await addStudents(test.db, [
        { name: 'Achieng Ouma', supporter_id },
        { name: 'Baraka Noor', supporter_id },
        { name: 'Chebet Kariuki', supporter_id, status: 3 },
        { name: 'Dennis Kyalo', supporter_id },
      ])
      const director = await test.signIn(cast.director)
      const left = { status: 2, reason: 'Ran away' }
      for (const id of [1, 2]) await director.change('PATCH', `/api/students/${id}`, left)
      await giveConsent(test, 2, { ...FULL, profile: '' })
    },
    contains: {
      data: [
        { name: 'Dennis Kyalo', left_in: null },
        { name: 'Achieng Ouma', status: 2, left_in: '2026-03' },
        { name: 'Baraka', status: 2, left_in: null },
        // Nothing says when.
        { name: 'Chebet Kariuki', status: 3, left_in: null },
      ],
    },
    lacks: ['Ran away', '2026-03-02', 'created_at'],
  },
  {
    name: 'has at most 100 children, and counts all',
    given: (test) => addStudents(test.db, many(101, { supporter_id: cast.supporter.id })),
    contains: { total: 101 },
    after: async (_test, { body }) => expect(body).toHaveProperty('data.length', 100),
  },
  {
    name: 'is empty for a supporter without students',
    given: async () => {},
    contains: { data: [], total: 0 },
  },
  ...(['administrator', 'liaison'] as const).map((as) => ({
    name: `is refused to the ${as}`,
    as,
    status: 403,
    lacks: ['Faith'],
  })),
])
