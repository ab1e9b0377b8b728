import { describe, expect, it } from 'vitest'
import { notificationMessages } from '#contract/notifications.ts'
import { lockRow } from '../../database/lockRow.ts'
import { renameInStudents } from '../../users/studentsOfUser.ts'
import { afterReading } from '../../testing/database/afterReading.ts'
import { startTogether } from '../../testing/database/startTogether.ts'
import { FULL, giveConsent } from '../../testing/data/consents.ts'
import { addTermOfNews } from '../../testing/data/termOfNews.ts'
import { lettersOf } from '../../testing/mail/postman.ts'
import { addReceipts, addReportCards } from '../../testing/data/records.ts'
import { scenarios, scenariosWith } from '../../testing/scenarios.ts'
import { addStudents, many, restrictRecords } from '../../testing/data/students.ts'
import { openSignedIn, openTestApp, openWithCast, type TestApp } from '../../testing/testApp.ts'
import { addUsers, cast } from '../../testing/data/users.ts'
import { changeAs } from '../../testing/data/changeAs.ts'
import { sendNotifications } from './sendNotifications.ts'

const CALL = 'POST /api/notifications'
/** Year 2026 and Term 2, the second term that there is. */
const time = { year_id: 1, term_id: 2 }
const named = { ...time, year: '2026', term: 'Term 2' }
const actor = {
  id: cast.administrator.id,
  name: 'Amina',
  role: cast.administrator.role_id,
  notifications_admin: true,
}

const statusOf = (test: Pick<TestApp, 'db'>, table: 'reports' | 'receipts') =>
  test.db
    .selectFrom(table as 'reports')
    .select(['id', 'status', 'version'])
    .orderBy('id')
    .execute()

scenariosWith(CALL, { as: 'administrator', call: CALL, input: time }, [
  {
    name: 'sends the approved records, and reports which stay and why',
    given: addTermOfNews,
    contains: {
      letters: 1,
      message:
        'Notifications for 2026 Term 2 wait in the outbox: 1 letter. 1 item stays Approved: 1 of students with no supporter.',
      data: {
        ...time,
        year_name: '2026',
        term_name: 'Term 2',
        report_pending: 1,
        report_approved: 1,
        report_sent: 1,
        finance_pending: 0,
        finance_approved: 0,
        finance_sent: 3,
      },
    },
    async after(test) {
      expect((await statusOf(test, 'reports')).map(({ status }) => status)).toEqual([2, 2, 0, 1])
      expect((await statusOf(test, 'receipts')).map(({ status }) => status)).toEqual([2, 2, 2])
      const [letter, more] = await lettersOf(test)
      expect(more).toBeUndefined()
      expect(letter).toMatchObject({
        recipient: cast.supporter.email,
        subject: 'Progress Report, Term 2 2026 - Elimu',
        list_id: '<progress.localhost>',
      })
      expect(
        await test.db
          .selectFrom('history')
          .select(['entity', 'entity_id'])
          .where('action', '=', 'sent')
          .execute(),
      ).toHaveLength(4)
    },
  },
  {
    name: 'sends nothing again the second time',
    async given(test) {
      await addTermOfNews(test)
      await test.db.updateTable('reports').set({ status: 0 }).execute()
      await test.db.updateTable('receipts').set({ status: 2 }).execute()
    },
    conflict: 'No Approvals to Send',
  },
  {
    name: 'sends nothing to a supporter who is disabled',
    async given(test) {
      await addTermOfNews(test)
      await test.db.updateTable('users').set({ status: 1 }).where('id', '=', cast.supporter.id).execute()
    },
    contains: {
      letters: 0,
      message:
        'No letter was sent. 5 items stay Approved: 1 of students with no supporter, 4 of students whose supporter is disabled.',
    },
    async after(test) {
      expect(await lettersOf(test)).toEqual([])
    },
  },
  {
    name: 'requires a year and term',
    input: {},
    errors: { year_id: ['Year cannot be empty'], term_id: ['Term cannot be empty'] },
  },
  { name: 'refuses an unknown year', given: addTermOfNews, input: { year_id: 99, term_id: 1 }, status: 404 },
])

scenarios(
  'POST /api/notifications of the notifications administrator',
  [
    {
      name: 'sends, although the role alone does not allow it',
      as: 'coordinator',
      given: addTermOfNews,
      call: CALL,
      input: time,
      contains: { letters: 1 },
    },
  ],
  { NOTIFICATIONS_ADMIN: cast.coordinator.email },
)

