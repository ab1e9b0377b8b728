import { unzipSync, strFromU8 } from 'fflate'
import { expect, it } from 'vitest'
import { BYTE_ORDER_MARK } from '#contract/base/csv.ts'
import { paymentMessages } from '#contract/money/payments.ts'
import { ANONYMOUS, ERASURE_WAIT_DAYS } from '#contract/privacy/erasure.ts'
import { bank, callAs, givenApproved, givenPaid, givenSent, readPaymentAs } from '../testing/data/payments.ts'
import { finishErasures } from '../privacy/erasure/finishErasures.ts'
import { ON_PAPER, OWN_DEVICE } from '../privacy/accesses/departures.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { HOUR } from '../testing/steppedClock.ts'
import { openSignedIn, openWithCast, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const FILE = '/api/payments/1/file'
const csv = (...lines: string[]) => `${BYTE_ORDER_MARK}${lines.map((line) => `${line}\r\n`).join('')}`
const download = async (test: TestApp, query: string) => {
  const answer = await (await test.signIn(cast.coordinator)).call(`GET ${FILE}?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer
}

/** The parts of a workbook. */
async function downloadXlsx(test: TestApp, query: string): Promise<Record<string, Uint8Array>> {
  const client = await test.signIn(cast.coordinator)
  const raw = await test.app.inject({
    method: 'GET',
    url: `${FILE}?${query}&format=xlsx`,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
      cookie: [...client.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; '),
    },
  })
  expect(raw.statusCode).toBe(200)
  return unzipSync(raw.rawPayload)
}

/** The sheets of a workbook by name, each with the texts of its rows. */
function sheetsOf(parts: Record<string, Uint8Array>): Record<string, string[][]> {
  const textOf = (part: string) => strFromU8(parts[part] ?? new Uint8Array())
  const names = [...textOf('xl/workbook.xml').matchAll(/<sheet name="(.*?)"/g)].map(([, name = '']) => name)
  return Object.fromEntries(
    names.map((name, index) => [
      name,
      [...textOf(`xl/worksheets/sheet${index + 1}.xml`).matchAll(/<row .*?<\/row>/g)].map(([row]) =>
        [...row.matchAll(/<[vt]\b[^>]*>(.*?)</g)].map(([, text = '']) => text),
      ),
    ]),
  )
}

it('has one line for each school by bank, with the account as digits and the amount without separators', async () => {
  const test = await openWithCast({ given: givenApproved })
  const { text, headers } = await download(test, 'kind=bank')
  expect(text).toBe(
    csv(
      'Beneficiary,Bank,Branch,Account,Amount,Reference',
      'Ahero Girls BOM,KCB Bank,Ahero,0102447193,40000.00,EL-P0001-S001',
    ),
  )
  expect(headers).toMatchObject({
    'content-type': 'text/csv',
    'content-disposition': 'attachment; filename="P0001-bank.csv"',
    'cache-control': 'private, no-store',
  })
})

it('has one line for each Paybill with a word, and one for each student with a number', async () => {
  const test = await openWithCast({ given: givenApproved })
  const { text } = await download(test, 'kind=paybill')
  expect(text).toBe(
    csv(
      'Business No.,Account,Amount,Name',
      '400222,0108,15000.00,"Barasa, Wekesa"',
      '522533,FEES,12000.00,Dago School',
    ),
  )
})

it('lists for a school whom the money is for, with the sum in words', async () => {
  const test = await openWithCast({ given: givenApproved })
  const { text, headers } = await download(test, 'kind=remittance&school=1')
  expect(headers['content-disposition']).toBe('attachment; filename="EL-P0001-S001-remittance.csv"')
  expect(text).toBe(
    csv(
      'Reference,School,Account,Term,No.,Student,Adm. No.,Class,Amount,Your receipt No.',
      'EL-P0001-S001,Ahero Girls,"KCB Bank, Ahero, 0102447193","Term 1, 2026",1,Achieng Ouma,4420,Form 1,20000.00,',
      'EL-P0001-S001,Ahero Girls,"KCB Bank, Ahero, 0102447193","Term 1, 2026",2,Akinyi Owuor,4471,Form 1,20000.00,',
      ',,,,,Total,Forty thousand Kenya shillings,,40000.00,',
    ),
  )
})

it('has a sheet for each school that is laid out as the printed list', async () => {
  const test = await openWithCast({ given: givenPaid })
  const sheets = sheetsOf(await downloadXlsx(test, 'kind=remittance'))
  expect(Object.keys(sheets)).toEqual(['EL-P0001-S001', 'EL-P0001-S002', 'EL-P0001-S003'])
  const head = ['No.', 'Student', 'Adm. No.', 'Class', 'Amount, KES', 'Your receipt No.']
  const signatures = [
    ['Prepared by', 'Catherine Njeri'],
    ['Approved by', 'Daniel Otieno, 2 Mar 2026'],
    [],
    ['For us', '_'.repeat(40)],
    [],
    ['For the school', '_'.repeat(40)],
  ]
  expect(sheets['EL-P0001-S001']).toEqual([
    ['Remittance list', 'EL-P0001-S001'],
    ['From', test.services.config.charityName],
    ['To the bursar of', 'Ahero Girls'],
    ['Into', 'KCB Bank, Ahero'],
    ['Account name', 'Ahero Girls BOM'],
    ['Account', bank.number],
    ['School fees for', 'Term 1, 2026'],
    ['Payment', 'P0001'],
    ['Paid on', '1 Mar 2026'],
    [],
    head,
    ['1', 'Achieng Ouma', '4420', 'Form 1', '20000'],
    ['2', 'Akinyi Owuor', '4471', 'Form 1', '20000'],
    ['Total', '40000'],
    ['In words', 'Forty thousand Kenya shillings'],
    [],
    ...signatures,
  ])
  expect(sheets['EL-P0001-S002']?.slice(3, 8)).toEqual([
    ['Into', 'M-Pesa Paybill 400222'],
    ['Account', 'Each student’s admission number'],
    ['School fees for', 'Term 1, 2026'],
    ['Payment', 'P0001'],
    ['Paid on'],
  ])
  expect(sheets['EL-P0001-S003']?.[4]).toEqual(['Account', 'FEES'])

  const one = sheetsOf(await downloadXlsx(test, 'kind=remittance&school=1'))
  expect(one).toEqual({ 'EL-P0001-S001': sheets['EL-P0001-S001'] })
})

it('writes texts that a spreadsheet would run as they are, and accounts as texts', async () => {
  const test = await openWithCast({
    async given(each) {
      await givenSent(each)
      await each.db.updateTable('school_accounts').set({ account_name: '=1+1' }).where('id', '=', 1).execute()
      const client = await each.signIn(cast.director)
      const ticks = [{ key: 'no_admission_no-6' }]
      await client.post('/api/payments/1/approve', { version: 2, ticks })
    },
  })
  const parts = await downloadXlsx(test, 'kind=bank')
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet).toContain(`>'=1+1<`)
  expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">0102447193</t>')
})

it('is the same a year later, whatever has happened to names, schools, accounts and students', async () => {
  const test = await openWithCast({ given: givenApproved })
  const kinds = ['kind=bank', 'kind=paybill', 'kind=remittance'].map((kind) => `${kind}&again=1`)
  const texts = async () => Promise.all(kinds.map(async (kind) => (await download(test, kind)).text))
  const before = await texts()
  test.clock.step(365 * 24 * 60 * 60_000)
  await test.db
    .updateTable('students')
    .set({ name: 'Another Name', admission_no: '1', school_id: 3, status: 2, search: 'z' })
    .execute()
  await test.db
    .updateTable('schools')
    .set({ school: 'Renamed', folded: 'x', search: 'x' })
    .where('id', '=', 1)
    .execute()
  await test.db.updateTable('classes').set({ class_name: 'Form 9' }).execute()
  await test.db.updateTable('plans').set({ to_school: 1 }).execute()
  await callAs(test, 'director', 'PUT /api/schools/1/account', {
    ...bank,
    number: '777',
    number_again: '777',
  })
  expect(await texts()).toEqual(before)
})

it('is signed by the names at approval, also once these users are called otherwise', async () => {
  const test = await openWithCast({ given: givenApproved })
  const reprint = () => callAs(test, 'administrator', 'POST /api/payments/1/remittance', {})
  const before = await reprint()
  await test.db.updateTable('users').set({ first_name: 'Another', last_name: 'Name' }).execute()
  expect(await reprint()).toEqual(before)
  const names = { sent_by: 'Catherine Njeri', approved_by: 'Daniel Otieno' }
  expect(await readPaymentAs(test)).toMatchObject(names)
  expect(await callAs(test, 'director', 'GET /api/payments')).toMatchObject({
    data: [{ prepared_by: names.sent_by }],
  })
})

it('names an anonymised student as the register does', async () => {
  const test = await openWithCast({ given: givenApproved })
  await test.db.updateTable('students').set({ status: 2 }).where('id', 'in', [1, 3]).execute()
  for (const ref of ['EL-0001', 'EL-0003'])
    await callAs(test, 'administrator', `POST /api/students/${Number(ref.slice(3))}/anonymise`, { ref })
  test.clock.step((ERASURE_WAIT_DAYS + 1) * 24 * HOUR)
  expect(await finishErasures(test.services)).toBe(2)

  const names = [ANONYMOUS, 'Akinyi Owuor', ANONYMOUS, 'Dida Abdi']
  const { lines } = await readPaymentAs(test)
  expect(lines.map(({ name }) => name)).toEqual(names)
  expect((await download(test, 'kind=paybill')).text).toContain(`400222,,15000.00,${ANONYMOUS}\r\n`)
  expect((await download(test, 'kind=remittance')).text).toContain(`,1,${ANONYMOUS},,Form 1,20000.00,\r\n`)
  expect(await callAs(test, 'coordinator', 'POST /api/payments/1/remittance', { school: 1 })).toMatchObject({
    data: [{ lines: [{ name: ANONYMOUS, admission_no: null }, { name: 'Akinyi Owuor' }] }],
  })
})

it('leaves out schools that are marked as paid, and a reference stays', async () => {
  const test = await openWithCast({ given: givenPaid })
  expect((await download(test, 'kind=bank')).text).toBe(
    csv('Beneficiary,Bank,Branch,Account,Amount,Reference'),
  )
  expect((await download(test, 'kind=remittance&school=4')).text).toContain('EL-P0001-S003')
  expect(await callAs(test, 'coordinator', 'GET /api/payments/1/transfers')).toMatchObject({
    data: { bank: { rows: [], schools: 0, total: 0 }, paybill: { schools: 2, total: 27_000 } },
  })
})

it('notes each download at the payment, and each child whom it names', async () => {
  const test = await openWithCast({ given: givenApproved })
  await download(test, 'kind=bank')
  await download(test, 'kind=paybill')
  await callAs(test, 'coordinator', 'POST /api/payments/1/remittance', { school: 1 })
  const noted = await test.db
    .selectFrom('departures')
    .select(['student_id', 'how', 'what', 'went_to'])
    .orderBy('id')
    .execute()
  expect(noted).toEqual([
    { student_id: 3, how: 'download', what: 'M-Pesa file P0001', went_to: OWN_DEVICE },
    { student_id: 1, how: 'print', what: 'Remittance list P0001', went_to: ON_PAPER },
    { student_id: 2, how: 'print', what: 'Remittance list P0001', went_to: ON_PAPER },
  ])
  expect(await callAs(test, 'director', 'GET /api/payments/1')).toMatchObject({
    data: {
      downloads: [
        { kind: 'remittance', school_id: 1, by: 'Catherine Njeri' },
        { kind: 'paybill', school_id: null },
        { kind: 'bank' },
      ],
    },
  })
})

it('is downloaded by one of two people at the same moment, and by the other on purpose', async () => {
  const { test, client } = await openSignedIn('coordinator', { given: givenApproved })
  const director = await test.signIn(cast.director)
  const bankFile = `GET ${FILE}?kind=bank`
  const answers = await Promise.all([client.call(bankFile), director.call(bankFile)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const second = answers.find(({ status }) => status === 409)
  expect(second?.body).toEqual({ message: paymentMessages.downloadedBefore, code: 'downloaded_before' })
  expect((await client.call(`${bankFile}&again=1`)).status).toBe(200)
  for (const _ of [1, 2]) expect((await client.call(`GET ${FILE}?kind=remittance`)).status).toBe(200)
})

it('is not downloaded by a link on another site, to which the browser adds the session only', async () => {
  const { test, client } = await openSignedIn('coordinator', { given: givenApproved })
  const url = `${FILE}?kind=bank`
  const noted = () => test.db.selectFrom('payment_downloads').select('kind').execute()
  for (const method of ['GET', 'HEAD'] as const)
    expect((await client.send({ method, url })).status, method).toBe(419)
  const withMarker = await client.get(url)
  expect(withMarker.status).toBe(419)
  expect(await noted()).toEqual([])
  const token = { 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '' }
  expect((await client.send({ method: 'GET', url, headers: token })).status).toBe(200)
  expect(await noted()).toEqual([{ kind: 'bank' }])
})

scenariosWith(
  'the file of a payment',
  { as: 'coordinator', given: givenApproved, call: `GET ${FILE}?kind=bank` },
  [
    { name: 'is not for a liaison officer', as: 'liaison', status: 403 },
    { name: 'is one of three kinds', call: `GET ${FILE}?kind=letter`, status: 422 },
    { name: 'is not of a draft', given: givenSent, conflict: paymentMessages.notApproved },
    {
      name: 'is not of a school that is not in it',
      call: `GET ${FILE}?kind=remittance&school=3`,
      status: 422,
    },
    { name: 'is not of an unknown payment', call: 'GET /api/payments/9/file?kind=bank', status: 404 },
  ],
)

scenariosWith(
  'what the files contain now',
  { as: 'coordinator', given: givenSent, call: 'GET /api/payments/1/transfers' },
  [
    { name: 'is not known before approval', conflict: paymentMessages.notApproved },
    { name: 'is not of an unknown payment', call: 'GET /api/payments/9/transfers', status: 404 },
  ],
)

scenariosWith(
  'printing remittance lists',
  { as: 'coordinator', given: givenApproved, call: 'POST /api/payments/1/remittance', input: { school: 1 } },
  [
    {
      name: 'gives all that the paper shows',
      async after(_test, { body }) {
        expect(body).toMatchObject({
          data: [
            {
              reference: 'EL-P0001-S001',
              school: 'Ahero Girls',
              year: '2026',
              term: 'Term 1',
              paid_on: null,
              account: { kind: 'bank', number: bank.number },
              lines: [{ name: 'Achieng Ouma', admission_no: '4420', class: 'Form 1', amount: 20_000 }, {}],
              total: 40_000,
              total_in_words: 'Forty thousand Kenya shillings',
              prepared_by: 'Catherine Njeri',
              approved_by: 'Daniel Otieno',
            },
          ],
        })
      },
    },
    {
      name: 'refuses a school that is not in it',
      input: { school: 3 },
      errors: { school: [paymentMessages.schoolUnknown] },
    },
    { name: 'is not for a liaison officer', as: 'liaison', status: 403 },
  ],
)
