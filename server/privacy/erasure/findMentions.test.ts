import { expect, it } from 'vitest'
import { MENTIONS_MAX } from '#contract/privacy/erasure.ts'
import { spokenConsent } from '../../testing/data/consents.ts'
import { addMedia } from '../../testing/data/media.ts'
import { addReceipts, addReportCards } from '../../testing/data/records.ts'
import { addStudents } from '../../testing/data/students.ts'
import { cast } from '../../testing/data/users.ts'
import { openSignedIn } from '../../testing/testApp.ts'

it('lists the texts in other records that name a student, with links', async () => {
  const { test, client } = await openSignedIn('director', {
    given: ({ db }) =>
      addStudents(db, [
        { name: 'Halima Abdi Noor', background: 'Halima Noor lives in Wajir.', status: 2 },
        { name: 'Yusuf Abdi Noor', background: 'The sister, Halima Noor, left.', father: 'Abdi Noor' },
        { name: 'Kevin Otieno', background: 'Halima is a friend.', guardian: 'Noor Halima Abdi' },
      ]),
  })
  const time = { year: '2025', term: 'Term 2', student_id: 3 }
  await addReportCards(test, [
    {
      ...time,
      teacher_comment: `${'Works well. '.repeat(9)}Sits beside Noor, Halima ${'in class. '.repeat(9)}`,
    },
  ])
  await addReceipts(test, [{ ...time, items: [['Transport', 'Bus card of EL-0001', 100]] }])
  const [shown = 0] = await addMedia(test, [
    { student_id: 2, title: 'Sports day', description: 'With Halima Noor' },
    { student_id: 3, title: 'Halima Abdi runs' },
  ])
  await test.db
    .insertInto('media_students')
    .values({ media_id: shown, student_id: 1, gallery_of: 2 })
    .execute()
  await client.post(
    '/api/students/3/consents',
    spokenConsent({ pictures: 'yes' }, { witness: 'Halima Abdi Noor' }),
  )
  await client.post('/api/requests', {
    student_id: '3',
    kind: 'access',
    asked_by: 'Mary Otieno',
    identity_check: 'National ID card',
    asked_on: '2026-03-01',
    words: 'What does it say about halima  NOOR?',
  })
  await client.post('/api/students/3/restriction', { reason: 'As that of el 0001' })
  await client.post('/api/students/3/wrong-recipient', {
    supporter_id: cast.supporter.id,
    what: 'The drawing of Halima Noor',
    on: '2026-03-01',
  })

  const { body } = await client.get('/api/students/1/mentions')
  const profile = (id: number, part = 'academics') => `/dashboard?menu=profile&student=${id}&profile=${part}`
  const kevin = { student_id: 3, ref: 'EL-0003', name: 'Kevin Otieno' }
  expect(body).toMatchObject({
    total: 9,
    data: [
      {
        kind: 'student',
        what: 'Student',
        student_id: 2,
        ref: 'EL-0002',
        name: 'Yusuf Abdi Noor',
        excerpt: 'The sister, Halima Noor, left.',
        link: profile(2),
      },
      { ...kevin, kind: 'student', excerpt: 'Noor Halima Abdi' },
      { ...kevin, kind: 'student', excerpt: 'As that of el 0001' },
      {
        ...kevin,
        kind: 'report',
        what: 'Report card, Term 2, 2025',
        excerpt: expect.stringMatching(/^… .*Sits beside Noor, Halima .* …$/),
        link: profile(3),
      },
      {
        ...kevin,
        kind: 'receipt',
        what: 'Receipt, Term 2, 2025',
        excerpt: 'Bus card of EL-0001',
        link: profile(3, 'finance'),
      },
      { ...kevin, kind: 'media', excerpt: 'Halima Abdi runs', link: '/dashboard/studentgallery?student=3' },
      { ...kevin, kind: 'consent', excerpt: 'Halima Abdi Noor' },
      { ...kevin, kind: 'request', link: '/dashboard?menu=requests&search=EL-0003' },
      { ...kevin, kind: 'wrong_recipient', excerpt: 'The drawing of Halima Noor' },
    ],
  })
})

it('lists some of many texts, counts all, and answers 404 without the student', async () => {
  const { test, client } = await openSignedIn('director', {
    given: ({ db }) => addStudents(db, [{ name: 'Halima Noor', status: 2 }, {}]),
  })
  const item = ['Transport', 'Bus card of Halima Noor', 100] as const
  const items = Array.from({ length: MENTIONS_MAX + 5 }, () => item)
  await addReceipts(test, [
    { student_id: 2, items: items.map(([category, name, cost]) => [category, name, cost]) },
  ])
  const answer = await client.call('GET /api/students/1/mentions')
  expect(answer.body).toMatchObject({ total: MENTIONS_MAX + 5, data: { length: MENTIONS_MAX } })
  expect(await client.get('/api/students/99/mentions')).toMatchObject({ status: 404 })
})
