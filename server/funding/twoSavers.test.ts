import { expect, it } from 'vitest'
import { periodKey } from '#contract/lookups.ts'
import { commitmentMessages } from '#contract/money/commitments.ts'
import { fundingMessages } from '#contract/money/funding.ts'
import { planMessages } from '#contract/money/plans.ts'
import { erasureMessages } from '#contract/privacy/erasure.ts'
import { givenCharity, promise, TERM_1, TERM_2, YEAR } from '../testing/data/money.ts'
import { callAs } from '../testing/data/payments.ts'
import { cast } from '../testing/data/users.ts'
import { openWithCast } from '../testing/testApp.ts'

const DIRECTOR = 'Daniel Otieno'
const COORDINATOR = 'Catherine Njeri'
const time = { year_id: YEAR, term_id: TERM_1 }
const place = { school_id: 1, class_id: 1, term_id: TERM_1 }
const registered = { amount: 30_000, to_school: 24_000 }
const own = { amount: 1_000, to_school: 500 }

it.for([
  {
    what: 'the fees of a class',
    seen: registered,
    call: '/api/plans?year=1',
    body: (amount: number, seen: object | null) => ({
      rows: [{ ...place, amount, to_school: 100, seen }],
    }),
    refusal: planMessages.changedMeanwhile(DIRECTOR),
  },
  {
    what: 'a student’s own figures',
    seen: null,
    call: '/api/students/1/plans/terms',
    body: (amount: number, seen: object | null) => ({
      year_id: YEAR,
      terms: [{ term_id: TERM_1, ...own, amount, seen }],
      reason: 'Day scholar',
    }),
    refusal: planMessages.changedMeanwhile(DIRECTOR),
  },
  {
    what: 'a student’s own figures of one term',
    seen: null,
    call: '/api/students/1/plans',
    body: (amount: number, seen: object | null) => ({
      ...time,
      ...own,
      amount,
      reason: 'Day scholar',
      seen,
    }),
    refusal: planMessages.changedMeanwhile(DIRECTOR),
  },
])('of two who save $what, the second is refused', async ({ call, seen, body, refusal }) => {
  const { signIn } = await openWithCast({ given: givenCharity })
  const [director, coordinator] = [await signIn(cast.director), await signIn(cast.coordinator)]
  const read = () => coordinator.get('/api/students/1/funding?year=1')

  expect(await director.change('PUT', call, body(2_000, seen))).toMatchObject({ status: 200 })
  const saved = (await read()).body
  expect(await coordinator.change('PUT', call, body(3_000, seen))).toMatchObject({
    status: 409,
    body: { message: refusal },
  })
  expect((await read()).body).toEqual(saved)

  // With the figures that count now, the second user may save.
  const { to_school } = call.startsWith('/api/plans') ? { to_school: 100 } : own
  const now = { amount: 2_000, to_school, ...(!call.startsWith('/api/plans') && { reason: 'Day scholar' }) }
  expect(await coordinator.change('PUT', call, body(3_000, now))).toMatchObject({ status: 200 })
})

it('of two who set the class of a student’s year, the second is refused', async () => {
  const { signIn } = await openWithCast({ given: givenCharity })
  const [director, coordinator] = [await signIn(cast.director), await signIn(cast.coordinator)]
  const set = { year_id: YEAR, class_id: 2, seen: null }
  const call = '/api/students/1/class'
  expect(await director.change('PUT', call, set)).toMatchObject({ status: 200 })
  expect(await coordinator.change('PUT', call, { ...set, class_id: 3 })).toMatchObject({
    status: 409,
    body: { message: planMessages.classMeanwhile(DIRECTOR) },
  })
  expect(await coordinator.change('PUT', call, { ...set, class_id: 3, seen: 2 })).toMatchObject({
    status: 200,
  })
})

const promises = [
  { commitment_id: 1, ...time },
  { commitment_id: 2, ...time },
] as const
const gift = (...amounts: number[]) => ({
  on: '2026-02-01',
  parts: promises.map((promised, index) => Object.assign({ amount: amounts[index] ?? 0, seen: 0 }, promised)),
})
const GIFT = '/api/funding/received'

/** Two promises of a bursary, of students 1 and 2. */
async function openWithPromises() {
  const test = await openWithCast({ given: givenCharity })
  const [director, coordinator] = [await test.signIn(cast.director), await test.signIn(cast.coordinator)]
  for (const student of [1, 2]) await director.post(`/api/students/${student}/commitments`, promise)
  const received = () =>
    test.db
      .selectFrom('received')
      .select(['commitment_id', 'student_id', 'amount'])
      .orderBy('commitment_id')
      .execute()
  return { ...test, director, coordinator, received }
}

it('a gift for several children is noted with the history of each', async () => {
  const { db, coordinator, received } = await openWithPromises()
  expect(await coordinator.post(GIFT, gift(2_500, 500.5))).toMatchObject({
    status: 200,
    body: { message: commitmentMessages.received },
  })
  expect(await received()).toEqual([
    { commitment_id: 1, student_id: 1, amount: 250_000 },
    { commitment_id: 2, student_id: 2, amount: 50_050 },
  ])
  const entries = await db
    .selectFrom('history')
    .select(['entity_id', 'student_id', 'changes'])
    .where('action', '=', 'marked as received')
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { entity_id: 1, student_id: 1, changes: expect.stringContaining('"received":[null,"2,500.00"]') },
    { entity_id: 2, student_id: 2, changes: expect.stringContaining('"received_on":[null,"2026-02-01"]') },
  ])
})

