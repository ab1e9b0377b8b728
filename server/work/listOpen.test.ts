import { expect } from 'vitest'
import type { Missing } from '#contract/records/steps.ts'
import { USER_DISABLED } from '#contract/users.ts'
import { giveDates } from '../testing/data/calendar.ts'
import { FULL, giveConsent } from '../testing/data/consents.ts'
import { addReceipts, addReportCards, lookupId } from '../testing/data/records.ts'
import { scenarios, scenariosWith } from '../testing/scenarios.ts'
import { addStudents, givePictures, many, withoutExam } from '../testing/data/students.ts'
import { files } from '../testing/data/studentForm.ts'
import { formOf } from '../testing/files/uploadTrial.ts'
import type { TestApp } from '../testing/testApp.ts'
import { addUser, cast } from '../testing/data/users.ts'

const TERM_1 = 'GET /api/notifications/missing?year_id=1&term_id=1'

const MISSING = 'GET /api/notifications/missing'
const complete = async (test: TestApp, ids: number[]) => {
  await givePictures(test, ids)
  for (const id of ids) await giveConsent(test, id)
}

scenariosWith('GET /api/notifications/missing, student by student', { as: 'coordinator', call: TERM_1 }, [
  {
    name: 'lists the open records, those to correct first, with who returned them',
    async given(test) {
      const [faith = 0] = await addStudents(test.db, [{ name: 'Faith Atieno Odhiambo' }])
      await addReportCards(test, [{ student_id: faith, entered_by: cast.liaison.id }])
      await addReceipts(test, [
        { student_id: faith },
        { student_id: faith },
        { student_id: faith, status: 1 },
      ])
      const client = await test.signIn(cast.administrator)
      await client.change('POST', '/api/finance/2/return', { remark: 'A page is missing.', version: 1 })
    },
    contains: {
      time: { year_id: 1, term_id: 1, term_name: 'Term 1' },
      students: 1,
      data: [
        {
          ref: 'EL-0001',
          path: null,
          open: ['correct', 'verify', 'picture', 'certificate', 'consent'],
          records: [
            { of: 'receipt', state: 'returned', id: 2, by: 'Amina Mwangi', remark: 'A page is missing.' },
            { of: 'report', state: 'unverified', id: 1, by: 'Lydia Chebet', total_cost: null, is_mine: true },
            { of: 'receipt', state: 'unverified', id: 1, is_mine: true },
          ],
          step: 'verify',
          waits_for: null,
        },
      ],
    },
  },
  {
    name: 'leaves out students who are not active, except with a record to verify',
    async given(test) {
      const [kevin = 0, mwende = 0, amani = 0] = await addStudents(test.db, [
        { ...withoutExam, name: 'Kevin Otieno' },
        { name: 'Mwende Mutua', status: 3 },
        { name: 'Amani Wekesa', status: 3 },
      ])
      await complete(test, [kevin])
      await addReportCards(test, [
        { student_id: mwende, remark: 'The mark is another.' },
        { student_id: amani, remark: 'The mark is another.' },
      ])
      await addReceipts(test, [{ student_id: amani }])
    },
    contains: {
      students: 2,
      data: [
        { name: 'Kevin Otieno', open: ['add_report', 'add_receipt'], records: [], step: 'add_report' },
        { name: 'Amani Wekesa', open: ['verify'], records: [{ of: 'receipt' }], step: 'verify', status: 3 },
      ],
    },
    lacks: ['Mwende'],
  },
  {
    name: 'leaves out students whose report and receipts are verified or sent, with any grade',
    async given(test) {
      const ids = await addStudents(test.db, [
        { ...withoutExam, name: 'Faith Atieno' },
        { ...withoutExam, name: 'Kevin Otieno' },
      ])
      const [faith = 0, kevin = 0] = ids
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
      await complete(test, ids)
    },
    contains: { data: [{ name: 'Kevin Otieno', open: ['verify'], records: [{ of: 'receipt', id: 4 }] }] },
    lacks: ['Faith'],
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
      await complete(test, ids)
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
        { name: 'Faith Atieno', open: ['certificate'], step: 'certificate' },
        { name: 'Abdi Noor', open: ['certificate'] },
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
      await complete(test, ids)
      for (const student_id of ids) {
        await addReportCards(test, [{ student_id, status: 1 }])
        await addReceipts(test, [{ student_id, status: 1 }])
      }
    },
    contains: { data: [{ name: 'Kevin Otieno', unknown_facts: 3, open: ['certificate', 'facts'] }] },
    lacks: ['Faith', 'Mwende'],
  },
  {
    name: 'lists for a chosen term the records of no other',
    async given(test) {
      const ids = await addStudents(test.db, [
        { ...withoutExam, name: 'Faith Atieno' },
        { ...withoutExam, name: 'Kevin Otieno' },
      ])
      for (const [index, term] of ['Term 1', 'Term 2'].entries()) {
        await addReportCards(test, [{ student_id: ids[index] ?? 0, term, status: 1 }])
        await addReceipts(test, [{ student_id: ids[index] ?? 0, term, status: 1 }])
      }
      await addReportCards(test, [{ student_id: ids[0] ?? 0, term: 'Term 2' }])
      await complete(test, ids)
    },
    contains: { data: [{ name: 'Kevin Otieno', open: ['add_report', 'add_receipt'] }] },
    lacks: ['Faith'],
  },
  {
    name: 'reads more students than one query returns',
    async given(test) {
      const ids = await addStudents(test.db, many(1_001))
      await addReportCards(test, [{ student_id: ids.at(-1) ?? 0 }])
    },
    after: async (_test, { body }) => {
      const { data } = body as { data: Missing[] }
      expect(data).toHaveLength(1_001)
      expect(data.filter(({ open }) => open.includes('add_report'))).toHaveLength(1_000)
    },
  },
  { name: 'refuses an invalid year', call: `${MISSING}?year_id=x&term_id=1`, status: 422 },
])

