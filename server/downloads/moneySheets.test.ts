import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { addReceipts } from '../testing/data/records.ts'
import { callAs, givenPaid } from '../testing/data/payments.ts'
import { openWithCast } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

it('writes promises, payments and their receipts, which are only read', async () => {
  const test = await openWithCast({ given: givenPaid })
  const [receipt_id] = await addReceipts(test, [
    { student_id: 1, receipt_no: '881', items: [['Tuition Fees', 'Fees', 20_000]] },
  ])
  await callAs(test, 'coordinator', 'POST /api/students/1/commitments', {
    source: 'County bursary',
    amount: 6_000,
    from_year_id: 1,
    from_term_id: 1,
  })
  await callAs(test, 'coordinator', 'POST /api/commitments/1/received', {
    year_id: 1,
    term_id: 1,
    amount: 2_500.5,
    on: '2026-02-02',
  })
  await callAs(test, 'coordinator', 'PUT /api/students/1/plans', {
    year_id: 1,
    term_id: 2,
    amount: 9_000,
    to_school: 8_000,
    reason: 'Day scholar',
  })
  await callAs(test, 'coordinator', 'PUT /api/payment-lines/1/receipts', { receipts: [receipt_id] })
  await callAs(test, 'coordinator', 'POST /api/payments/1/came-back', {
    lines: [2],
    on: '2026-03-02',
    reason: 'Closed account',
  })

  const cookies = Object.fromEntries((await test.signIn(cast.director)).cookies)
  const { rawPayload } = await test.app.inject({ url: '/api/downloads/everything', cookies })
  const sheets = Object.entries(unzipSync(new Uint8Array(rawPayload))).slice(-7)
  const shown = sheets.map(([path, bytes]) => [path].concat(strFromU8(bytes).split('\r\n').slice(1, 3)))
  const paid = 'P0001,2026,Term 1,Approved,Ahero Girls,"KCB Bank, Ahero, 0102 4471-93",'
  expect(shown).toEqual([
    [
      '7-fee-plans.csv',
      '2026,Ahero Girls,Form 1,Term 1,30000,20000',
      '2026,Bondo Boys,Form 1,Term 1,30000,15000',
    ],
    [
      '8-school-accounts.csv',
      'Ahero Girls,KCB Bank,Ahero,Ahero Girls BOM,0102 4471-93,,,Letter',
      'Bondo Boys,,,,,400222,Admission number,Letter',
    ],
    ['9-own-figures.csv', 'EL-0001,Achieng Ouma,2026,Term 2,9000,8000,Day scholar', ''],
    ['10-promises.csv', '1,EL-0001,Achieng Ouma,,County bursary,6000,,2026,Term 1,,,,', ''],
    ['11-received.csv', '1,EL-0001,Achieng Ouma,2026,Term 1,2500.5,2026-02-02', ''],
    [
      '12-payments.csv',
      `${paid}EL-0001,Achieng Ouma,4420,Form 1,20000,,,2026-03-01,FT26014X8KQ2,,`,
      `${paid}EL-0002,Akinyi Owuor,4471,Form 1,20000,,,2026-03-01,FT26014X8KQ2,2026-03-02,Closed account`,
    ],
    ['13-receipts-of-payments.csv', 'P0001,EL-0001,Achieng Ouma,20000,2026,Term 1,881,1,20000', ''],
  ])
})
