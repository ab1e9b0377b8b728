import { expect, it } from 'vitest'
import { planMessages } from '#contract/money/plans.ts'
import { givenCharity, TERM_1, YEAR } from '../testing/data/money.ts'
import { cast } from '../testing/data/users.ts'
import { openWithCast } from '../testing/testApp.ts'

const DIRECTOR = 'Daniel Otieno'
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
