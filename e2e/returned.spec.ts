import type { Page } from '@playwright/test'
import { FAITH } from './support/academics.ts'
import type { Person } from './support/charity.ts'
import { openPanel } from './support/nav.ts'
import { expect, test } from './support/test.ts'

const REMARK = 'The mark in English is 86, not 68.'

let officer: Person
let faith: number

test.beforeEach(async ({ charity }) => {
  officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  ;[faith = 0] = await charity.addStudents([{ liaison_id: officer.id, name: FAITH }])
})

const returnedTo = (page: Page) => page.getByRole('button', { name: 'Returned to You' })

test('a liaison officer is told what was returned, and mends it', async ({
  page,
  charity,
  signIn,
  newVisitor,
  checkAccess,
}) => {
  await charity.addReportCards([{ student_id: faith, entered_by: officer.id }])
  const coordinators = await newVisitor()
  await signIn(await charity.addUser({ role_id: 3 }), coordinators)
  await openPanel(coordinators, 'Academics')
  await coordinators.getByRole('button', { name: 'Verify Reports' }).click()
  const queue = coordinators.getByRole('dialog', { name: 'Verify Reports' })
  const offer = queue.getByRole('button', { name: 'Return', exact: true })
  await expect(offer).toHaveAttribute('aria-disabled', 'false')
  await coordinators.keyboard.press('r')
  await queue.getByLabel('Remark').fill(REMARK)
  await queue.getByRole('button', { name: 'Return', exact: true }).click()
  await expect(queue.getByText('0 verified, 1 returned.')).toBeVisible()
  await coordinators.keyboard.press('Enter')
  await expect(queue).toBeHidden()
  // It waits for its author, not for the user who returned it.
  await expect(returnedTo(coordinators)).toHaveCount(0)

  await signIn(officer)
  await openPanel(page, 'Academics')
  await expect(returnedTo(page)).toContainText('1')
  await checkAccess()
  await returnedTo(page).click()
  const picker = page.getByRole('dialog', { name: 'Returned to You' })
  const choice = picker.getByRole('listitem').getByRole('button')
  await expect(choice).toHaveText(
    /^Faith Atieno Odhiambo2026, Term 1EL-0001\..*Returned: The mark in English/,
  )
  await expect(choice).toBeFocused()
  await checkAccess()
  await page.keyboard.press('Enter')

  const form = page.getByRole('dialog', { name: 'Edit Academic Report' })
  await expect(form.getByText(`Returned: ${REMARK}`)).toBeVisible()
  await expect(form.getByText(`${FAITH}, EL-0001`)).toBeVisible()
  await form.getByRole('group', { name: 'Mark 1', exact: true }).getByLabel('Mark').fill('86')
  await form.getByRole('button', { name: 'Save Report' }).click()
  await expect(form).toBeHidden()
  await expect(returnedTo(page)).toHaveCount(0)
  await coordinators.reload()
  await expect(coordinators.getByRole('button', { name: 'Verify Reports' })).toContainText('1')
})

test('of the receipts that were returned the newest comes first, and each is mended by itself @oneWidth', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const returned = { student_id: faith, entered_by: officer.id }
  await charity.addReceipts([
    { ...returned, term: 'Term 1', remark: 'A page is missing.' },
    { ...returned, term: 'Term 2', remark: 'The sum is another.', updated_at: '2026-05-06T06:00:00.000Z' },
  ])
  await signIn(officer)
  await openPanel(page, 'Finance')
  await expect(returnedTo(page)).toContainText('2')
  await returnedTo(page).click()
  const picker = page.getByRole('dialog', { name: 'Returned to You' })
  const choices = picker.getByRole('listitem').getByRole('button')
  await expect(choices).toHaveText([/Term 2.*The sum is another\./, /Term 1.*A page is missing\./])
  await choices.last().click()
  const form = page.getByRole('dialog', { name: 'Edit Finance Report' })
  await expect(form.getByText('Returned: A page is missing.')).toBeVisible()
  await form.getByLabel('Finance Remarks').fill('The page is there now.')
  await form.getByRole('button', { name: 'Save Receipt' }).click()
  await expect(form).toBeHidden()
  await expect(returnedTo(page)).toContainText('1')
  await expect(returnedTo(page)).toBeFocused()
  await checkAccess()
  await page.keyboard.press('Enter')
  await expect(choices).toHaveText([/Term 2/])
  await page.keyboard.press('Escape')
  await expect(picker).toBeHidden()
})

test('a coordinator’s own returned receipts stand beside what waits for them @oneWidth', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const coordinator = await charity.addUser({ role_id: 3 })
  await charity.addReceipts([
    { student_id: faith, term: 'Term 1', entered_by: officer.id },
    { student_id: faith, term: 'Term 2', remark: 'The sum is another.', entered_by: coordinator.id },
  ])
  await signIn(coordinator)
  await openPanel(page, 'Finance')
  await expect(returnedTo(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Verify Receipts' })).toBeInViewport({ ratio: 1 })
  await checkAccess()
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
})
