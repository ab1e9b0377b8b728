import type { Locator, Page } from '@playwright/test'
import { paymentMessages } from '#contract/money/payments.ts'
import { PASSWORD } from '../../server/testing/data/users.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { expectMessage } from '../support/forms.ts'
import { callAs } from '../support/money.ts'
import { openTerm, PAYMENTS } from '../support/payments.ts'
import { tabTo } from '../support/tabTo.ts'
import { expect, test } from '../support/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true })

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press(key)
}

async function type(field: Locator, text: string): Promise<void> {
  await tabTo(field)
  await field.page().keyboard.press('Control+A')
  await field.page().keyboard.type(text)
}

/** Saves a dialog, which closes. */
async function save(form: Locator, verb: string, message: string): Promise<void> {
  await press(button(form, verb))
  await expectMessage(form, message)
}

test('a term is paid by keyboard alone, and the focus stays where the work goes on @wide', async ({
  page,
  charity,
  signIn,
  newVisitor,
}) => {
  const { grace, joseph, officer } = await openTerm(charity)
  await signIn(grace, PAYMENTS)
  await press(button(page, 'Prepare payment for Term 1, 2026'))
  await press(button(dialog(page, 'Prepare payment'), 'Prepare'))
  await expect(page.getByRole('heading', { level: 1, name: 'Payment P0001' })).toBeVisible()
  await press(page.getByRole('link', { name: 'Payments', exact: true }))
  await expect(page.getByRole('main')).toBeFocused()
  await press(page.getByRole('link', { name: 'P0001', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Payment P0001' })).toBeVisible()

  await press(page.getByRole('button', { name: /^Ahero Girls/ }))
  await press(button(page, 'Change the amount of Achieng Ouma'))
  const change = dialog(page, 'Change the amount')
  await type(change.getByLabel('Amount, KES'), '26500')
  await type(change.getByLabel('Reason'), 'Remedial lessons')
  await save(change, 'Save amount', paymentMessages.linesSaved)
  await expect(button(page, 'Change the amount of Achieng Ouma')).toBeFocused()

  // The button that was pressed goes away, also when the dialog has long returned the focus to it: the one in its place has
  // the focus.
  await press(button(page, 'Leave out Akinyi Owuor'))
  const leaving = dialog(page, 'Leave out')
  await type(leaving.getByLabel('Reason'), 'At home')
  const release = await delayRequests(page, '**/api/payments/1')
  await save(leaving, 'Leave out', paymentMessages.linesSaved)
  await expect(button(page, 'Leave out Akinyi Owuor')).toBeFocused()
  release()
  await expect(button(page, 'Put back Akinyi Owuor')).toBeFocused()

  await press(button(page, 'Add student'))
  await type(dialog(page, 'Add a student').getByRole('combobox'), 'Esther')
  await expect(page.getByRole('option', { name: /Esther/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await press(button(dialog(page, 'Add a student'), 'Next'))
  const adding = dialog(page, 'Add to the payment')
  await type(adding.getByLabel('Amount, KES'), '5000')
  await type(adding.getByLabel('Reason'), 'Letter of the school')
  await save(adding, 'Add', paymentMessages.linesSaved)
  await expect(button(page, 'Add student')).toBeFocused()

  await page.goto(`${PAYMENTS}&payment=1`)
  await press(button(page, 'Send for approval'))
  await press(button(dialog(page, 'Send for approval'), 'Send'))
  await expectMessage(dialog(page, 'Send for approval'), paymentMessages.sent)
  await expect(page.getByText('It waits for approval.')).toBeVisible()
  await expect(page.locator('main')).toBeFocused()

  const director = await newVisitor()
  await signIn(joseph, `${PAYMENTS}&payment=1`, director)
  await type(director.getByRole('textbox', { name: 'Spoke to, Bondo Boys' }), 'Mr Rono')
  for (const box of await director.getByRole('checkbox').all()) await press(box, 'Space')
  await press(director.getByRole('button', { name: /^Approve KES/ }))
  const approve = dialog(director, 'Approve payment P0001')
  charity.step(11 * 60_000)
  await press(button(approve, 'Approve'))
  await type(dialog(director, 'Confirm it is you').getByLabel('Password', { exact: true }), PASSWORD)
  await director.keyboard.press('Enter')
  await expectMessage(approve, paymentMessages.approved)
  await expect(director.getByRole('heading', { level: 2, name: /is to be paid to/ })).toBeVisible()
  await expect(director.locator('main')).toBeFocused()

  // Back closes the dialog, not the payment.
  await press(button(director, 'Mark as paid: Ahero Girls'))
  const paid = dialog(director, 'Mark as paid')
  await expect(paid).toBeVisible()
  await director.goBack()
  await expect(paid).toBeHidden()
  await expect(button(director, 'Mark as paid: Ahero Girls')).toBeFocused()
  await director.keyboard.press('Enter')
  await type(paid.getByRole('textbox', { name: 'Paid on' }), '14 Jan 2026')
  await type(paid.getByLabel('Reference'), 'FT26014X8KQ2')
  await save(paid, 'Mark as paid', paymentMessages.paid)
  await expect(button(director, 'List: remittance list of Ahero Girls')).toBeFocused()
  await press(button(director, 'Came back: Ahero Girls'))
  const back = dialog(director, 'Money came back')
  await press(back.getByRole('checkbox', { name: /^The whole school/ }), 'Space')
  await press(back.getByRole('checkbox', { name: /^Achieng/ }), 'Space')
  await type(back.getByRole('textbox', { name: 'On', exact: true }), '20 Jan 2026')
  await type(back.getByLabel('Why'), 'Left')
  await save(back, 'Save', paymentMessages.cameBack)
  await expect(button(director, 'Came back: Ahero Girls')).toBeFocused()
  await director.keyboard.press('Enter')
  await type(back.getByRole('textbox', { name: 'On', exact: true }), '20 Jan 2026')
  await type(back.getByLabel('Why'), 'The account is closed')
  await save(back, 'Save', paymentMessages.cameBack)
  await expect(button(director, 'List: remittance list of Ahero Girls')).toBeFocused()
  await expect(director.getByRole('link', { name: 'Correct account' })).toHaveCount(1)

  await press(button(director, 'Mark as paid: Bondo Boys'))
  await type(paid.getByRole('textbox', { name: 'Paid on' }), '15 Jan 2026')
  await type(paid.getByLabel('Reference'), 'FT26015A1BC3')
  await save(paid, 'Mark as paid', paymentMessages.paid)
  const own = await newVisitor()
  await signIn(officer, PAYMENTS, own)
  await press(button(own, 'Add receipt for Barasa Wekesa'))
  await expect(dialog(own, 'Add Finance Report')).toContainText('15,000')
  await own.keyboard.press('Escape')
  await expect(button(own, 'Add receipt for Barasa Wekesa')).toBeFocused()
})

test('a line that somebody changed meanwhile is shown before it is saved @wide', async ({
  page,
  charity,
  signIn,
  newVisitor,
}) => {
  const { grace, ids } = await openTerm(charity)
  const amina = await charity.addUser({ role_id: 1, first_name: 'Amina', last_name: 'Mwangi' })
  await signIn(grace, PAYMENTS)
  await button(page, 'Prepare payment for Term 1, 2026').click()
  await button(dialog(page, 'Prepare payment'), 'Prepare').click()
  await page.getByRole('button', { name: /^Ahero Girls/ }).click()
  await button(page, 'Change the amount of Achieng Ouma').click()
  const change = dialog(page, 'Change the amount')
  await change.getByLabel('Amount, KES').fill('26500')
  await change.getByLabel('Reason').fill('Remedial lessons')

  const administrator = await newVisitor()
  await signIn(amina, undefined, administrator)
  const { data } = await callAs(administrator, 'GET', '/api/payments/1')
  await callAs(administrator, 'PUT', '/api/payments/1/lines', {
    version: (data as { version: number }).version,
    lines: [{ student_id: ids[0], amount: 21_000, left_out: false, reason: 'Letter of 5 Jan' }],
  })
  // The second press is not about what the user has not seen either.
  for (const _ of [1, 2]) {
    const refused = page.waitForResponse((response) => response.request().method() === 'PUT')
    await button(change, 'Save amount').click()
    expect((await refused).status()).toBe(409)
    await expect(change.getByRole('alert')).toContainText(paymentMessages.stale)
  }
  await expect(change.getByText('Achieng Ouma gets KES 21,000 instead of KES 20,000.')).toBeVisible()
  await button(change, 'Continue').click()
  await expect(button(change, 'Save amount')).toBeFocused()
  await expect(change.getByLabel('Amount, KES')).toHaveValue('26500')
  await save(change, 'Save amount', paymentMessages.linesSaved)
  await expect(page.getByText('26,500.00')).toBeVisible()
})

test('Show all students of a school focuses the first one that it added @wide', async ({
  page,
  charity,
  signIn,
}) => {
  const grace = await charity.addUser({ role_id: 3 })
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  const school_id = await charity.addSchool('Ahero Girls')
  const names = Array.from({ length: 27 }, (_, index) => `Student ${String(index + 1).padStart(2, '0')}`)
  const students = await charity.addStudents(names.map((name) => ({ name, school_id, liaison_id })))
  await charity.addReceipts([{ student_id: students[0] ?? 0, year: '2026', term: 'Term 1' }])
  await charity.giveFees({
    year: '2026',
    term: 'Term 1',
    set_by: grace.id,
    schools: [{ school_id, students, to_school: 20_000, account: { number: '0102447193' } }],
  })
  await signIn(grace, PAYMENTS)
  await press(button(page, 'Prepare payment for Term 1, 2026'))
  await press(button(dialog(page, 'Prepare payment'), 'Prepare'))
  await button(page, 'Show all 27 students').press('Enter')
  await expect(page.getByRole('link', { name: 'Student 26', exact: true })).toBeFocused()
})
