import type { Page } from '@playwright/test'
import { paymentMessages } from '#contract/money/payments.ts'
import { expectMessage, saveForm } from '../support/forms.ts'
import { callAs } from '../support/money.ts'
import { openTerm, PAYMENTS, sendPayment } from '../support/payments.ts'
import { entryOf } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

const PAYMENT = `${PAYMENTS}&payment=1`
const DISABLED = 1

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const approveButton = (page: Page) => page.getByRole('button', { name: /^Approve KES/ })

/** Ticks every point, and names who was spoken to. */
async function tickAll(page: Page): Promise<void> {
  for (const field of await page.getByRole('textbox', { name: /^Spoke to/ }).all())
    await field.fill('Mr Rono, bursar')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
}

test('an approver keeps the ticks of what nobody changed meanwhile @wide', async ({
  page,
  charity,
  signIn,
  newVisitor,
}) => {
  // The last school has the account of the first.
  const { grace, joseph, ids } = await openTerm(charity, { last: { number: '0102447193' } })
  const amina = await charity.addUser({ role_id: 1, first_name: 'Amina', last_name: 'Mwangi' })
  await signIn(grace)
  await sendPayment(page)
  const director = await newVisitor()
  await signIn(joseph, PAYMENT, director)
  await expect(
    director.getByRole('heading', { name: 'Ahero Girls and Dago School have the same account' }),
  ).toBeVisible()
  await expect(approveButton(director)).toBeDisabled()
  await tickAll(director)
  await expect(director.getByText('Every point is ticked')).toBeVisible()

  await director.reload()
  await expect(director.getByText('Every point is ticked')).toBeVisible()
  await expect(director.getByRole('textbox', { name: 'Spoke to, Bondo Boys' })).toHaveValue('Mr Rono, bursar')

  // Somebody else leaves out one of the two with the same number while the dialog is open.
  await approveButton(director).press('Enter')
  const approve = dialog(director, 'Approve payment P0001')
  await expect(approve.getByText('KES 96,000.00')).toBeVisible()
  const administrator = await newVisitor()
  await signIn(amina, undefined, administrator)
  await callAs(administrator, 'PUT', '/api/payments/1/lines', {
    version: await versionOf(administrator),
    lines: [{ student_id: ids[2], amount: 20_000, left_out: true, reason: 'At home' }],
  })
  // The second press is about what was ticked too, and not about what the approver has not seen.
  for (const _ of [1, 2]) {
    await approve.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(approve.getByRole('alert')).toContainText(paymentMessages.stale)
  }
  await expect(approve.getByText('KES 96,000.00')).toBeVisible()
  await expect(approve.getByText('Awino Odera was left out: At home.')).toBeVisible()
  await director.keyboard.press('Escape')
  await expect(approve).toBeHidden()
  await expect(approveButton(director)).toBeFocused()
  await expect(
    director.getByText(
      'Awino Odera was left out: At home. The payment is now KES 76,000, it was KES 96,000. Ticks of what is unchanged are kept.',
    ),
  ).toBeVisible()
  await expect(director.getByText(/have the same admission number/)).toHaveCount(0)
  await expect(director.getByText('Every point is ticked')).toBeVisible()
  await director.getByRole('button', { name: 'OK', exact: true }).press('Enter')
  await expect(director.getByText('Awino Odera was left out')).toHaveCount(0)
  await expect(director.locator('main')).toBeFocused()

  // Returned with a note, corrected, and sent again.
  await director.getByRole('button', { name: 'Return to Grace Wambui' }).press('Enter')
  const giveBack = dialog(director, 'Return to Grace Wambui')
  await expect(giveBack.getByLabel('What needs correcting?')).toBeFocused()
  await director.keyboard.press('Escape')
  await expect(director.getByRole('button', { name: 'Return to Grace Wambui' })).toBeFocused()
  await director.keyboard.press('Enter')
  await giveBack.getByRole('button', { name: 'Return', exact: true }).click()
  await expect(giveBack.getByText(paymentMessages.noteRequired)).toBeVisible()
  await giveBack.getByLabel('What needs correcting?').fill('Which of the two has number 4471?')
  await saveForm(giveBack, paymentMessages.returned, 'Return')
  await page.goto(PAYMENTS)
  await expect(page.getByRole('heading', { name: 'The payment for Term 1, 2026 was returned' })).toBeVisible()
  await expect(page.getByText('“Which of the two has number 4471?”')).toBeVisible()
  await page.getByRole('button', { name: 'Correct: P0001' }).first().click()
  await page.getByRole('button', { name: 'Send for approval' }).press('Enter')
  const send = dialog(page, 'Send for approval')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Send for approval' })).toBeFocused()
  await page.keyboard.press('Enter')
  await send.getByRole('button', { name: 'Send', exact: true }).click()
  await expectMessage(send, paymentMessages.sent)

  // Somebody else approves it while the director has it open; then it is reopened.
  await director.goto(PAYMENT)
  await expect(director.getByText('Every point is ticked')).toBeVisible()
  await approveButton(director).click()
  const points = (await readPayment(administrator)).points
  await callAs(administrator, 'POST', '/api/payments/1/approve', {
    version: await versionOf(administrator),
    ticks: points.map(({ key, kind }) => ({ key, spoke_to: kind === 'account' ? 'Mrs Auma' : null })),
  })
  await approve.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(director.getByText('Amina Mwangi approved it.')).toBeVisible()
  await expect(approve).toBeHidden()
  await director.getByRole('button', { name: 'Reopen' }).press('Enter')
  const reopen = dialog(director, 'Reopen payment P0001')
  await reopen.getByRole('button', { name: 'Reopen' }).click()
  await expectMessage(reopen, paymentMessages.reopened)
  await expect(director.getByText(/A coordinator prepares it until it is sent/)).toBeVisible()
})

