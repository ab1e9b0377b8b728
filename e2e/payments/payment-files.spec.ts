import type { Page } from '@playwright/test'
import { readTable } from '../support/files/readTable.ts'
import { readPdf } from '../support/files/readPdf.ts'
import { callAs } from '../support/money.ts'
import { openTerm, PAYMENTS, sendPayment } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

/** A comma, quotes, and a first sign that a spreadsheet would read as a formula. */
const FORMULA = '=SUM(A1), "Bondo"'
const SCHOOL = `${FORMULA} High`

test('the files of a payment are strict CSV with names as they are, and add up to the payment @wide', async ({
  page,
  charity,
  signIn,
  newVisitor,
}) => {
  const { grace, joseph } = await openTerm(charity, {
    names: ['Ahero Girls', 'Bondo Boys', SCHOOL, 'Dago School'],
    account_name: FORMULA,
  })
  await signIn(grace)
  await sendPayment(page)
  const director = await newVisitor()
  await signIn(joseph, undefined, director)
  const total = await approvePayment(director)

  await page.goto(`${PAYMENTS}&payment=1`)
  const bank = await downloadCsv(page, 'Bank file', 'P0001-bank')
  expect(bank).toEqual([
    ['Beneficiary', 'Bank', 'Branch', 'Account', 'Amount', 'Reference'],
    [`'${FORMULA}`, 'KCB Bank', 'Ahero', '0102447193', '60000.00', 'EL-P0001-S002'],
    ['School 2 BOM', 'KCB Bank', 'Ahero', '0510293188402', '15000.00', 'EL-P0001-S003'],
  ])
  const paybill = await downloadCsv(page, 'M-Pesa file', 'P0001-paybill')
  expect(paybill).toEqual([
    ['Business No.', 'Account', 'Amount', 'Name'],
    ['522533', 'FEES', '12000.00', `'${SCHOOL}`],
  ])
  const remittance = await downloadCsv(page, 'Remittance lists', 'P0001-remittance')
  expect(remittance.find(([, , , , , student]) => student === 'Achieng Ouma')?.slice(2, 7)).toEqual([
    'KCB Bank, Ahero, 0102447193',
    'Term 1, 2026',
    '1',
    'Achieng Ouma',
    '0420',
  ])
  expect(remittance.map(([, school]) => school)).toContain(`'${SCHOOL}`)
  const workbook = page.waitForEvent('download')
  await page.getByRole('button', { name: 'XLSX: Remittance lists' }).click()
  const list = await readTable(await workbook)
  expect(list.map(([label, text]) => [label, text]).slice(0, 3)).toEqual([
    ['Remittance list', 'EL-P0001-S001'],
    ['From', 'Elimu'],
    ['To the bursar of', `'${SCHOOL}`],
  ])
  expect(list).toContainEqual(['1', 'Cherono Langat', '', 'Form 1', '12000', ''])
  expect(list).toContainEqual(['In words', 'Twelve thousand Kenya shillings', '', '', '', ''])

  const sumOf = (lines: string[][], column: number) =>
    lines.reduce((sum, cells) => sum + Number(cells[column]), 0)
  expect(sumOf(bank.slice(1), 4) + sumOf(paybill.slice(1), 2)).toBe(total)
  expect(sumOf(remittance.slice(1, -1), 8)).toBe(total)
  expect(remittance.at(-1)?.[8]).toBe(`${total}.00`)

  // What was downloaded is said at once, and nothing can be reopened any more.
  await expect(page.getByText(/^Downloaded .*, by Grace Wambui$/)).toHaveCount(2)
  await expect(page.getByText(/^Printed or downloaded .*, by Grace Wambui$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0)

  // A second file is asked for, in which the focus returns to its button.
  await page.getByRole('button', { name: 'CSV: Bank file' }).press('Enter')
  const again = page.getByRole('dialog', { name: 'Download the bank file again?' })
  await expect(again.getByText(/^Grace Wambui downloaded it on/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'CSV: Bank file' })).toBeFocused()
  await page.keyboard.press('Enter')
  const second = page.waitForEvent('download')
  await again.getByRole('button', { name: 'Download again' }).click()
  expect(await readTable(await second)).toEqual(bank)

  // A link on another site makes the browser ask for the file without the token.
  const answer = await page.request.get('/api/payments/1/file?kind=remittance')
  expect(answer.status()).toBe(419)
})

const FAMILIES = [
  'Ouma',
  'Owuor',
  'Odera-Nyongesa',
  'Mumbua',
  'Wanjiku Njoroge-Kamau wa Thiong’o Gathoni Nyambura',
]
const CHILDREN = 300

test('a long list is printed with its heading on each page, whole rows, and one total @wide', async ({
  page,
  charity,
  signIn,
  newVisitor,
}) => {
  const grace = await charity.addUser({ role_id: 3, first_name: 'Grace', last_name: 'Wambui' })
  const joseph = await charity.addUser({ role_id: 2, first_name: 'Joseph', last_name: 'Mutiso' })
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const school_id = await charity.addSchool('Ahero Girls')
  const named = Array.from({ length: CHILDREN }, (_, index) => ({
    name: `Achieng ${FAMILIES[index % FAMILIES.length]} ${index + 1_000}`,
    admission_no: String(index + 4_000),
    school_id,
    liaison_id: officer.id,
  }))
  const students = await charity.addManyStudents(named)
  const account = { number: '0102447193' }
  const fees = { school_id, students, to_school: 20_000, account }
  await charity.giveFees({ year: '2026', term: 'Term 1', set_by: joseph.id, schools: [fees] })
  await signIn(grace)
  await sendPayment(page)
  const director = await newVisitor()
  await signIn(joseph, undefined, director)
  await approvePayment(director)

  await page.goto(`${PAYMENTS}&payment=1`)
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Print all' }).click()
  await expect(page.getByText('Remittance list', { exact: true })).toBeAttached()
  const texts = (await readPdf(await page.pdf({ preferCSSPageSize: true }))).map(({ text }) => text)
  expect(texts.length).toBeGreaterThan(1)
  for (const [index, text] of texts.entries()) {
    expect(text).toContain(`EL-P0001-S001, Ahero Girls: ${CHILDREN} students`)
    expect(text).toMatch(/No\. Student Adm\. No\. Class Amount, KES Your receipt No\./)
    expect(text).toContain(`Page ${index + 1}`)
  }
  // A row that is cut in two has a part of its name on the next page.
  const printed = named.map(({ name }) => texts.filter((text) => text.includes(name)).length)
  expect(printed).toEqual(named.map(() => 1))
  const pagesWith = (words: string) =>
    texts.flatMap((text, index) => (text.includes(words) ? [index + 1] : []))
  expect(pagesWith(`Total for ${CHILDREN} students`)).toEqual([texts.length])
  expect(pagesWith('In words Six million Kenya shillings')).toEqual([texts.length])
})

/** Approves the payment as the signed-in user of a page; returns its total. */
async function approvePayment(page: Page): Promise<number> {
  const { data } = await callAs(page, 'GET', '/api/payments/1')
  const { version, total, points } = data as {
    version: number
    total: number
    points: { key: string; kind: string }[]
  }
  await callAs(page, 'POST', '/api/payments/1/approve', {
    version,
    ticks: points.map(({ key, kind }) => ({ key, spoke_to: kind === 'account' ? 'Mr Rono' : null })),
  })
  return total
}

async function downloadCsv(page: Page, name: string, file: string): Promise<string[][]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `CSV: ${name}` }).click()
  const started = await download
  expect(started.suggestedFilename()).toMatch(new RegExp(`^${file}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  return readTable(started)
}
