import type { Page } from '@playwright/test'
import { paymentMessages } from '#contract/money/payments.ts'
import { studentMessages } from '#contract/students/students.ts'
import { PASSWORD } from '../../server/testing/data/users.ts'
import { brokenDates } from '../support/brokenDates.ts'
import { readTable } from '../support/files/readTable.ts'
import { expectMessage, saveForm } from '../support/forms.ts'
import { readPdf } from '../support/files/readPdf.ts'
import { openTerm, PAYMENTS } from '../support/payments.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
test('a term is prepared by one person, approved by another, and paid @wide', async ({
  page,
  charity,
  signIn,
  newVisitor,
  checkWidths,
}) => {
  const { grace, joseph } = await openTerm(charity)
  await signIn(grace, PAYMENTS)
  await expect(
    page.getByRole('heading', { level: 2, name: /owed to schools for Term 1, 2026/ }),
  ).toBeVisible()
  await checkWidths()
  await page.getByRole('button', { name: 'Prepare payment for Term 1, 2026' }).click()
  await expect(dialog(page, 'Prepare payment')).toBeVisible()
  await dialog(page, 'Prepare payment').getByRole('button', { name: 'Prepare', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment P0001' })).toBeVisible()
  await expect(page).toHaveURL(/payment=1$/)
  await page.getByRole('button', { name: /^Ahero Girls/ }).click()

  await checkWidths()
  // Who may not set the account of the last school reads who does.
  await expect(page.getByText('An administrator or director sets it.')).toBeVisible()
  // A number is corrected over the payment, whose point then disappears.
  await button(page, 'Correct: Cherono Langat').click()
  const student = dialog(page, 'Edit Student Data')
  await student.getByLabel('Admission No.').fill('5511')
  await saveForm(student, studentMessages.saved)
  await expect(button(page, 'Correct: Cherono Langat')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Before it is sent' }).locator(':focus')).toHaveCount(1)
  // Changes: an amount, one without a plan, one left out.
  await page.getByRole('button', { name: 'Change the amount of Achieng Ouma' }).click()
  const change = dialog(page, 'Change the amount')
  await change.getByLabel('Amount, KES').fill('26500')
  await change.getByLabel('Reason').fill('Remedial lessons')
  await saveForm(change, paymentMessages.linesSaved, 'Save amount')
  await page.getByRole('button', { name: 'Show' }).first().click()
  await page.getByRole('button', { name: 'Add Esther Mumbua' }).click()
  const add = dialog(page, 'Add to the payment')
  await add.getByLabel('Amount, KES').fill('5000')
  await add.getByLabel('Reason').fill('Letter of the school')
  await saveForm(add, paymentMessages.linesSaved, 'Add')
  await button(page, 'Send for approval').click()
  await dialog(page, 'Send for approval').getByRole('button', { name: 'Send', exact: true }).click()
  await expectMessage(dialog(page, 'Send for approval'), paymentMessages.sent)
  await expect(page.getByText('An administrator or director who did not prepare this payment')).toBeVisible()

  const other = await newVisitor()
  await signIn(joseph, PAYMENTS, other)
  await expect(other.getByRole('heading', { level: 2, name: /is ready to be approved/ })).toBeVisible()
  await other
    .getByRole('button', { name: /Check and approve/ })
    .first()
    .click()
  await expect(other.getByRole('heading', { name: 'Check and tick' })).toBeVisible()
  await expect(other.getByText(/the account is new/)).toBeVisible()
  await other.getByRole('textbox', { name: /^Spoke to/ }).fill('Mr Rono, bursar')
  await checkWidths(other)
  for (const box of await other.getByRole('checkbox').all()) await box.check()
  await other.getByRole('button', { name: /^Approve KES/ }).click()
  const approve = dialog(other, 'Approve payment P0001')
  charity.step(11 * 60_000)
  await approve.getByRole('button', { name: 'Approve', exact: true }).click()
  const confirm = dialog(other, 'Confirm it is you')
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.keyboard.press('Enter')
  await expectMessage(approve, paymentMessages.approved)
  await expect(other.getByRole('heading', { level: 2, name: /is to be paid to/ })).toBeVisible()
  await checkWidths(other)
  await other.getByRole('button', { name: 'See: Bank file' }).click()
  await expect(dialog(other, 'Bank file')).toBeVisible()
  await dialog(other, 'Bank file').getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(other, 'Bank file')).toBeHidden()
  const file = other.waitForEvent('download')
  await other.getByRole('button', { name: 'XLSX: Bank file' }).click()
  expect(await readTable(await file)).toEqual([
    ['Beneficiary', 'Bank', 'Branch', 'Account', 'Amount', 'Reference'],
    ['School 1 BOM', 'KCB Bank', 'Ahero', '0102447193', '71500.00', 'EL-P0001-S001'],
    ['School 2 BOM', 'KCB Bank', 'Ahero', '0510293188402', '15000.00', 'EL-P0001-S002'],
  ])
  await other.getByRole('button', { name: 'CSV: Bank file' }).click()
  await expect(dialog(other, 'Download the bank file again?')).toBeVisible()
  await button(other, 'Cancel').click()
  await button(other, 'Mark as paid').first().click()
  const paid = dialog(other, 'Mark as paid')
  await paid.getByRole('textbox', { name: 'Paid on' }).fill('14 Jan 2026')
  await paid.getByLabel('Reference').fill('FT26014X8KQ2')
  await saveForm(paid, paymentMessages.paid, 'Mark as paid')
  await button(other, 'Came back: Ahero Girls').click()
  await dialog(other, 'Money came back')
    .getByRole('checkbox', { name: /Akinyi/ })
    .check()
  await dialog(other, 'Money came back').getByRole('textbox', { name: 'On', exact: true }).fill('20 Jan 2026')
  await dialog(other, 'Money came back').getByLabel('Why').fill('Left')
  await saveForm(dialog(other, 'Money came back'), paymentMessages.cameBack)
  // The whole school is what is left of it.
  await button(other, 'Came back: Ahero Girls').click()
  await expect(dialog(other, 'Money came back').getByText('51,500.00')).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(dialog(other, 'Money came back')).toBeHidden()
  await other.evaluate(() => {
    window.print = () => {}
  })
  await button(other, 'Print all').click()
  await expect(other.getByText('Remittance list', { exact: true })).toHaveCount(3)
  const pages = await readPdf(await other.pdf({ preferCSSPageSize: true }))
  expect(pages).toHaveLength(3)
  for (const { text } of pages) expect(text).toContain('Page 1')
  expect(pages[0]?.text).toContain('Seventy-one thousand five hundred Kenya shillings')

  // Those without a receipt are one press away, and so is the form for it.
  const missing = other.getByRole('button', { name: /^No receipt 2/ })
  await missing.click()
  await expect(other.getByRole('link', { name: 'Achieng Ouma' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Akinyi Owuor' })).toHaveCount(0)
  await checkWidths(other)
  await other.setViewportSize(PHONE)
  await expect.poll(() => brokenDates(other)).toEqual([])
  await other.setViewportSize(WIDE)
  await button(other, 'Add receipt for Achieng Ouma').click()
  const receipt = dialog(other, 'Add Finance Report')
  await expect(
    receipt.getByRole('radiogroup', { name: 'Receipt for KES 26,500 paid on 14 Jan?' }),
  ).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(receipt).toBeHidden()
  await page.goto(PAYMENTS)
  await expect(page.getByText(/still to be paid/)).toBeVisible()

  // Once all schools are paid, what came back is owed again.
  await expect(other.getByRole('columnheader', { name: 'Still owed, Term 1' })).toHaveCount(0)
  await other.getByRole('button', { name: /^All 3/ }).click()
  await button(other, 'Mark as paid: Chavakali High').click()
  await paid.getByRole('textbox', { name: 'Paid on' }).fill('14 Jan 2026')
  await paid.getByLabel('Reference').fill('SAE4K18PX2')
  await saveForm(paid, paymentMessages.paid, 'Mark as paid')
  await expect(other.getByRole('columnheader', { name: 'Still owed, Term 1' })).toBeVisible()
  await expect(other.getByText('KES 20,000 came back, and is owed again.')).toBeVisible()
  await other.getByRole('button', { name: /^Owed 1/ }).click()
  await expect(other.getByRole('row', { name: /^Akinyi Owuor/ })).toContainText('20,000.00')
  await expect(other.getByRole('link', { name: 'Achieng Ouma' })).toHaveCount(0)
  await expect(other.getByRole('row', { name: /^3 schools, 6 students/ })).toContainText('20,000.00')
  await checkWidths(other)
  await other.getByRole('button', { name: /^All 3/ }).click()
  await other.getByRole('button', { name: /^Ahero Girls/ }).click()
  await expect(other.getByRole('row', { name: /^Esther Mumbua/ })).toContainText('Not known')
})

test('a term whose payment is open is not prepared again, but opened @wide', async ({
  page,
  charity,
  signIn,
}) => {
  const { grace } = await openTerm(charity)
  await signIn(grace, PAYMENTS)
  await button(page, 'Prepare payment for Term 1, 2026').click()
  await dialog(page, 'Prepare payment').getByRole('button', { name: 'Prepare', exact: true }).click()
  await page.getByRole('link', { name: 'Payments' }).first().click()
  await button(page, 'Prepare payment').click()
  const again = dialog(page, 'Prepare payment')
  await expect(again.getByRole('button', { name: 'Prepare', exact: true })).toBeDisabled()
  await again.getByLabel('Term').selectOption('Term 2')
  await expect(again.getByRole('button', { name: 'Prepare', exact: true })).toBeEnabled()
  await again.getByLabel('Term').selectOption('Term 1')
  await again.getByRole('button', { name: 'Open P0001' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment P0001' })).toBeVisible()
})
