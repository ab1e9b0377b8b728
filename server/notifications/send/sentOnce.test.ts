import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SessionUser } from '#contract/identity/auth.ts'
import { addReceipts, addReportCards } from '../../testing/data/records.ts'
import { addStudents, many } from '../../testing/data/students.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import { addCast, addUsers, cast } from '../../testing/data/users.ts'
import { findNotificationRow } from '../notificationRows.ts'
import { changeAs } from '../../testing/data/changeAs.ts'
import { sendNotifications } from './sendNotifications.ts'

const TIME = { year: '2026', term: 'Term 1' }
const STUDENTS = 4
const SUPPORTERS = 2

type Kind = 'reports' | 'receipts'
/** The expected state of a record: `approval` counts how often it was approved. */
type Known = { kind: Kind; id: number; student: number; status: 0 | 1 | 2; approval: number }

const student = fc.nat(STUDENTS - 1)
const record = fc.nat(11)
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('add' as const),
      student,
      kind: fc.constantFrom<Kind>('reports', 'receipts'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('verify' as const), record }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('edit' as const), record }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('assign' as const),
      student,
      to: fc.option(fc.nat(SUPPORTERS - 1)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('disable' as const),
      who: fc.nat(SUPPORTERS - 1),
      status: fc.constantFrom(1, 2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('send' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('send twice' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The expected state of the charity, and the one in the database, step by step. */
async function openCharity(test: TestApp) {
  await addCast(test.db)
  const supporters = await addUsers(
    test.db,
    Array.from({ length: SUPPORTERS }, (_, index) => ({ email: `giver${index}@elimu.test` })),
  )
  const students = await addStudents(test.db, many(STUDENTS))
  const records: Known[] = []
  const supporterOf = new Map<number, number>()
  const disabled = new Set<number>()
  const sent: string[] = []
  const actor: SessionUser = { id: cast.administrator.id, name: 'A', role: 1, notifications_admin: false }
  // The first record adds the year and the term.
  await addReportCards(test, [{ student_id: students[0] ?? 0, ...TIME, year: '2025' }])
  const [first = 0] = await addReportCards(test, [{ student_id: students[0] ?? 0, ...TIME }])
  records.push({ kind: 'reports', id: first, student: 0, status: 0, approval: 0 })
  const { year_id, term_id } = await test.db
    .selectFrom('reports')
    .select(['year_id', 'term_id'])
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  const time = { year_id, term_id, ...TIME }
  const send = (services = test.services) => sendNotifications(changeAs(services, actor), time, services)

  const setStatus = async (known: Known | undefined, from: number[], status: 0 | 1) => {
    if (!known || !from.includes(known.status)) return
    known.status = status
    if (status === 1) known.approval += 1
    await test.db
      .updateTable(known.kind as 'reports')
      .set((eb) => ({ status, version: eb('version', '+', 1) }))
      .where('id', '=', known.id)
      .execute()
  }
  const expectSent = () => {
    for (const known of records) {
      const supporter = supporterOf.get(known.student)
      if (known.status !== 1 || supporter === undefined || disabled.has(supporter)) continue
      known.status = 2
      sent.push(`${known.kind} ${known.id} ${known.approval} to ${supporters[supporter]?.id}`)
    }
  }

  return {
    sent,
    records,
    async take(taken: Step): Promise<void> {
      switch (taken.does) {
        case 'add': {
          const student_id = students[taken.student] ?? 0
          const isThere = records.some(({ kind, student: of }) => kind === 'reports' && of === taken.student)
          if (taken.kind === 'reports' && isThere) return
          const add = taken.kind === 'reports' ? addReportCards : addReceipts
          const [id = 0] = await add(test, [{ student_id, ...TIME }])
          records.push({ kind: taken.kind, id, student: taken.student, status: 0, approval: 0 })
          return
        }
        case 'verify':
          return setStatus(records[taken.record], [0], 1)
        case 'edit':
          return setStatus(records[taken.record], [1, 2], 0)
        case 'assign': {
          const { student: of, to } = taken
          if (to === null) supporterOf.delete(of)
          else supporterOf.set(of, to)
          const supporter_id = to === null ? null : (supporters[to]?.id ?? 0)
          await test.db
            .updateTable('students')
            .set({ supporter_id })
            .where('id', '=', students[of] ?? 0)
            .execute()
          return
        }
        case 'disable': {
          if (taken.status === 1) disabled.add(taken.who)
          else disabled.delete(taken.who)
          await test.db
            .updateTable('users')
            .set({ status: taken.status })
            .where('id', '=', supporters[taken.who]?.id ?? 0)
            .execute()
          return
        }
        case 'send':
          await send()
          return expectSent()
        case 'send twice':
          await Promise.all([send(), send()])
          return expectSent()
        case 'crash': {
          // Fails after the letters are written and before the commit.
          const writeAll: typeof test.outbox.writeAll = async (...args) => {
            await test.outbox.writeAll(...args)
            throw new Error('killed')
          }
          const dying = { ...test.services, outbox: { ...test.outbox, writeAll } }
          const error = await send(dying).then(
            () => undefined,
            (reason: Error) => reason,
          )
          // If there is nothing to send, no letter is written and nothing fails.
          if (error && error.message !== 'killed') throw error
          return
        }
      }
    },
    row: () => findNotificationRow(test.services, { ...actor, today: '2026-03-02' }, time),
  }
}

const count = (records: Known[], kind: Kind, status: number) =>
  records.filter((known) => known.kind === kind && known.status === status).length

it('sends each approved item to its supporter exactly once per approval', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const test = await openTestApp()
      const charity = await openCharity(test)
      for (const taken of steps) {
        await charity.take(taken)
        const { records } = charity
        expect(await charity.row()).toMatchObject({
          report_pending: count(records, 'reports', 0),
          report_approved: count(records, 'reports', 1),
          report_sent: count(records, 'reports', 2),
          finance_pending: count(records, 'receipts', 0),
          finance_approved: count(records, 'receipts', 1),
          finance_sent: count(records, 'receipts', 2),
        })
      }
      const items = await test.db
        .selectFrom('notice_items')
        .innerJoin('notices', 'notices.letter_id', 'notice_items.letter_id')
        .select(['kind', 'record_id', 'version', 'supporter_id'])
        .orderBy('notice_items.id')
        .execute()
      // Each approval of a record has a version of its own, in order.
      const approvals = new Map<string, number[]>()
      for (const { kind, record_id, version } of items)
        approvals.set(`${kind} ${record_id}`, [...(approvals.get(`${kind} ${record_id}`) ?? []), version])
      for (const versions of approvals.values()) expect(new Set(versions).size).toBe(versions.length)
      const sent = items.map(
        ({ kind, record_id, supporter_id }) => `${kind}s ${record_id} to ${supporter_id}`,
      )
      const expected = charity.sent.map((line) => line.replace(/ \d+ to/, ' to'))
      expect(sent.toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: 15 },
  )
})
