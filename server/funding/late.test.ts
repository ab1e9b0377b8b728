import { expect, it } from 'vitest'
import { dayOf } from '#contract/base/days.ts'
import { periodKey } from '#contract/lookups.ts'
import { LATE_DAYS } from '#contract/money/funding.ts'
import { PROMISE_LETTER } from '#contract/privacy/accesses.ts'
import { giveDates } from '../testing/data/calendar.ts'
import { givenCharity, promise, TERM_1, TERM_2, YEAR } from '../testing/data/money.ts'
import { lookupId } from '../testing/data/records.ts'
import { cast } from '../testing/data/users.ts'
import { HOUR } from '../testing/steppedClock.ts'
import { openWithCast } from '../testing/testApp.ts'
import { listLate } from './renewals.ts'
import { readTime } from './terms.ts'

/** Term 1 opened three weeks before the clock’s day, the 2nd of March. */
const OPENED = ['Term 1', '2026', '2026-02-09', '2026-04-03'] as const

it('a promise is late from 14 days after the term opened, until all of it came in', async () => {
  const { db, clock, signIn } = await openWithCast({ given: givenCharity })
  await giveDates(db, ['Term 1', '2026', '2026-03-05', '2026-04-03'])
  const client = await signIn(cast.coordinator)
  const add = (student: number, more: object) =>
    client.post(`/api/students/${student}/commitments`, { ...promise, ...more })
  await add(1, {})
  await add(2, {})
  await add(3, { pays_school: true })
  const receive = (amount: number, by = client) =>
    by.post('/api/commitments/1/received', { year_id: YEAR, term_id: TERM_1, amount, on: '2026-02-01' })
  await receive(2_500)
  const late = async () => listLate(db, await readTime(db, { year: YEAR }, dayOf(clock())))

  clock.step((LATE_DAYS + 2) * 24 * HOUR)
  expect(await late()).toEqual([])
  clock.step(24 * HOUR)
  expect(await late()).toMatchObject([
    {
      name: promise.source,
      email: null,
      amount: 12_000,
      missing: 9_500,
      promises: [
        {
          student: 'Achieng Ouma',
          term_id: TERM_1,
          amount: 6_000,
          received: 2_500,
          from_year_id: YEAR,
          from_term_id: TERM_1,
        },
        { student: 'Barasa Wekesa', received: 0 },
      ],
    },
  ])
  await receive(3_500, await signIn(cast.coordinator))
  expect(await late()).toMatchObject([{ promises: [{ student: 'Barasa Wekesa' }] }])
  await db.updateTable('students').set({ status: 1 }).where('id', '=', 2).execute()
  expect(await late()).toEqual([])
})

it('a promise that is entered two weeks after the term opened is late at once, unless it pays the school', async () => {
  const { db, signIn } = await openWithCast({ given: givenCharity })
  await giveDates(db, OPENED)
  const client = await signIn(cast.coordinator)
  const late = async () => {
    const { body } = await client.get('/api/funding?year=1&filter=late')
    return (body as { data: { counts: { late: number } } }).data.counts.late
  }
  await client.post('/api/students/2/commitments', { ...promise, pays_school: true })
  expect(await late()).toBe(0)
  await client.post('/api/students/1/commitments', promise)
  expect(await late()).toBe(1)
})

it('a promise that is late in two terms is one late promise, with the sum of both', async () => {
  const { db, clock, signIn } = await openWithCast({ given: givenCharity })
  await giveDates(db, OPENED, ['Term 2', '2026', '2026-02-10', '2026-06-03'])
  const client = await signIn(cast.coordinator)
  await client.post('/api/students/1/commitments', promise)
  expect(await client.get('/api/funding?year=1&filter=late')).toMatchObject({
    body: { data: { counts: { late: 1 } }, meta: { total: 1 } },
  })
  expect(await listLate(db, await readTime(db, { year: YEAR }, dayOf(clock())))).toMatchObject([
    { missing: 12_000, promises: [{ term_id: TERM_1 }, { term_id: TERM_2 }] },
  ])
})

it('a letter about late promises of an earlier year does not ask about this year’s', async () => {
  const { db, clock, signIn } = await openWithCast({ given: givenCharity })
  const year_id = await lookupId(db, 'years', '2025')
  await giveDates(
    db,
    ['Term 1', '2025', '2025-01-06', '2025-04-04'],
    ['Term 1', '2026', '2026-01-05', '2026-04-03'],
  )
  const client = await signIn(cast.coordinator)
  const own = { ...promise, source: null, supporter_id: cast.supporter.id, until_term_id: TERM_1 }
  const former = { ...own, from_year_id: year_id, until_year_id: year_id }
  await client.post('/api/students/1/commitments', former)
  const letter = {
    supporter_id: cast.supporter.id,
    kind: 'late',
    subject: 'Your promise',
    text: 'Dear Samuel',
  }
  expect(await client.post('/api/funding/letters', letter)).toMatchObject({ status: 409 })
  await db
    .updateTable('commitments')
    .set({ until_year_id: YEAR, ends: periodKey('2026', 'Term 1') })
    .execute()
  expect(await client.post('/api/funding/letters', { ...letter, year_id, term_id: TERM_1 })).toMatchObject({
    status: 200,
  })
  const asked = async (year: number) =>
    (await listLate(db, await readTime(db, { year }, dayOf(clock())))).map(({ asked_at }) => asked_at)
  expect(await asked(year_id)).toEqual([clock().toISOString()])
  expect(await asked(YEAR)).toEqual([null])
  expect(await client.post('/api/funding/letters', letter)).toMatchObject({ status: 200 })
  expect(await asked(YEAR)).toEqual([clock().toISOString()])

  // Of older letters the term is not known: they asked about the terms of the year in which they were written.
  await db.updateTable('promise_letters').set({ last_term: null }).execute()
  expect(await asked(YEAR)).toEqual([clock().toISOString()])
  await db.updateTable('letters').set({ created_at: '2025-12-31T08:00:00.000Z' }).execute()
  expect(await asked(YEAR)).toEqual([null])

  // Each is noted at the child.
  const left = { student_id: 1, how: 'letter', what: PROMISE_LETTER, went_to: 'Samuel Kiptoo' }
  expect(await db.selectFrom('departures').selectAll().orderBy('id').execute()).toMatchObject([
    { ...left, letter_id: 1 },
    { ...left, letter_id: 2 },
  ])
})
