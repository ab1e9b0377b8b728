import { expect, it } from 'vitest'
import { givenReceipts, receiptFormData } from '../testing/receipts.ts'
import { givenReportCards, reportCardFormData } from '../testing/reportCards.ts'
import { openTestApp } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'
import { addCast, cast } from '../testing/users.ts'

const kinds = [
  {
    noun: 'report',
    path: '/api/reports/1',
    given: givenReportCards,
    edited: () => reportCardFormData({ report: null, mark: '70' }),
  },
  {
    noun: 'receipt',
    path: '/api/finance/1',
    given: givenReceipts,
    edited: () => receiptFormData({ liaison_comment: 'Paid by bank.' }),
  },
] as const

for (const { noun, path, given, edited } of kinds) {
  const verify = (client: TestClient, version: number) =>
    client.get(`${path}?query=verify&version=${version}`, {
      headers: { 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '' },
    })
  const giveBack = (client: TestClient, version: number) =>
    client.post(`${path}/return`, { remark: 'The total is another.', version })

  async function openEdited() {
    const test = await openTestApp()
    await addCast(test.db)
    await given(test)
    const lydia = await test.signIn(cast.liaison)
    expect((await lydia.call(`PUT ${path}`, edited())).status).toBe(200)
    return test
  }

  it.for([
    { doing: 'verifies', call: verify },
    { doing: 'returns', call: giveBack },
  ])(`$doing no other version of a ${noun} than the one that was looked at`, async ({ call }) => {
    const test = await openEdited()
    const catherine = await test.signIn(cast.coordinator)
    expect(await call(catherine, 1)).toMatchObject({
      status: 409,
      body: {
        message: 'Lydia Chebet changed this while you were typing.',
        conflict: { version: 2, history: [{ by: 'Lydia Chebet', action: 'edited' }] },
      },
    })
    expect((await call(catherine, 2)).status).toBe(200)
  })

  it(`verifies a ${noun} of a student who has left since, and returns none`, async () => {
    const test = await openEdited()
    await test.db.updateTable('students').set({ status: 3 }).execute()
    const catherine = await test.signIn(cast.coordinator)
    expect(await giveBack(catherine, 2)).toMatchObject({
      status: 409,
      body: { message: 'Student is not Active' },
    })
    expect(await verify(catherine, 2)).toMatchObject({ status: 200, body: { data: { status: 1 } } })
  })

  it(`tells who verified a ${noun} before`, async () => {
    const test = await openEdited()
    const [amina, catherine] = [await test.signIn(cast.administrator), await test.signIn(cast.coordinator)]
    expect((await verify(amina, 2)).status).toBe(200)
    for (const call of [verify, giveBack])
      expect(await call(catherine, 2)).toMatchObject({
        status: 409,
        body: { conflict: { version: 3, history: [{ by: 'Amina Mwangi', action: 'verified' }] } },
      })
  })
}
