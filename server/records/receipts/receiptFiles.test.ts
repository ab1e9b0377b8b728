import { expect, it } from 'vitest'
import { givenReceipts, newReceipt, receiptFormData } from '../../testing/data/receipts.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { openWithCast, type TestApp } from '../../testing/testApp.ts'
import { pdf } from '../../testing/files/trialFiles.ts'
import { cast } from '../../testing/data/users.ts'

/** Adds verified receipts of the supporter's student (file 1) and of another one (file 2), and a newer one (file 3). */
async function givenFiles(test: TestApp): Promise<void> {
  await givenReceipts(test)
  const amina = await test.signIn(cast.administrator)
  for (const id of [1, 2]) expect((await amina.verify(`/api/finance/${id}`)).status).toBe(200)
  expect((await amina.post('/api/finance', newReceipt({ term_id: '2' }))).status).toBe(200)
}

async function givenSent(test: TestApp): Promise<void> {
  await givenFiles(test)
  await test.db.updateTable('receipts').set({ status: 2 }).where('id', '=', 1).execute()
}

const staff = ['administrator', 'director', 'coordinator', 'liaison'] as const

scenariosWith('the PDF of a receipt', { as: 'supporter', call: 'GET /api/files/3', given: givenFiles }, [
  ...staff.map((as) => ({ name: `opens to staff before it is verified: ${as}`, as })),
  { name: 'opens to its student’s supporter once it is verified', call: 'GET /api/files/1' },
  { name: 'opens to the supporter after it is sent', given: givenSent, call: 'GET /api/files/1' },
  { name: 'answers the supporter 404 before it is verified', status: 404 },
])

it('opens to a supporter only while its receipt is verified, and only the newest file', async () => {
  const test = await openWithCast({ given: givenFiles })
  const [samuel, lydia] = [await test.signIn(cast.supporter), await test.signIn(cast.liaison)]
  const status = async (id: number) => (await samuel.get(`/api/files/${id}`)).status
  expect(await status(1)).toBe(200)

  const edited = await lydia.change('PUT', '/api/finance/1', receiptFormData({ receipt: pdf(900) }))
  expect(edited.status, edited.text).toBe(200)
  expect([await status(1), await status(4)]).toEqual([404, 404])
  const catherine = await test.signIn(cast.coordinator)
  expect((await catherine.verify('/api/finance/1')).status).toBe(200)
  expect([await status(1), await status(4)]).toEqual([404, 200])
  await test.db.updateTable('students').set({ supporter_id: null }).execute()
  expect(await status(4)).toBe(404)
})