/** Of the liaison officer’s students one has a returned report card, one a report card to verify; a third is not theirs. */
async function givenOthers(test: TestApp): Promise<void> {
  const ids = await addStudents(test.db, [
    { ...withoutExam, name: 'Faith Atieno' },
    { ...withoutExam, name: 'Kevin Otieno' },
    { ...withoutExam, name: 'Zawadi Njeri', liaison_id: cast.coordinator.id },
  ])
  await complete(test, ids)
  const [faith = 0, kevin = 0, zawadi = 0] = ids
  await addReportCards(test, [
    { student_id: faith, remark: 'Another mark.', entered_by: cast.liaison.id },
    { student_id: kevin, entered_by: cast.coordinator.id },
    { student_id: zawadi, status: 1 },
  ])
  await addReceipts(test, [
    { student_id: faith, status: 1 },
    { student_id: kevin, status: 1 },
  ])
}

scenariosWith(
  'GET /api/notifications/missing, whom a student waits for',
  { as: 'liaison', given: givenOthers },
  [
    {
      name: 'is the only coordinator for a liaison officer, who is offered no other’s step',
      call: MISSING,
      contains: {
        students: 2,
        data: [
          { name: 'Faith Atieno', step: 'correct', waits_for: null, records: [{ is_mine: true }] },
          { name: 'Kevin Otieno', step: null, waits_for: 'Catherine', records: [{ is_mine: false }] },
        ],
      },
      lacks: ['Zawadi'],
    },
    {
      name: 'is the author of a returned record for others, who can add what is missing',
      as: 'coordinator',
      call: MISSING,
      contains: {
        data: [
          { name: 'Faith Atieno', step: null, waits_for: 'Lydia' },
          { name: 'Kevin Otieno', step: 'verify', waits_for: null },
          { name: 'Zawadi Njeri', step: 'add_receipt' },
        ],
      },
    },
    {
      name: 'is the coordinator for the director',
      as: 'director',
      call: MISSING,
      contains: { data: [{ waits_for: 'Lydia' }, { waits_for: 'Catherine' }, { step: 'add_receipt' }] },
    },
    {
      name: 'is a coordinator if there are several, and nobody once the author cannot sign in',
      as: 'director',
      async given(test) {
        await givenOthers(test)
        await addUser(test.db, { email: 'second@elimu.test', role_id: 3 })
        await test.db
          .updateTable('users')
          .set({ status: USER_DISABLED })
          .where('id', '=', cast.liaison.id)
          .execute()
      },
      call: MISSING,
      contains: { data: [{ step: 'correct' }, { waits_for: 'a coordinator' }, { step: 'add_receipt' }] },
    },
    {
      name: 'is the same in the list of the user’s own students, which also has what waits to be verified',
      as: 'coordinator',
      call: `${MISSING}?mine=1`,
      contains: {
        data: [
          { name: 'Kevin Otieno', step: 'verify' },
          { name: 'Zawadi Njeri', step: 'add_receipt' },
        ],
      },
      lacks: ['Faith'],
    },
  ],
)

scenarios(
  'GET /api/notifications/missing if users may not verify their own entries',
  [
    {
      name: 'waits for an administrator if the only coordinator entered the record',
      as: 'coordinator',
      given: givenOthers,
      call: MISSING,
      contains: {
        data: [
          { waits_for: 'Lydia' },
          { step: null, waits_for: 'an administrator' },
          { step: 'add_receipt' },
        ],
      },
    },
  ],
  { VERIFY_OWN_ENTRIES: 'off' },
)