it.for([
  {
    what: 'for a term outside a promise',
    more: { term_id: TERM_2 },
    status: 422,
    errors: { 'parts.1.term_id': [commitmentMessages.notInTerm] },
  },
  { what: 'of an unknown promise', more: { commitment_id: 9 }, status: 404 },
])('a gift with a part $what is refused as a whole', async ({ more, status, errors }) => {
  const { db, coordinator, received } = await openWithPromises()
  await db
    .updateTable('commitments')
    .set({ ends: periodKey('2026', 'Term 1') })
    .where('id', '=', 2)
    .execute()
  const { on, parts } = gift(2_500, 500)
  const refused = { on, parts: [parts[0], { ...parts[1], ...more }] }
  const answer = await coordinator.post(GIFT, refused)
  expect(answer).toMatchObject({ status, ...(errors && { body: { errors } }) })
  expect(await received()).toEqual([])
})

it('a gift is refused once the record of one of the children waits to be anonymised', async () => {
  const { received, ...test } = await openWithPromises()
  await test.db.updateTable('students').set({ status: 1 }).where('id', '=', 2).execute()
  await callAs(test, 'administrator', 'POST /api/students/2/anonymise', { ref: 'EL-0002' })
  expect(await test.coordinator.post(GIFT, gift(2_500, 500))).toMatchObject({
    status: 409,
    body: { message: erasureMessages.readOnly },
  })
  expect(await received()).toEqual([])
})

it('of nothing there is no gift', async () => {
  const { coordinator } = await openWithPromises()
  expect(await coordinator.post(GIFT, gift(0, 0))).toMatchObject({
    status: 422,
    body: { errors: { parts: [commitmentMessages.amountNeeded] } },
  })
})

it('of two who note the same gift at once, one is refused', async () => {
  const { director, coordinator, received } = await openWithPromises()
  // The second one names the children in the other order, and gives one of them nothing.
  const { on, parts } = gift(0, 3_000)
  const answers = await Promise.all([
    director.post(GIFT, gift(2_500, 500)),
    coordinator.post(GIFT, { on, parts: parts.toReversed() }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const isDirector = answers[0].status === 200
  expect(answers).toContainEqual(
    expect.objectContaining({
      status: 409,
      body: { message: commitmentMessages.receivedMeanwhile(isDirector ? DIRECTOR : COORDINATOR, 2) },
    }),
  )
  const noted = await received()
  expect(noted.map(({ amount }) => amount)).toEqual(isDirector ? [250_000, 50_000] : [300_000])

  // With what is received now, the other one may note a second gift.
  const now = parts.map((part) => {
    const amount = noted.find(({ commitment_id }) => commitment_id === part.commitment_id)?.amount ?? 0
    return Object.assign({}, part, { seen: amount / 100 })
  })
  expect(await coordinator.post(GIFT, { on, parts: now })).toMatchObject({ status: 200 })
})

it('of two who note the same money of one promise at once, one is refused', async () => {
  const { director, coordinator, received } = await openWithPromises()
  const note = (client: typeof director, seen?: number) =>
    client.post('/api/commitments/1/received', {
      year_id: YEAR,
      term_id: TERM_1,
      amount: 2_500.5,
      on: '2026-02-01',
      seen,
    })
  const answers = await Promise.all([note(director, 0), note(coordinator, 0)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const by = answers[0].status === 200 ? DIRECTOR : COORDINATOR
  expect(answers).toContainEqual(
    expect.objectContaining({
      status: 409,
      body: { message: commitmentMessages.receivedMeanwhile(by, 1) },
    }),
  )
  expect(await received()).toHaveLength(1)

  // A user who has seen it may note more, and so may a caller who compares nothing.
  expect(await note(coordinator, 2_500.5)).toMatchObject({ status: 200 })
  expect(await note(coordinator)).toMatchObject({ status: 200, body: { data: { id: 3 } } })
  expect(await received()).toHaveLength(3)
})

it('of two who write to the same supporter at once, one is refused', async () => {
  const { db, signIn } = await openWithCast({ given: givenCharity })
  const [director, coordinator] = [await signIn(cast.director), await signIn(cast.coordinator)]
  const promised = { ...promise, source: null, supporter_id: cast.supporter.id }
  await director.post('/api/students/1/commitments', {
    ...promised,
    until_year_id: YEAR,
    until_term_id: TERM_1,
  })
  const letter = {
    supporter_id: cast.supporter.id,
    kind: 'ends_soon',
    subject: 'Thank you',
    text: 'Dear Samuel',
  }
  const send = (client: typeof director, seen?: string | null) =>
    client.post('/api/funding/letters', { ...letter, seen })
  const letters = () => db.selectFrom('promise_letters').select('letter_id').execute()

  const answers = await Promise.all([send(director, null), send(coordinator, null)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const by = answers[0].status === 200 ? DIRECTOR : COORDINATOR
  expect(answers).toContainEqual(
    expect.objectContaining({
      status: 409,
      body: { message: fundingMessages.writtenMeanwhile(by, '2 Mar 2026') },
    }),
  )
  expect(await letters()).toHaveLength(1)

  // Whoever has seen that letter may write another one, and a caller who compares nothing may too.
  const { body } = await coordinator.get('/api/funding?query=ends_soon')
  const { asked_at } = (body as { data: { asked_at: string }[] }).data[0] ?? {}
  expect(await send(coordinator, asked_at)).toMatchObject({ status: 200 })
  expect(await send(coordinator)).toMatchObject({ status: 200 })
  expect(await letters()).toHaveLength(3)
})
