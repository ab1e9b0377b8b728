import { expect } from 'vitest'
import { FULL, giveConsent } from '../../testing/data/consents.ts'
import { addTermOfNews } from '../../testing/data/termOfNews.ts'
import { addReceipts, addReportCards, lookupId } from '../../testing/data/records.ts'
import { scenarios, scenariosWith } from '../../testing/scenarios.ts'
import { addStudents, givePictures, many, withoutExam } from '../../testing/data/students.ts'
import { files } from '../../testing/data/studentForm.ts'
import { formOf } from '../../testing/files/uploadTrial.ts'
import type { TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'

const TERM_1 = 'GET /api/notifications/missing?year_id=1&term_id=1'

scenariosWith('GET /api/notifications/missing, student by student', { as: 'coordinator', call: TERM_1 }, [
  {
    name: 'counts the open receipts and links to the returned one',
    async given(test) {
      const [faith = 0] = await addStudents(test.db, [{ name: 'Faith Atieno Odhiambo' }])
      await addReportCards(test, [{ student_id: faith, remark: 'The mark is another.' }])
      await addReceipts(test, [
        { student_id: faith },
        { student_id: faith, remark: 'A page is missing.' },
        { student_id: faith, status: 1 },
      ])
    },
    contains: {
      time: { year_id: 1, term_id: 1 },
      data: [
        {
          ref: 'EL-0001',
          path: null,
          report: 'returned',
          receipt: 'returned',
          receipt_id: 2,
          receipts: 2,
          receipts_returned: 1,
        },
      ],
    },
  },
  {
    name: 'leaves out students who are not active',
    async given(test) {
      const [, gone = 0] = await addStudents(test.db, [{ name: 'Kevin Otieno' }, { name: 'Mwende Mutua' }])
      await test.db.updateTable('students').set({ status: 3 }).where('id', '=', gone).execute()
    },
    contains: { data: [{ name: 'Kevin Otieno', report: 'missing', receipt: 'missing', receipts: 0 }] },
    lacks: ['Mwende'],
  },
  {
    name: 'leaves out students whose report and receipts are verified or sent, with any grade',
    async given(test) {
      const [faith = 0, kevin = 0] = await addStudents(test.db, [
        { ...withoutExam, name: 'Faith Atieno' },
        { ...withoutExam, name: 'Kevin Otieno' },
      ])
      await addReportCards(test, [
        { student_id: faith, status: 2, grade: 'X', mark: 0 },
        { student_id: kevin, status: 1 },
      ])
      await addReceipts(test, [
        { student_id: faith, status: 1 },
        { student_id: faith, status: 2 },
        { student_id: kevin, status: 1 },
        { student_id: kevin },
      ])
      await givePictures(test, [faith])
    },
    contains: {
      data: [{ name: 'Kevin Otieno', report: null, receipt: 'unverified', receipt_id: 4, receipts: 1 }],
    },
    lacks: ['Faith'],
  },
  {
    name: 'lists a student without a picture, even if nothing else is missing',
    async given(test) {
      const [faith = 0] = await addStudents(test.db, [{ name: 'Faith Atieno' }])
      await addReportCards(test, [{ student_id: faith, status: 1 }])
      await addReceipts(test, [{ student_id: faith, status: 1 }])
    },
    contains: { data: [{ name: 'Faith Atieno', path: null, report: null, receipt: null, receipts: 0 }] },
  },
  {
    name: 'lists students without their KCPE certificate, even with another document, but none with another exam',
    async given(test) {
      const ids = await addStudents(test.db, [
        { name: 'Faith Atieno', entry_exam: 'KCPE' },
        { name: 'Kevin Otieno', entry_exam: 'KJSEA', kcpe: null },
        { name: 'Mwende Mutua', entry_exam: 'KCPE' },
        { name: 'Abdi Noor', entry_exam: 'KJSEA', kcpe: null },
      ])
      await givePictures(test, ids)
      for (const student_id of ids) {
        await addReportCards(test, [{ student_id, status: 1 }])
        await addReceipts(test, [{ student_id, status: 1 }])
      }
      const client = await test.signIn(cast.coordinator)
      for (const id of ids.slice(2)) {
        const form = formOf([['cert', files.cert]])
        await client.change('POST', `/api/students/${id}?_method=PATCH&query=list`, form)
      }
      // An import may set the exam before the certificate is added.
      const kcpe = test.db.updateTable('students').set({ entry_exam: 'KCPE', kcpe: 301 })
      await kcpe.where('name', '=', 'Abdi Noor').execute()
    },
    contains: {
      data: [
        { name: 'Faith Atieno', no_certificate: true, report: null, receipt: null },
        { name: 'Abdi Noor', no_certificate: true },
      ],
    },
    lacks: ['Kevin', 'Mwende'],
  },
  {
    name: 'lists students whose facts are not known, also if somebody wrote so, and counts them',
    async given(test) {
      const ids = await addStudents(test.db, [
        { name: 'Faith Atieno', entry_exam: 'None', kcpe: null },
        { name: 'Kevin Otieno', dob: null, kcpe: null, mother: 'Not known' },
        { name: 'Mwende Mutua', siblings: null, status: 1 },
      ])
      await givePictures(test, ids)
      for (const student_id of ids) {
        await addReportCards(test, [{ student_id, status: 1 }])
        await addReceipts(test, [{ student_id, status: 1 }])
      }
    },
    contains: { data: [{ name: 'Kevin Otieno', unknown_facts: 3, report: null, receipt: null }] },
    lacks: ['Faith', 'Mwende'],
  },
  {
    name: 'distinguishes records of the term from those of another term',
    async given(test) {
      const ids = await addStudents(test.db, [
        { ...withoutExam, name: 'Faith Atieno' },
        { name: 'Kevin Otieno' },
      ])
      for (const [index, term] of ['Term 1', 'Term 2'].entries()) {
        await addReportCards(test, [{ student_id: ids[index] ?? 0, term, status: 1 }])
        await addReceipts(test, [{ student_id: ids[index] ?? 0, term, status: 1 }])
      }
      await givePictures(test, ids)
    },
    contains: { data: [{ name: 'Kevin Otieno', report: 'missing', receipt: 'missing' }] },
    lacks: ['Faith'],
  },
  {
    name: 'reads more students than one query returns',
    async given(test) {
      const ids = await addStudents(test.db, many(1_001))
      await addReportCards(test, [{ student_id: ids.at(-1) ?? 0 }])
    },
    after: async (_test, { body }) => {
      const { data } = body as { data: { report: string }[] }
      expect(data).toHaveLength(1_001)
      expect(data.filter(({ report }) => report === 'missing')).toHaveLength(1_000)
    },
  },
])

scenariosWith(
  'GET /api/notifications/missing of the newest term',
  { as: 'liaison', call: 'GET /api/notifications/missing?mine=1' },
  [
    {
      name: 'defaults to the newest term with a report, even if newer terms exist',
      async given(test) {
        const ids = await addTermOfNews(test)
        await addReceipts(test, [{ student_id: ids[0] ?? 0, term: 'Term 3' }])
        await lookupId(test.db, 'years', '2027')
      },
      contains: { time: { year_id: 1, term_id: 2 } },
    },
    {
      name: 'defaults to the newest term with a receipt for receipts',
      async given(test) {
        const ids = await addTermOfNews(test)
        await addReceipts(test, [{ student_id: ids[0] ?? 0, term: 'Term 10' }])
        await test.db.updateTable('students').set({ liaison_id: cast.liaison.id }).execute()
      },
      call: 'GET /api/notifications/missing?mine=1&of=receipt',
      contains: {
        time: { year_id: 1, term_id: 4 },
        data: [{ receipt: 'unverified' }, { receipt: 'missing' }, { receipt: 'missing' }],
      },
    },
    {
      name: 'lists only missing pictures before there is any term',
      async given(test) {
        const [faith = 0] = await addStudents(test.db, [
          withoutExam,
          { ...withoutExam, name: 'Kevin Otieno' },
        ])
        await givePictures(test, [faith])
      },
      contains: { time: null, data: [{ name: 'Kevin Otieno', path: null, report: null, receipt: null }] },
    },
    {
      name: 'lists only the user’s own students on request, for every role',
      as: 'administrator',
      async given(test) {
        const [own = 0] = await addStudents(test.db, [{ name: 'Faith Atieno' }, { name: 'Kevin Otieno' }])
        await test.db
          .updateTable('students')
          .set({ liaison_id: cast.administrator.id })
          .where('id', '=', own)
          .execute()
        await addReportCards(test, [{ student_id: own }])
      },
      contains: { data: [{ name: 'Faith Atieno', report: 'unverified' }] },
      lacks: ['Kevin'],
    },
    {
      name: 'refuses an invalid year',
      call: 'GET /api/notifications/missing?year_id=x&term_id=1',
      status: 422,
    },
  ],
)

scenarios(
  'GET /api/notifications/missing, asked by the account that may send notifications',
  [
    {
      name: 'lists all students, although it is a liaison officer',
      as: 'liaison',
      given: async (test) => givePictures(test, await addTermOfNews(test)),
      call: 'GET /api/notifications/missing?year_id=1&term_id=2',
      contains: { data: [{ name: 'Kevin Otieno' }, { name: 'Mwende Mutua' }] },
    },
  ],
  { NOTIFICATIONS_ADMIN: cast.liaison.email },
)

/** Today is 2 Mar 2026. Nothing but consents can be missing. */
async function givenConsents(test: TestApp): Promise<void> {
  const ids = await addStudents(
    test.db,
    ['Amani', 'Baraka', 'Chege', 'Dafina', 'Esha'].map((name) => Object.assign({ name }, withoutExam)),
  )
  await givePictures(test, ids)
  const [amani = 0, baraka = 0, chege = 0, dafina = 0] = ids
  await giveConsent(test, amani)
  await giveConsent(test, baraka, { ...FULL, pictures: '' })
  await giveConsent(test, chege, { ...FULL, videos: '2026-03-01' })
  await giveConsent(test, dafina, { ...FULL, videos: '2026-05-31' })
}

scenariosWith('GET /api/notifications/missing, consents', { as: 'coordinator', given: givenConsents }, [
  {
    name: 'lists students without consent, and those whose consent ends soon, for every term',
    call: 'GET /api/notifications/missing?consents=1',
    contains: {
      data: [
        { name: 'Chege', consent: 'missing', consent_until: '2026-03-01' },
        { name: 'Dafina', consent: 'ends_soon', consent_until: '2026-05-31' },
        { name: 'Esha', consent: 'missing', consent_until: null, report: null },
      ],
    },
    lacks: ['Amani', 'Baraka'],
  },
  {
    name: 'leaves them out otherwise, as in My work',
    call: 'GET /api/notifications/missing',
    contains: { data: [] },
  },
])
