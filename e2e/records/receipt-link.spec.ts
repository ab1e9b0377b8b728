import type { Page } from '@playwright/test'
import { dayOf, daysFrom } from '#contract/base/days.ts'
import { paymentMessages } from '#contract/money/payments.ts'
import { receiptMessages } from '#contract/records/receipts.ts'
import { withoutExam } from '../../server/testing/data/students.ts'
import type { Charity, Person } from '../support/charity.ts'
import { pdfFile } from '../support/files/files.ts'
import { expectMessage } from '../support/forms.ts'
import { openMyWork } from '../support/myWork.ts'
import { PHONE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

/** Wanjiru lacks nothing but a receipt for what her school was paid 18 days ago. */
async function addWanjiru(
  charity: Charity,
): Promise<{ officer: Person; id: number; line: number; on: string }> {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const [id = 0] = await charity.addStudents([
    { ...withoutExam, name: 'Wanjiru Kamau', liaison_id: officer.id },
  ])
  await charity.givePictures([id])
  await charity.giveConsents([id])
  await charity.addReportCards([{ student_id: id, status: 1 }])
  const on = daysFrom(dayOf(charity.now()), -18)
  const line = await charity.addPaidLine({ student_id: id, amount: 23_400, on, by: officer.id })
  return { officer, id, line, on }
}

test('a payment without a receipt leads to its receipt, which it fills in', async ({
  page,
  charity,
  signIn,
  checkAccess,
}, { project }) => {
  const { officer, id } = await addWanjiru(charity)
  await signIn(officer, '/dashboard?menu=missing')
  await expect(page.getByText(/Paid on .*, no receipt for 18 days/)).toBeVisible()
  const isPhone = project.use.viewport?.width === PHONE.width
  if (!isPhone) await expect(page.getByRole('button', { name: /^No receipt 1/ })).toBeVisible()
  await checkAccess()
  await page.goto('/dashboard?menu=finance')
  const panel = await openMyWork(page)
  await panel.getByRole('button', { name: 'Add receipt of Wanjiru Kamau' }).click()
  const form = page.getByRole('dialog', { name: 'Add Finance Report' })
  const question = form.getByRole('radiogroup', { name: /^Receipt for KES 23,400 paid on .*\?$/ })
  await expect(question.getByRole('radio', { name: /^Yes/ })).toBeChecked()
  if (isPhone) {
    await expect(form.getByLabel('Year')).toBeHidden()
    await expect(form.getByText('Tuition Fees, 23,400.00')).toBeVisible()
    // The bar with the total, which has a padding of 8 px, does not cover the button below it.
    const total = await form.getByText('Running total').boundingBox()
    const another = await form.getByRole('button', { name: 'Save and add another' }).boundingBox()
    expect((total?.y ?? 0) + (total?.height ?? 0) + 8).toBeLessThanOrEqual(another?.y ?? 0)
    await checkAccess()
    await form.getByRole('button', { name: 'Change' }).click()
  }
  await expect(form.getByLabel('Term').locator('option:checked')).toHaveText('Term 1')
  await expect(form.getByLabel('Item', { exact: true })).toHaveValue('School fees, Term 1')
  await expect(form.getByText('The same amount')).toBeVisible()

  // Something else is the ordinary form; each answer keeps what was typed with it.
  await form.getByLabel('Cost, KES').fill('22100')
  await expect(form.getByText('1,300.00 less than paid.')).toBeVisible()
  await checkAccess()
  await question.getByRole('radio', { name: /^No/ }).check()
  await expect(form.getByLabel('Item', { exact: true })).toHaveValue('')
  await expect(form.getByText('By category')).toBeVisible()
  await question.getByRole('radio', { name: /^Yes/ }).check()
  await expect(form.getByLabel('Cost, KES')).toHaveValue('22,100.00')

  await form.getByLabel('Liaison Comment').fill('As the paper says.')
  await form.getByLabel('Class').selectOption('Form 1')
  await form.getByLabel('Receipt, PDF').setInputFiles(pdfFile(0, 'receipt.pdf'))
  await form.getByRole('button', { name: 'Save Receipt' }).click()
  await expectMessage(form, receiptMessages.saved)

  await page.goto(`/dashboard?menu=profile&student=${id}&profile=finance`)
  const paid = page.getByRole('region', { name: 'Paid to the school' })
  await expect(paid.getByText('1,300.00 less than paid')).toBeVisible()
  await expect(page.getByText(/^For KES 23,400.00 paid on/)).toBeVisible()
  await checkAccess()
})

test('receipts and payments are linked by hand', async ({ page, charity, signIn, checkAccess }) => {
  const { officer, id, on } = await addWanjiru(charity)
  await charity.addPaidLine({ student_id: id, amount: 4_000, on, by: officer.id })
  const cost = (amount: number): ['Tuition Fees', string, number] => ['Tuition Fees', 'School fees', amount]
  await charity.addReceipts([
    { student_id: id, status: 1, items: [cost(20_000)] },
    { student_id: id, status: 1, items: [cost(7_400)] },
  ])
  await signIn(officer, `/dashboard?menu=profile&student=${id}&profile=finance`)
  const paid = page.getByRole('region', { name: 'Paid to the school' })
  await expect(paid.getByText('Paid, no receipt')).toHaveCount(2)

  // Two receipts of one payment.
  await paid.getByRole('button', { name: /^Link receipts of KES 23,400.00/ }).click()
  const receipts = page.getByRole('dialog', { name: 'Link receipts' })
  await receipts.getByLabel('KES 20,000.00').check()
  await receipts.getByLabel('KES 7,400.00').check()
  await checkAccess()
  await receipts.getByRole('button', { name: 'Save' }).click()
  await expectMessage(receipts, paymentMessages.linked)
  await expect(paid.getByText('4,000.00 more than paid')).toBeVisible()

  // One receipt of two payments.
  await page.getByRole('button', { name: 'Change payments of receipt KES 7,400.00' }).click()
  const payments = page.getByRole('dialog', { name: 'Link payments' })
  await payments.getByLabel('KES 4,000.00').check()
  await payments.getByRole('button', { name: 'Save' }).click()
  await expectMessage(payments, paymentMessages.linked)
  await expect(paid.getByText('Receipt', { exact: true })).toHaveCount(2)
  await expect(page.getByText(/^For KES 4,000.00 paid on/)).toBeVisible()
  await checkAccess()

  // Now the form asks nothing.
  await page.goto('/dashboard?menu=finance')
  await page.getByRole('button', { name: 'Add Finance Reports of Wanjiru Kamau' }).click()
  const form = page.getByRole('dialog', { name: 'Add Finance Report' })
  await expect(form.getByLabel('Year')).toBeVisible()
  await expect(form.getByRole('radiogroup')).toBeHidden()
})

test('of two people who link receipts, the second continues on what the first saved', async ({
  page,
  charity,
  signIn,
  newVisitor,
  checkAccess,
}) => {
  const { officer, id } = await addWanjiru(charity)
  await charity.addReceipts(
    [20_000, 7_400].map((cost) => ({
      student_id: id,
      status: 1,
      items: [['Tuition Fees', 'School fees', cost]],
    })),
  )
  const address = `/dashboard?menu=profile&student=${id}&profile=finance`
  const open = async (visitor: Page) => {
    const paid = visitor.getByRole('region', { name: 'Paid to the school' })
    await paid.getByRole('button', { name: /^Link receipts of KES 23,400.00/ }).click()
    return visitor.getByRole('dialog', { name: 'Link receipts' })
  }
  await signIn(officer, address)
  const mine = await open(page)
  await mine.getByLabel('KES 20,000.00').check()

  const office = await newVisitor()
  await signIn(await charity.addUser({ role_id: 3 }), address, office)
  const theirs = await open(office)
  await theirs.getByLabel('KES 7,400.00').check()
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expectMessage(theirs, paymentMessages.linked)

  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByText(paymentMessages.linkedMeanwhile)).toBeVisible()
  await expect(mine.getByText('Somebody else linked KES 7,400.00. Your changes are kept.')).toBeVisible()
  await checkAccess()
  await mine.getByRole('button', { name: 'Continue' }).click()
  await expect(mine.getByLabel('KES 20,000.00')).toBeChecked()
  await expect(mine.getByLabel('KES 7,400.00')).toBeChecked()
  await mine.getByRole('button', { name: 'Save' }).click()
  await expectMessage(mine, paymentMessages.linked)
  await expect(page.getByText('4,000.00 more than paid')).toBeVisible()
})

test('two open payments are asked for, and nothing is chosen', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { officer, id, on } = await addWanjiru(charity)
  await charity.addPaidLine({ student_id: id, amount: 4_000, on, by: officer.id })
  await signIn(officer, '/dashboard?menu=finance')
  await page.getByRole('button', { name: 'Add Finance Reports of Wanjiru Kamau' }).click()
  const form = page.getByRole('dialog', { name: 'Add Finance Report' })
  const question = form.getByRole('radiogroup', { name: 'What is this receipt for?' })
  await expect(question.getByRole('radio')).toHaveCount(4)
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(0)
  await checkAccess()
  await question.getByRole('radio', { name: /^Both: KES 27,400/ }).check()
  await expect(form.getByText('27,400.00').first()).toBeVisible()
})