it('sends only the records of the preview', async () => {
  const { test, client } = await openSignedIn('administrator', { given: addTermOfNews })
  const look = async () => {
    const { body } = await client.get('/api/notifications/preview?year_id=1&term_id=2')
    return (body as { data: { seen: string } }).data.seen
  }
  const seen = await look()
  await test.db.updateTable('reports').set({ status: 1 }).where('status', '=', 0).execute()
  expect(await client.call(CALL, { ...time, seen })).toMatchObject({
    status: 409,
    body: { message: notificationMessages.changed },
  })
  expect(await lettersOf(test)).toEqual([])
  expect(await client.call(CALL, { ...time, seen: await look() })).toMatchObject({ status: 200 })
  expect(await lettersOf(test)).toHaveLength(1)
})

it('sends each item once when two sends run at the same moment, also in two processes', async () => {
  const { test, client } = await openSignedIn('administrator')
  const beside = await openTestApp({ beside: test })
  const other = await beside.signIn(cast.administrator)
  const supporters = await addUsers(
    test.db,
    Array.from({ length: 12 }, (_, index) => ({ email: `supporter${index}@elimu.test` })),
  )
  const students = await addStudents(
    test.db,
    supporters.flatMap(({ id }) => Array.from({ length: 12 }, () => ({ supporter_id: id }))),
  )
  await addReportCards(
    test,
    students.map((student_id) => ({ student_id, status: 1 })),
  )
  const answers = await Promise.all(
    [client, other, client].map((by) => by.call(CALL, { year_id: 1, term_id: 1 })),
  )
  expect(answers.map(({ status }) => status).filter((status) => status !== 409 && status !== 200)).toEqual([])
  const items = await test.db.selectFrom('notice_items').select(['record_id']).execute()
  expect(items.map(({ record_id }) => record_id).toSorted((a, b) => a - b)).toEqual(
    (await statusOf(test, 'reports')).map(({ id }) => id),
  )
  expect(new Set((await statusOf(test, 'reports')).map(({ status }) => status))).toEqual(new Set([2]))
  const letters = await test.db.selectFrom('notices').select('supporter_id').execute()
  expect(letters.map(({ supporter_id }) => supporter_id).toSorted((a, b) => a - b)).toEqual(
    supporters.map(({ id }) => id),
  )
})

it('sends a record that is approved again at the same moment, with its own PDF', async () => {
  const { test, client } = await openSignedIn('administrator', { given: addTermOfNews })
  const { file_id } = await test.db
    .selectFrom('reports')
    .select('file_id')
    .where('id', '=', 3)
    .executeTakeFirstOrThrow()
  const corrected = { liaison_comment: 'Corrected since.', version: 3, file_id }
  const correct = (trx: TestApp['db']) =>
    trx.updateTable('reports').set(corrected).where('id', '=', 2).execute()
  const [answer] = await startTogether(test, correct, [() => client.post('/api/notifications', time)])
  expect(answer).toMatchObject({ status: 200, body: { letters: 1 } })
  const [letter] = await lettersOf(test)
  expect(letter?.text).toContain('Corrected since.')
  const attached = () => test.db.selectFrom('letter_files').select('file_id').orderBy('place').execute()
  const sent = await attached()
  expect(sent[0]).toEqual({ file_id })
  // Later edits do not change the letter.
  await test.db
    .updateTable('reports')
    .set({ file_id: 1, version: 5, status: 0 })
    .where('id', '=', 2)
    .execute()
  expect(await attached()).toEqual(sent)
})