scenariosWith('GET /api/notifications/missing without a term', { as: 'liaison', call: MISSING }, [
  {
    name: 'uses the newest term of each kind, even if newer terms exist, and open records of all terms',
    async given(test) {
      const ids = await addStudents(test.db, [
        { ...withoutExam, name: 'Faith Atieno' },
        { ...withoutExam, name: 'Kevin Otieno' },
      ])
      const [faith = 0, kevin = 0] = ids
      await complete(test, ids)
      await addReportCards(test, [
        { student_id: faith, term: 'Term 1', entered_by: cast.liaison.id, remark: 'Another mark.' },
        { student_id: faith, term: 'Term 2', status: 1 },
        { student_id: kevin, term: 'Term 2', status: 1 },
      ])
      await addReceipts(test, [{ student_id: faith, term: 'Term 10', status: 1 }])
      await lookupId(test.db, 'years', '2027')
    },
    contains: {
      time: { term_name: 'Term 10' },
      times: { report: { term_name: 'Term 2' }, receipt: { term_name: 'Term 10' } },
      data: [
        { name: 'Faith Atieno', open: ['correct'], records: [{ time: { term_name: 'Term 1' } }] },
        { name: 'Kevin Otieno', open: ['add_receipt'], step: 'add_receipt' },
      ],
    },
  },
  {
    name: 'says since when a report card is due, also of a term without any, and that of an open term is not',
    async given(test) {
      const ids = await addStudents(test.db, [
        { ...withoutExam, name: 'Faith Atieno' },
        { ...withoutExam, name: 'Kevin Otieno' },
      ])
      const [faith = 0] = ids
      await complete(test, ids)
      await addReportCards(test, [{ student_id: faith, term: 'Term 2', year: '2025', status: 1 }])
      // Due today, 14 days after the last day. The next term has opened.
      await giveDates(
        test.db,
        ['Term 3', '2025', '2025-08-25', '2026-02-16'],
        ['Term 1', '2026', '2026-02-17', '2026-04-02'],
      )
    },
    contains: {
      time: { year_name: '2026', term_name: 'Term 1' },
      times: { report: { year_name: '2025', term_name: 'Term 3' }, receipt: { term_name: 'Term 1' } },
      data: [
        { name: 'Faith Atieno', open: ['add_report', 'add_receipt'], due_since: '2026-03-02' },
        { name: 'Kevin Otieno', open: ['add_report', 'add_receipt'], due_since: '2026-03-02' },
      ],
    },
  },
  {
    name: 'has no due day before that day, or for a student with the report card',
    call: TERM_1,
    async given(test) {
      const ids = await addStudents(test.db, [
        { ...withoutExam, name: 'Faith Atieno' },
        { ...withoutExam, name: 'Kevin Otieno' },
      ])
      const [faith = 0] = ids
      await complete(test, ids)
      await addReportCards(test, [{ student_id: faith, term: 'Term 1', status: 1 }])
      await giveDates(test.db, ['Term 1', '2026', '2026-01-05', '2026-02-17'])
    },
    contains: {
      data: [
        { name: 'Faith Atieno', open: ['add_receipt'], due_since: null },
        { name: 'Kevin Otieno', open: ['add_report', 'add_receipt'], due_since: null },
      ],
    },
  },
  {
    name: 'lists only files, facts and consents before there is any term',
    async given(test) {
      const [faith = 0] = await addStudents(test.db, [withoutExam, { ...withoutExam, name: 'Kevin Otieno' }])
      await complete(test, [faith])
    },
    contains: { time: null, data: [{ name: 'Kevin Otieno', path: null, open: ['picture', 'consent'] }] },
  },
])

scenarios(
  'GET /api/notifications/missing, asked by the account that may send notifications',
  [
    {
      name: 'lists all students, although it is a liaison officer, who waits for the officers of others',
      as: 'liaison',
      given: givenOthers,
      call: MISSING,
      contains: {
        students: 3,
        data: [{ step: 'correct' }, { waits_for: 'Catherine' }, { step: null, waits_for: 'Catherine' }],
      },
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
    name: 'lists students without consent, and those whose consent ends soon',
    call: MISSING,
    contains: {
      data: [
        { name: 'Chege', open: ['consent'], consent_until: '2026-03-01' },
        { name: 'Dafina', open: ['consent'], consent_until: '2026-05-31', step: 'consent' },
        { name: 'Esha', open: ['consent'], consent_until: null },
      ],
    },
    lacks: ['Amani', 'Baraka'],
  },
])
