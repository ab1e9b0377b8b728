import type { Page } from '@playwright/test'
import { openHeadMenu } from '../support/screen.ts'
import { sheetFile } from '../support/files/sheetFile.ts'
import { expect, test } from '../support/test.ts'

const next = (page: Page, step: string) => page.getByRole('link', { name: `Next: ${step}` })

test('the rows of one receipt are joined, and each shilling of the sheet is ready or left out', async ({
  page,
  charity,
  signInAs,
  checkWidths,
  errors,
}) => {
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  const [brian] = await charity.addStudents([
    { name: 'Brian Kimutai Mwangangi', liaison_id },
    { name: 'Faith Nekesa', liaison_id },
  ])
  await signInAs(1, '/dashboard?menu=finance')
  await openHeadMenu(page)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const who = ['2024', 'Term 1', 'Form 2']
  await page.getByLabel('Choose files').setInputFiles(
    sheetFile('ledger-2024.xlsx', [
      ['Receipt No', 'Name', 'Year', 'Term', 'Class', 'Votehead', 'Amount'],
      ['881', 'Brian Kimutai Mwangangi', ...who, 'Tuition Fees', '10,000'],
      ['881', 'BRIAN KIMUTAI MWANGANGI', ...who, 'Transport', '500'],
      ['882', 'Faith Nekesa', ...who, 'Tuition Fees', '7,000.50'],
      ['882', 'Wanjiku N.', ...who, 'Transport', '300'],
    ]),
  )
  await next(page, 'Values').click()
  await page.getByRole('button', { name: 'Add 2024' }).click()
  await next(page, 'Check').click()

  const money = page.getByRole('region', { name: 'Money' })
  await expect(money).toContainText(/Sheet total17,800\.50.*Ready10,500\.00.*Left out7,300\.50/)
  await expect(
    page.getByRole('heading', { name: 'KES 10,500.00 of 17,800.50 is ready, in 1 receipt' }),
  ).toBeVisible()
  await expect(page.getByText(/1 new. 2024 will be added, joined from 2 rows/)).toBeVisible()
  await expect(page.getByText('1 row: No student has this name: “Wanjiku N.”')).toBeVisible()
  await money.getByRole('button', { name: 'see which' }).click()
  const leftOut = page.getByRole('region', { name: 'Rows left out' })
  await expect(leftOut.getByRole('heading')).toHaveText('Left out: KES 7,300.50 in 2 rows')
  await expect(leftOut).toContainText('Another row of this record cannot be imported yet')
  await expect(leftOut).toContainText('7,000.50')
  const code = '**/assets/xlsxFile-*.js'
  await page.route(code, (route) => route.abort())
  await leftOut.getByRole('button', { name: 'Download these 2 rows' }).click()
  const failure = leftOut.getByRole('alert')
  await expect(failure).toContainText('The file could not be made. Check the connection and try again.')
  await checkWidths()
  expect(errors.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])
  await page.unroute(code)
  const download = page.waitForEvent('download')
  await failure.getByRole('button', { name: 'Try again' }).click()
  expect((await download).suggestedFilename()).toMatch(/^ledger-2024-left-out/)
  await expect(failure).toBeHidden()

  await page.getByRole('combobox', { name: /^Name for 1 row: No student/ }).fill('faith')
  await page.getByRole('option', { name: 'Faith Nekesa' }).click()
  await expect(money).toContainText(/Ready17,800\.50.*Left out0\.00/)
  await page.getByRole('button', { name: 'Import 2 receipts' }).click()
  await expect(page.getByRole('heading', { name: '2 receipts were imported' })).toBeVisible()
  await page.goto(`/dashboard?menu=profile&student=${brian}&profile=finance`)
  await expect(page.getByText('10,500.00').first()).toBeVisible()
})

test('an admission number of a child with another name is asked, and amounts that the user gave are named', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  await charity.addStudents([
    { name: 'Achieng Nyambura Karanja Musyoka', admission_no: '9052', liaison_id },
    { name: 'Faith Nekesa', admission_no: '9053', liaison_id },
  ])
  await signInAs(1, '/dashboard?menu=finance')
  await openHeadMenu(page)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const when = ['2024', 'Term 1', 'Form 2']
  await page.getByLabel('Choose files').setInputFiles(
    sheetFile('fees-2024.xlsx', [
      ['Name', 'Adm No', 'Year', 'Term', 'Class', 'Votehead', 'Amount'],
      ['Zuleika Karanja', '9052', ...when, 'Tuition Fees', '4,000'],
      ['Nekesa Faith', '9053', ...when, 'Tuition Fees', 'pending'],
    ]),
  )
  await next(page, 'Values').click()
  await page.getByRole('button', { name: 'Add 2024' }).click()
  await next(page, 'Check').click()

  const money = page.getByRole('region', { name: 'Money' })
  await expect(money).toContainText(/Sheet total4,000\.00.*Ready0\.00.*Left out4,000\.00/)
  await expect(money).not.toContainText('you gave')
  await expect(
    page.getByText('The student with this admission number has another name: “Zuleika Karanja, 9052”'),
  ).toBeVisible()
  // The name of the child is long.
  await checkWidths()
  await page.getByRole('button', { name: /Achieng Nyambura Karanja Musyoka, EL-/ }).click()
  await expect(money).toContainText(/Ready4,000\.00.*Left out0\.00/)

  await page.getByRole('button', { name: /^Show rows: Tuition Fees/ }).click()
  const amount = page.getByRole('textbox', { name: 'Tuition Fees of Nekesa Faith, Term 1, 2024' })
  await amount.fill('9,000')
  await amount.press('Enter')
  await expect(money).toContainText(/Sheet total13,000\.00.*KES 9,000\.00 of it you gave, in 1 row/)
  await expect(money).toContainText(/Ready13,000\.00.*Left out0\.00/)
  await expect(page.getByRole('button', { name: 'Import 2 receipts' })).toBeEnabled()
})