describe('between reading the records and writing the letters', () => {
  const setUser = ({ db }: TestApp, columns: { email: string } | { status: number }) =>
    db.updateTable('users').set(columns).where('id', '=', cast.supporter.id).execute()
  const setSupporter = ({ db }: TestApp, supporter_id: number | null) =>
    db.updateTable('students').set({ supporter_id }).where('supporter_id', '=', cast.supporter.id).execute()
  const withdraw = ({ db }: TestApp) => db.updateTable('consent_states').set({ progress: '' }).execute()

  it.for<
    [what: string, change: (test: TestApp) => Promise<unknown>, recipients: string[], reasons: string[]]
  >([
    ['families withdraw: nothing is sent', withdraw, [], ['notShared', 'notShared']],
    [
      'the records are restricted: nothing is sent',
      ({ db }) => restrictRecords(db, [1, 2]).execute(),
      [],
      ['restricted', 'restricted'],
    ],
    [
      'the supporter is disabled: nothing is sent',
      (test) => setUser(test, { status: 1 }),
      [],
      ['disabled', 'disabled'],
    ],
    [
      'the supporter is removed: nothing is sent',
      (test) => setSupporter(test, null),
      [],
      ['noSupporter', 'noSupporter'],
    ],
    [
      'the supporter changes: only the new one gets a letter',
      (test) => setSupporter(test, cast.newcomer.id),
      [cast.newcomer.email],
      [],
    ],
    [
      'the address changes: the letter is sent to the new one',
      (test) => setUser(test, { email: 'new@elimu.test' }),
      ['new@elimu.test'],
      [],
    ],
  ])('%s', async ([, change, recipients, reasons]) => {
    const test = await openWithCast({ given: addTermOfNews })
    for (const id of [1, 2]) await giveConsent(test, id, FULL)
    const db = afterReading(test.db, () => change(test))
    const { leftOut } = await sendNotifications(changeAs(test, actor), named, { ...test.services, db })
    const letters = await lettersOf(test)
    expect(letters.map(({ recipient }) => recipient)).toEqual(recipients)
    // Mwende never had a supporter.
    expect(leftOut.map(({ reason }) => reason).toSorted()).toEqual(['noSupporter', ...reasons].toSorted())
    const receipts = await statusOf(test, 'receipts')
    expect(receipts.map(({ status }) => status)).toEqual(Array(3).fill(recipients.length > 0 ? 2 : 1))
  })
})

it('does not deadlock with a rename of the supporter at the same moment', async () => {
  const { test, client } = await openSignedIn('administrator', { given: addTermOfNews })
  const { supporter } = cast
  const { begun } = await test.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'users', supporter.id)
    const answer = client.post('/api/notifications', time)
    // On SQLite, which has one writer at a time, the send waits until the transaction ends.
    if (test.engine === 'postgres') await answer
    await renameInStudents(trx, { ...supporter, first_name: 'Another' })
    return { begun: answer }
  })
  expect(await begun).toMatchObject({ status: 200, body: { letters: 1 } })
})

it('sends one letter to a supporter of 500 students with many items', async () => {
  const STUDENTS = 500
  const RECEIPTS = 12
  const { test, client } = await openSignedIn('administrator')
  const students = await addStudents(test.db, many(STUDENTS, { supporter_id: cast.supporter.id }))
  await addReceipts(test, [{ student_id: students[0] ?? 0, status: 1 }])
  const { id: _own, ...receipt } = await test.db.selectFrom('receipts').selectAll().executeTakeFirstOrThrow()
  for (let more = 0; more < RECEIPTS; more++)
    await test.db
      .insertInto('receipts')
      .values(students.map((student_id) => Object.assign({}, receipt, { student_id })))
      .execute()
  const answer = await client.post('/api/notifications', { year_id: 1, term_id: 1 })
  expect(answer).toMatchObject({
    status: 200,
    body: { letters: 1, data: { finance_approved: 0, finance_sent: STUDENTS * RECEIPTS + 1 } },
  })
})

it('refuses to delete a supporter who was sent news before they opened their account', async () => {
  const { test, client } = await openSignedIn('administrator')
  await addTermOfNews(test)
  await test.db.updateTable('users').set({ status: 0 }).where('id', '=', cast.supporter.id).execute()
  expect(await client.post('/api/notifications', time)).toMatchObject({ status: 200, body: { letters: 1 } })
  await test.db.updateTable('students').set({ supporter_id: null }).execute()
  expect(await client.post(`/api/delete/${cast.supporter.id}`)).toMatchObject({
    status: 409,
    body: { message: 'This User Has Been Sent News of Students and Cannot be Deleted' },
  })
})

it('returns the smallest id of its letters, for any order in which the database returns them', async () => {
  const test = await openWithCast()
  const supporters = await addUsers(test.db, [{ email: 'one@elimu.test' }, { email: 'two@elimu.test' }])
  const students = await addStudents(
    test.db,
    supporters.map(({ id }) => ({ supporter_id: id })),
  )
  await addReportCards(
    test,
    students.map((student_id) => ({ student_id, term: 'Term 2', status: 1 })),
  )
  const { outbox } = test.services
  const services = {
    ...test.services,
    outbox: Object.assign(Object.create(outbox) as typeof outbox, {
      writeAll: async (...letters: Parameters<typeof outbox.writeAll>) =>
        (await outbox.writeAll(...letters)).toReversed(),
    }),
  }
  const change = changeAs(test, actor)
  expect(await sendNotifications(change, named, services)).toMatchObject({ letters: 2, since: 1 })
})