async function readPayment(page: Page) {
  const { data } = await callAs(page, 'GET', '/api/payments/1')
  return data as { version: number; points: { key: string; kind: string }[] }
}

const versionOf = async (page: Page) => (await readPayment(page)).version

test('an approver puts back what they left out, and sees whom else is owed since', async ({
  page,
  charity,
  signIn,
  newVisitor,
  checkAccess,
}) => {
  const { grace, joseph, schools } = await openTerm(charity)
  await signIn(grace)
  await sendPayment(page)
  const director = await newVisitor()
  await signIn(joseph, PAYMENT, director)
  await expect(director.getByText(/^KCB Bank, .* Set by you on \d/)).toBeVisible()
  await expect(director.getByRole('button', { name: 'Approve KES 87,000' })).toBeVisible()

  await director.getByRole('button', { name: /^Bondo Boys/ }).click()
  await director.getByRole('button', { name: 'Leave out Barasa Wekesa' }).click()
  const leave = dialog(director, 'Leave out')
  await leave.getByLabel('Reason').fill('At home')
  await saveForm(leave, paymentMessages.linesSaved, 'Leave out')
  await expect(director.getByRole('button', { name: 'Approve KES 72,000' })).toBeVisible()
  await director.getByRole('button', { name: 'Put back Barasa Wekesa' }).click()
  const back = dialog(director, 'Put back')
  await expect(back.getByLabel('Reason')).toBeFocused()
  await expect(back.getByLabel('Amount, KES')).toHaveCount(0)
  await back.getByLabel('Reason').fill('Back at school')
  await saveForm(back, paymentMessages.linesSaved, 'Put back')
  await expect(director.getByRole('button', { name: 'Approve KES 87,000' })).toBeVisible()
  await expect(director.getByRole('button', { name: 'Leave out Barasa Wekesa' })).toBeFocused()

  // The last school gets an account after the payment was sent.
  const account = {
    kind: 'paybill',
    business_number: '400222',
    by: 'word',
    word: 'FEES',
    heard_from: 'Letter',
  }
  await callAs(director, 'PUT', `/api/schools/${schools[3]}/account`, account)
  await director.reload()
  const rest = director.getByRole('region', { name: 'Not in this payment' })
  await expect(rest.getByText(/^1 has fees to pay since this payment was sent/)).toBeVisible()
  await rest.getByRole('button', { name: 'Show' }).first().click()
  await expect(rest.getByRole('listitem')).toHaveText('Dennis Mutua Dago School, KES 9,000')
  await checkAccess(director)
})

test('the only active user of payments approves their own, and the page says so @wide', async ({
  page,
  charity,
  signIn,
}) => {
  const { grace, joseph } = await openTerm(charity)
  const amina = await charity.addUser({ role_id: 1, first_name: 'Amina', last_name: 'Mwangi' })
  for (const person of [grace, joseph]) await charity.setStatus(person, DISABLED)
  await signIn(amina)
  await sendPayment(page)
  await page.goto(PAYMENT)
  await expect(page.getByText(/you are the only one who works with payments/)).toBeVisible()
  await tickAll(page)
  await approveButton(page).click()
  const approve = dialog(page, 'Approve payment P0001')
  await approve.getByRole('button', { name: 'Approve', exact: true }).click()
  await expectMessage(approve, paymentMessages.approved)
  await expect(
    page.getByText(/Approved by Amina Mwangi, .*Its preparer once approved it alone, when nobody else could/),
  ).toBeVisible()
})

test('a liaison officer sees what was paid for their own students, and which receipts are missing', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const other = await charity.addUser({ role_id: 4 })
  const [achieng = 0, barasa = 0, cherono = 0] = await charity.addStudents([
    { name: 'Achieng Ouma', liaison_id: officer.id },
    { name: 'Barasa Wekesa', liaison_id: other.id },
    { name: 'Cherono Langat', liaison_id: officer.id, status: 2 },
  ])
  for (const student_id of [achieng, barasa])
    await charity.addPaidLine({ student_id, amount: 22_500, on: '2026-01-14', by: officer.id })
  await charity.addPaidLine({ student_id: cherono, amount: 9_000, on: '2026-01-14', by: officer.id })
  // An address of a payment shows the own list too.
  await signIn(officer, PAYMENT)
  await expect(
    page.getByRole('heading', { level: 2, name: 'Receipts of your student are missing' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Achieng Ouma' })).toBeVisible()
  await expect(page.getByText('22,500.00')).toBeVisible()
  await expect(page.getByText(/^No receipt, \d+ days$/)).toBeVisible()
  await expect(entryOf(page, 'Cherono Langat')).toContainText('No receipt, student left')
  await expect(page.getByRole('button', { name: /^Add receipt/ })).toHaveCount(1)
  await expect(page.getByText('Barasa')).toHaveCount(0)
  await expect(page.getByText('KCB')).toHaveCount(0)
  await checkAccess()
  await page.getByRole('button', { name: 'Add receipt for Achieng Ouma' }).click()
  await expect(dialog(page, 'Add Finance Report')).toContainText('22,500')
})
