import { expect } from 'vitest'
import { giveDates } from '../testing/data/calendar.ts'
import { giveConsent } from '../testing/data/consents.ts'
import { addReportCards } from '../testing/data/records.ts'
import { addTermOfNews } from '../testing/data/termOfNews.ts'
import { lettersOf } from '../testing/mail/postman.ts'
import { scenarios, scenariosWith } from '../testing/scenarios.ts'
import { givePictures, restrictRecords } from '../testing/data/students.ts'
import { addUsers, cast } from '../testing/data/users.ts'

const noReason = { noSupporter: 0, disabled: 0, restricted: 0, notShared: 0 }
const none = { report_pending: 0, report_approved: 0, report_sent: 0 }

scenariosWith(
  'GET /api/notifications',
  { as: 'coordinator', call: 'GET /api/notifications', given: addTermOfNews },
  [
    {
      name: 'counts what is pending, approved and sent, the newest term first',
      after: async (_test, { body }) =>
        expect(body).toMatchObject({
          meta: { total: 2, whole: true },
          data: [
            {
              term_name: 'Term 2',
              report_pending: 1,
              report_approved: 2,
              report_sent: 0,
              finance_approved: 3,
              letters: 1,
              left_out: { ...noReason, noSupporter: 1 },
              missing: 3,
            },
            {
              term_name: 'Term 1',
              ...none,
              report_sent: 1,
              finance_approved: 0,
              letters: 0,
              left_out: noReason,
              missing: null,
            },
          ],
        }),
    },
    {
      name: 'also lists the present term before it has records',
      async given(test) {
        await addTermOfNews(test)
        await giveDates(test.db, ['Term 3', '2026', '2026-03-02', '2026-04-02'])
      },
      contains: {
        data: [
          { term_name: 'Term 3', ...none, missing: null, is_newest: true },
          { term_name: 'Term 2', missing: 3, is_newest: false },
          { term_name: 'Term 1', missing: null, is_newest: false },
        ],
      },
    },
    {
      name: 'counts the students by the reason why no letter would be sent for a term with approvals',
      as: 'administrator',
      async given(test) {
        const [, kevin = 0] = await addTermOfNews(test)
        await test.db.updateTable('users').set({ status: 1 }).where('id', '=', cast.supporter.id).execute()
        const [kate] = await addUsers(test.db, [{ email: 'kate@elimu.test' }])
        await test.db
          .updateTable('students')
          .set({ supporter_id: kate?.id ?? 0 })
          .where('id', '=', kevin)
          .execute()
        await restrictRecords(test.db, [kevin]).execute()
      },
      call: 'GET /api/notifications?year_id=1&term_id=2',
      contains: {
        data: {
          report_approved: 2,
          finance_approved: 3,
          letters: 0,
          left_out: { noSupporter: 1, disabled: 1, restricted: 1, notShared: 0 },
        },
      },
    },
    {
      name: 'counts the students whom What Is Missing lists',
      as: 'administrator',
      async given(test) {
        const ids = await addTermOfNews(test)
        await givePictures(test, ids)
        for (const id of ids) await giveConsent(test, id)
      },
      call: 'GET /api/notifications?year_id=1&term_id=2',
      contains: { data: { missing: 2 } },
    },
    {
      name: 'counts students who have left only with a record of the term to verify',
      as: 'administrator',
      async given(test) {
        const [faith = 0, , mwende = 0] = await addTermOfNews(test)
        await addReportCards(test, [{ student_id: mwende, term: 'Term 1' }])
        await test.db.updateTable('students').set({ status: 2 }).where('id', '!=', faith).execute()
      },
      call: 'GET /api/notifications?year_id=1&term_id=2',
      contains: { data: { missing: 2 } },
    },
    {
      name: 'counts the returned ones of the pending records',
      async given(test) {
        await addTermOfNews(test)
        await test.db
          .updateTable('reports')
          .set({ remark: 'The total differs' })
          .where('status', '=', 0)
          .execute()
      },
      contains: {
        data: [
          { term_name: 'Term 2', report_pending: 1, report_returned: 1, finance_returned: 0 },
          { term_name: 'Term 1', report_pending: 0, report_returned: 0, finance_returned: 0 },
        ],
      },
    },
    {
      name: 'counts the failed letters of each term',
      async given(test) {
        await addTermOfNews(test)
        const recipient = cast.supporter.email
        await test.outbox.write(test.db, { recipient, subject: 'Progress Report', text: '', html: '' })
        const notice = { letter_id: 1, supporter_id: cast.supporter.id, sent_by: cast.administrator.id }
        await test.db
          .insertInto('notices')
          .values({ ...notice, year_id: 1, term_id: 2 })
          .execute()
        await test.db.updateTable('letters').set({ state: 'failed' }).execute()
      },
      contains: {
        data: [
          { term_name: 'Term 2', letters_failed: 1 },
          { term_name: 'Term 1', letters_failed: 0 },
        ],
      },
    },
    ...['term 1', '2026 Term 1', 'Term 1 2026'].map((search) => ({
      name: `is searched by year and term: ${search}`,
      call: `GET /api/notifications?search=${encodeURIComponent(search)}`,
      contains: { meta: { total: 1, whole: false }, data: [{ term_name: 'Term 1' }] },
    })),
    {
      name: 'finds no term by the digits of a year',
      call: 'GET /api/notifications?search=Term%206',
      contains: { meta: { total: 0 }, data: [] },
    },
    {
      name: 'changes nothing, with a year and term too',
      as: 'administrator',
      call: 'GET /api/notifications?year_id=1&term_id=2',
      contains: { data: { term_name: 'Term 2', report_approved: 2 } },
      async after(test) {
        expect(await lettersOf(test)).toEqual([])
      },
    },
  ],
)

scenarios('GET /api/notifications/terms', [
  {
    name: 'lists the terms that have records, the newest first, also for liaison officers',
    as: 'liaison',
    call: 'GET /api/notifications/terms',
    given: addTermOfNews,
    contains: { data: [{ year_id: 1, term_id: 2, term_name: 'Term 2' }, { term_name: 'Term 1' }] },
  },
])

scenarios('GET /api/notifications/preview', [
  {
    name: 'lists the letters, the students without one, and the unverified records',
    as: 'administrator',
    given: addTermOfNews,
    call: 'GET /api/notifications/preview?year_id=1&term_id=2',
    contains: {
      data: {
        letters: [
          {
            supporter_id: cast.supporter.id,
            email: cast.supporter.email,
            students: [
              { name: 'Faith Atieno Odhiambo', reports: 1, receipts: 2, cost: 24_250.5 },
              { name: 'Kevin Otieno', reports: 0, receipts: 1 },
            ],
          },
        ],
        left_out: [
          {
            name: 'Mwende Mutua',
            reports: 1,
            receipts: 0,
            reason: 'noSupporter',
            supporter_email: null,
            path: null,
            status: 0,
          },
        ],
        pending: { students: 1, reports: 1, receipts: 0 },
        returned: { students: 0, reports: 0, receipts: 0 },
      },
    },
  },
])

scenarios('GET /api/notifications/preview of returned records', [
  {
    name: 'counts returned records separately',
    as: 'administrator',
    async given(test) {
      await addTermOfNews(test)
      await test.db
        .updateTable('reports')
        .set({ remark: 'The total differs' })
        .where('status', '=', 0)
        .execute()
    },
    call: 'GET /api/notifications/preview?year_id=1&term_id=2',
    contains: {
      data: {
        pending: { students: 0, reports: 0, receipts: 0 },
        returned: { students: 1, reports: 1, receipts: 0 },
      },
    },
  },
])
