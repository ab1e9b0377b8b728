import type { Page } from '@playwright/test'
import { readTable } from '../support/files/readTable.ts'
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
  const { data } = await callAs(director, 'GET', '/api/payments/1')
  const { version, total, points } = data as {
    version: number
    total: number
    points: { key: string; kind: string }[]
  }
  await callAs(director, 'POST', '/api/payments/1/approve', {
    version,
    ticks: points.map(({ key, kind }) => ({ key, spoke_to: kind === 'account' ? 'Mr Rono' : null })),
  })

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
  expect(answer.status()).toBe(400)
})

async function downloadCsv(page: Page, name: string, file: string): Promise<string[][]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `CSV: ${name}` }).click()
  const started = await download
  expect(started.suggestedFilename()).toMatch(new RegExp(`^${file}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  return readTable(started)
}
