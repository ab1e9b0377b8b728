import { withoutExam } from '../../server/testing/data/students.ts'
import { FAITH } from '../support/academics.ts'
import type { Person } from '../support/charity.ts'
import { expectRows, expectWork, openMyWork, workButton } from '../support/myWork.ts'
import { expect, test } from '../support/test.ts'

const REMARK = 'The mark in English is 86, not 68.'

let officer: Person
let faith: number

test.beforeEach(async ({ charity }) => {
  officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  ;[faith = 0] = await charity.addStudents([{ ...withoutExam, liaison_id: officer.id, name: FAITH }])
  await charity.givePictures([faith])
  await charity.giveConsents([faith])
})

test('a liaison officer corrects a returned record @wide', async ({
  page,
  charity,
  signIn,
  signInAs,
  newVisitor,
  checkAccess,
}) => {
  await charity.addReportCards([{ student_id: faith, entered_by: officer.id }])
  const coordinators = await newVisitor()
  await signInAs(3, '/dashboard?menu=academics', coordinators)
  await (await openMyWork(coordinators)).getByRole('button', { name: 'Verify one by one' }).click()
  const queue = coordinators.getByRole('dialog', { name: 'Verify Reports' })
  const offer = queue.getByRole('button', { name: 'Return', exact: true })
  await expect(offer).toBeEnabled()
  // On a busy computer the focus, and with it the keys, comes to the dialog later.
  await expect(queue.locator(':focus')).toBeVisible()
  await coordinators.keyboard.press('r')
  await queue.getByLabel('Remark').fill(REMARK)
  await queue.getByRole('button', { name: 'Return', exact: true }).click()
  await expect(queue.getByText('0 verified, 1 returned.')).toBeVisible()
  await coordinators.keyboard.press('Enter')
  await expect(queue).toBeHidden()
  // It waits for its author, not for the user who returned it.
  await expect(coordinators.getByText('Nothing waits for you.')).toBeVisible()

  await signIn(officer, '/dashboard')
  await expectWork(page, 1)
  await checkAccess()
  const panel = await openMyWork(page)
  await expectRows(panel, 1)
  await expect(panel.getByText('Term 1, 2026: 1 came back to you.')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveText([
    /Faith Atieno Odhiambo.*Report card returned: The mark in English is 86, not 68\. Amina Mwangi.*Correct$/,
  ])
  await checkAccess()
  await panel.getByRole('button', { name: `Correct report card of ${FAITH}` }).focus()
  await page.keyboard.press('Enter')

  const form = page.getByRole('dialog', { name: 'Edit Academic Report' })
  await expect(form.getByText(`Returned: ${REMARK}`)).toBeVisible()
  await expect(form.getByText(`${FAITH}, EL-0001`)).toBeVisible()
  await form.getByRole('group', { name: 'Mark 1', exact: true }).getByLabel('Mark').fill('86')
  await form.getByRole('button', { name: 'Save Report' }).click()
  await expect(form).toBeHidden()
  await expect(panel.getByText('Nothing waits for you.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectWork(page, 0)
  await expect(workButton(page)).toBeFocused()
  await coordinators.reload()
  await expectWork(coordinators, 1)
})

test('coordinators also have returned receipts @wide', async ({ page, charity, signIn, checkAccess }) => {
  const coordinator = await charity.addUser({ role_id: 3 })
  const [kevin = 0] = await charity.addStudents([
    { ...withoutExam, liaison_id: officer.id, name: 'Kevin Otieno', school_id: 1 },
  ])
  await charity.addReportCards([{ student_id: faith, term: 'Term 1', entered_by: officer.id }])
  await charity.addReceipts([
    { student_id: faith, term: 'Term 1', entered_by: officer.id },
    { student_id: kevin, term: 'Term 2', remark: 'The sum is another.', entered_by: coordinator.id },
    { student_id: kevin, term: 'Term 2', remark: 'A page is missing.', entered_by: coordinator.id },
  ])
  await signIn(coordinator, '/dashboard?menu=finance')
  await expectWork(page, 2)
  await expect(workButton(page)).toBeInViewport({ ratio: 1 })
  const panel = await openMyWork(page)
  await expectRows(panel, 2)
  await expect(panel.getByText('Term 2, 2026: 1 came back to you, 1 student to verify.')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveText([
    /Kevin Otieno.*2 receipts returned: A page is missing\..*; The sum is another\..*Correct$/,
    /Faith.*Report card and receipt of Term 1, 2026 to verify, no receipt.*Verify$/,
  ])
  await checkAccess()

  // A student's row leads through their records of both kinds, and back.
  await panel.getByRole('button', { name: `Verify report card and receipt of ${FAITH}` }).click()
  const verify = page.getByRole('dialog', { name: /^Verify / })
  await verify.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(verify.getByRole('heading', { level: 2 })).toHaveText('Verify Receipts2 of 2')
  await verify.getByRole('button', { name: /^Undo/ }).click()
  await expect(verify.getByRole('heading', { level: 2 })).toHaveText('Verify Reports1 of 2')
  await page.keyboard.press('Escape')
  await expect(verify).toBeHidden()
  await expectRows(panel, 2)

  // Records of the panel's kind come first, then those of the other kind.
  await panel.getByRole('button', { name: 'Verify one by one' }).click()
  const receipts = page.getByRole('dialog', { name: 'Verify Receipts' })
  await receipts.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(receipts.getByText('No other receipt waits to be verified.')).toBeVisible()
  await receipts.getByRole('button', { name: 'Verify report cards' }).click()
  const reports = page.getByRole('dialog', { name: 'Verify Reports' })
  await reports.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(reports.getByText('Nothing else waits to be verified.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(reports).toBeHidden()
  await expectRows(panel, 1)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expectWork(page, 1)
})
