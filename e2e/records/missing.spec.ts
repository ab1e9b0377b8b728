import type { Locator, Page } from '@playwright/test'
import { consentMessages } from '#contract/privacy/consentWords.ts'
import { WAITING_MAX } from '#contract/records/records.ts'
import { rowOf as markIn, subjectIn } from '../support/academics.ts'
import { withoutExam } from '../../server/testing/data/students.ts'
import type { Charity, Person } from '../support/charity.ts'
import { entryOf, openHeadMenu } from '../support/screen.ts'
import { expectRows, expectWork, openMyWork, workButton } from '../support/myWork.ts'
import { expectMessage } from '../support/forms.ts'
import { overflows } from '../support/overflows.ts'
import { readTable } from '../support/files/readTable.ts'
import { pdfFile, picture as photo } from '../support/files/files.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { tabTo } from '../support/tabTo.ts'
import { expect, test } from '../support/test.ts'

const TERM = { year: '2026', term: 'Term 1' }
const [FAITH, KEVIN, MWENDE, ZAWADI] = [
  'Faith Atieno Odhiambo',
  'Kevin Otieno Ouma',
  'Mwende Mutua',
  'Zawadi Njeri',
]

let brian: Person
let lydia: Person

/** Faith and Kevin are Brian's students, Mwende and Zawadi are Lydia's. Zawadi lacks nothing. */
async function addGaps(charity: Charity): Promise<void> {
  brian = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  lydia = await charity.addUser({ role_id: 4, first_name: 'Lydia', last_name: 'Chebet' })
  const [faith = 0, , mwende = 0, zawadi = 0] = await charity.addStudents([
    { ...withoutExam, name: FAITH, liaison_id: brian.id },
    { ...withoutExam, name: KEVIN, liaison_id: brian.id, dob: null, ambition: null },
    { ...withoutExam, name: MWENDE, liaison_id: lydia.id },
    { ...withoutExam, name: ZAWADI, liaison_id: lydia.id },
  ])
  await charity.addReportCards([
    { student_id: faith, ...TERM, entered_by: brian.id },
    { student_id: mwende, ...TERM, entered_by: lydia.id, remark: 'The mark is another.' },
    { student_id: zawadi, ...TERM, status: 1 },
  ])
  await charity.addReceipts([
    { student_id: faith, ...TERM, status: 1 },
    { student_id: mwende, ...TERM, entered_by: lydia.id },
    { student_id: mwende, ...TERM, entered_by: lydia.id },
    { student_id: zawadi, ...TERM, status: 2 },
  ])
  await charity.givePictures([faith, mwende, zawadi])
  await charity.giveConsents([faith, mwende, zawadi])
}

/** A student's row, or their card on a phone. */
const rows = (page: Page) => page.locator('[data-row]')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const group = (page: Page, name: string) => page.getByRole('button', { name, expanded: true })
const count = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const search = (page: Page) => page.getByRole('searchbox')

async function openMissing(page: Page): Promise<void> {
  await page.goto('/dashboard?menu=missing&year=2026&term=Term+1')
  await expect(page.getByRole('heading', { level: 1, name: 'What Is Missing' })).toBeVisible()
}

test.beforeEach(({ charity }) => addGaps(charity))

test('a coordinator sees and searches what is missing @wide', async ({ page, signInAs, checkWidths }) => {
  await signInAs(3)
  await openMissing(page)
  await expect(page).toHaveURL(/menu=missing&year=2026&term=Term\+1/)
  await expect(page.getByRole('combobox', { name: 'Term' }).locator('option:checked')).toHaveText(
    'Term 1, 2026',
  )
  const counts = page.getByRole('region', { name: 'What is missing in Term 1, 2026' })
  await expect(counts.getByRole('button')).toHaveText([
    /^1\s*No report card$/,
    /^3\s*Unverified$/,
    /^1\s*Returned$/,
    /^1\s*No receipt$/,
    /^1\s*No picture$/,
    /^0\s*No certificate$/,
    /^2\s*Facts to complete$/,
    /^1\s*No consent$/,
    /^0\s*Consent ends soon$/,
  ])
  await expect(rows(page)).toHaveText([/Faith/, /Kevin/, /Mwende/])
  await expect(search(page)).not.toBeFocused()
  await expect(page.getByText(ZAWADI)).toHaveCount(0)
  await expect(rowOf(page, MWENDE).getByRole('button')).toHaveText('Correct report card')
  await page.setViewportSize(PHONE)
  await expect(group(page, 'Brian Ochieng')).toContainText('1 school, 7 to do')
  await expect(rowOf(page, KEVIN)).toContainText(/No report card.*No receipt.*No picture.*No consent/)
  await expect(rowOf(page, MWENDE)).toContainText(/2 unverified.*Returned/)
  await page.setViewportSize(WIDE)
  const cellsOf = (name: string) => page.getByRole('row', { name }).getByRole('cell')
  const brians = ['1', '1', '0', '1', '3', '1']
  const lydias = ['0', '2', '1', '0', '0', '0']
  const all = ['1', '3', '1', '1', '3', '1']
  const mwendes = ['', '2', '1', '', '', '']
  await expect(cellsOf('Brian Ochieng 1 school')).toHaveText([/^Brian/, ...brians])
  await expect(cellsOf('Lydia Chebet 1 school')).toHaveText([/^Lydia/, ...lydias])
  await expect(cellsOf('All of Term 1, 2026')).toHaveText(all)
  await expect(cellsOf(MWENDE)).toHaveText([/Mwende/, ...mwendes, 'Correct report card'])
  await expect(cellsOf(KEVIN).nth(5)).toHaveText(/^No picture, Facts to complete: \d$/)
  await checkWidths()

  await group(page, 'Brian Ochieng').click()
  await expect(rows(page)).toHaveText([/Mwende/])
  await page.getByRole('button', { name: 'Brian Ochieng', expanded: false }).click()
  await search(page).fill('EL-0002')
  await expect(rows(page)).toHaveText([/Kevin/])
  await search(page).fill('chebet')
  await expect(rows(page)).toHaveText([/Mwende/])
  await search(page).fill('Zawadi')
  await expect(page.getByText('No students match “Zawadi”')).toBeVisible()
  await page.getByText('Clear search').click()
  await expect(rows(page)).toHaveCount(3)
  await expect(search(page)).toBeFocused()

  await page.emulateMedia({ media: 'print' })
  await expect(rowOf(page, MWENDE)).toBeVisible()
  await expect(search(page)).toBeHidden()
  await expect(page.getByText('Correct report card')).toBeHidden()
})

test('the list is filtered by a number, and exported @wide', async ({ page, signInAs }) => {
  await signInAs(3)
  await openMissing(page)
  const noReceipt = count(page, '1 No receipt')
  await noReceipt.click()
  await expect(noReceipt).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/menu=missing&year=2026&term=Term\+1&lack=noReceipt/)
  await page.reload()
  await expect(noReceipt).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(page)).toHaveText([/Kevin.*Add receipt/])
  await expect(page.getByRole('row', { name: 'All that are shown' })).toBeVisible()
  await count(page, '3 Unverified').click()
  await expect(rows(page)).toHaveText([/Faith.*Verify/, /Mwende.*Verify/])
  await count(page, '1 No consent').click()
  await rows(page)
    .getByRole('button', { name: `Record consent of ${KEVIN}` })
    .click()
  await expect(page.getByRole('dialog', { name: 'Record Consent' }).getByLabel('Name')).toBeVisible()
  await page.keyboard.press('Escape')
  await count(page, '1 No consent').click()
  await expect(rows(page)).toHaveText([/Faith.*Verify/, /Kevin.*Add report card/, /Mwende.*Correct/])

  await page.getByRole('button', { name: 'Close all' }).click()
  await expect(rows(page)).toHaveCount(0)
  await expect(page.getByRole('button', { expanded: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Open all' }).click()
  await expect(rows(page)).toHaveCount(3)

  await search(page).fill('Brian')
  await expect(rows(page)).toHaveCount(2)
  const saved = page.waitForEvent('download')
  await openHeadMenu(page)
  await page.getByRole('button', { name: 'Download XLSX' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^missing-2026-term-1-\d{4}-\d\d-\d\d\.xlsx$/)
  const head = ['Student', 'Ref', 'School', 'Liaison Officer']
  const school = 'Nyando Girls High School'
  expect(await readTable(download)).toEqual([
    [...head, 'Academic report', 'Finance receipt', 'Picture', 'Certificate', 'Facts to complete', 'Consent'],
    [FAITH, 'EL-0001', school, 'Brian Ochieng', 'Unverified', '', '', '', '', ''],
    [KEVIN, 'EL-0002', school, 'Brian Ochieng', 'Missing', 'Missing', 'Missing', '', '2', 'Missing'],
  ])
  await page.getByRole('link', { name: 'Progress Report', exact: true }).click()
  await expect(entryOf(page, 'Term 1')).toBeVisible()
})

test('a consent is recorded by the keyboard alone @wide', async ({ page, signInAs }) => {
  const { keyboard } = page
  await signInAs(3)
  await openMissing(page)
  await tabTo(count(page, '1 No consent'))
  await keyboard.press('Enter')
  await tabTo(rows(page).getByRole('button', { name: `Record consent of ${KEVIN}` }))
  await keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Record Consent' })
  await expect(form.getByLabel('Form', { exact: true })).toBeFocused()
  await tabTo(form.getByRole('radio', { name: 'Mother' }))
  await keyboard.press('Space')
  await tabTo(form.getByRole('radio', { name: 'Signed form' }))
  // The arrows move between the choices, around the end.
  await keyboard.press('ArrowLeft')
  await expect(form.getByRole('radio', { name: 'Spoken' })).toBeChecked()
  await tabTo(form.getByLabel('Witness'))
  await keyboard.type('Brian Ochieng')
  await tabTo(form.getByRole('button', { name: /^Yes to all, / }).first())
  await keyboard.press('Enter')
  await tabTo(form.getByRole('button', { name: 'Save Consent' }))
  await keyboard.press('Enter')
  await expectMessage(form, consentMessages.saved)
  await expect(count(page, '0 No consent')).toBeVisible()
})

test('a KCPE certificate is missing @wide', async ({ page, charity, signIn, signInAs }) => {
  const [amani = 0] = await charity.addStudents([
    { name: 'Amani Wekesa', liaison_id: lydia.id, school_id: 1, entry_exam: 'KCPE' },
  ])
  await charity.givePictures([amani])
  await charity.addReportCards([{ student_id: amani, ...TERM, status: 1 }])
  await charity.addReceipts([{ student_id: amani, ...TERM, status: 1 }])
  await signInAs(3)
  await openMissing(page)
  await count(page, '1 No certificate').click()
  await expect(rows(page)).toHaveText([/Amani Wekesa.*Add certificate/])
  for (const width of [820, 1100, 1200]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => overflows(page), `at ${width}`).toEqual([])
  }

  await signIn(lydia, '/dashboard?menu=academics')
  await expectWork(page, 2)
  const panel = await openMyWork(page)
  await expectRows(panel, 2)
  await expect(panel.getByText('No certificate')).toBeVisible()
  await panel.getByRole('button', { name: 'Add certificate of Amani Wekesa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit KCPE Certificate' })
  await dialog.getByLabel('KCPE Certificate', { exact: true }).setInputFiles(pdfFile())
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expectRows(panel, 1)
})

test('of many students more are shown on request @wide', async ({ page, charity, signInAs }) => {
  await charity.addStudents(
    Array.from({ length: 105 }, () => ({ ...withoutExam, liaison_id: brian.id, school_id: 1 })),
  )
  await signInAs(3)
  await openMissing(page)
  await expect(page.getByRole('row', { name: 'Brian Ochieng' })).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Brian Ochieng' }).click()
  await page.getByRole('button', { name: 'Nyando Girls High School' }).click()
  await expect(rows(page)).toHaveCount(100)
  const more = page.getByRole('button', { name: 'Show 7 more of 7' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(107)
  await expect(more).toBeHidden()
  await expect(rows(page).nth(100).getByRole('button').first()).toBeFocused()
})

test('My work says which records it lists if not all of them @wide', async ({ page, charity, signIn }) => {
  const many = (more = {}) =>
    Array.from({ length: WAITING_MAX }, () => ({ student_id: 1, ...TERM, entered_by: brian.id, ...more }))
  await charity.addReceipts([...many(), ...many({ remark: 'Other sum.' })])
  const coordinator = await charity.addUser({ role_id: 3 })
  await charity.addReceipts([{ student_id: 1, ...TERM, entered_by: brian.id, remark: 'One more.' }])
  await signIn(coordinator, '/dashboard')
  const panel = await openMyWork(page)
  // All 203 records: 202 receipts, of which 200 are listed, and a report card.
  await expect(panel).toContainText('the 201 that have waited longest')
  await expectRows(panel, WAITING_MAX + 3)
  await page.keyboard.press('Escape')
  await signIn(brian, '/dashboard')
  await expect(await openMyWork(page)).toContainText(`the newest ${WAITING_MAX}`)
})

test('a supporter without an email is completed for all students @wide', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  const others = { ...withoutExam, school_id: 1, liaison_id: brian.id }
  await charity.addStudents([
    { ...others, name: 'Amani Otieno', supporter_name: 'Anna Maria Schmidt' },
    { ...others, name: 'Baraka Mutua', supporter_name: 'ANNA MARIA SCHMIDT' },
    { ...others, name: 'Chege Kamau', supporter_name: 'Rotary Club' },
  ])
  await signInAs(3)
  await openMissing(page)
  const named = page.getByRole('region', { name: 'Supporters to complete' })
  await expect(named.getByRole('listitem')).toHaveText([
    /Anna Maria Schmidt.*Amani Otieno, Baraka Mutua/,
    /Rotary Club.*Chege Kamau/,
  ])
  await checkWidths()
  await named.getByRole('button', { name: 'Add Email of Anna Maria Schmidt' }).click()
  const form = page.getByRole('dialog', { name: 'Add Email' })
  await expect(form.getByLabel('First name')).toHaveValue('Anna Maria')
  await expect(form.getByLabel('Last name')).toHaveValue('Schmidt')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Email is required')).toBeVisible()
  await form.getByLabel('Email').fill('anna@example.org')
  await form.getByLabel('Country').fill('Germany')
  await checkWidths()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Anna Maria Schmidt is registered, for 2 students.')).toBeVisible()
  await expect(named.getByRole('listitem')).toHaveText([/Rotary Club/])
  await expect(named.getByRole('button', { name: 'Add Email of Rotary Club' })).toBeFocused()
  await named.getByRole('link', { name: 'Chege Kamau' }).click()
  await expect(page.getByText('Rotary Club (no email yet)')).toBeVisible()
  await page.goto('/dashboard?menu=users&search=germany')
  await expect(page.getByRole('row').filter({ hasText: 'anna@example.org' })).toContainText('Germany')
})

test('the form of the next step returns to the same list @wide', async ({ page, signInAs }) => {
  await signInAs(1, '/dashboard?menu=notification')
  await openMissing(page)
  await search(page).fill('Ouma')
  await page.getByRole('button', { name: `Add report card of ${KEVIN}` }).click()
  const form = page.getByRole('dialog', { name: 'Add Academic Report' })
  await expect(form.getByText(`${KEVIN}, EL-0002`)).toBeVisible()
  await expect(form.getByLabel('Year', { exact: true }).locator('option:checked')).toHaveText('2026')
  await expect(form.getByLabel('Term', { exact: true }).locator('option:checked')).toHaveText('Term 1')
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveValue('Ouma')
  await expect(page.getByRole('button', { name: `Add report card of ${KEVIN}` })).toBeFocused()

  await search(page).fill('')
  // The address follows after a pause. Back at that very moment would leave the old search in it.
  await expect(page).not.toHaveURL(/search=/)
  await page.getByRole('button', { name: `Correct report card of ${MWENDE}` }).click()
  const report = page.getByRole('dialog', { name: 'Edit Academic Report' })
  await expect(report.getByText(`${MWENDE}, EL-0003`)).toBeVisible()
  await page.goBack()
  await expect(report).toBeHidden()
  await expect(rows(page)).toHaveCount(3)
  await expect(page).toHaveURL(/menu=missing/)

  // Verifying opens over the list, and then the focus is on the next student.
  await page.getByRole('button', { name: `Verify report card of ${FAITH}` }).focus()
  await page.keyboard.press('Enter')
  const queue = page.getByRole('dialog', { name: 'Verify Reports' })
  await queue.getByRole('button', { name: /^Verify/ }).click()
  await expect(queue.getByText('1 verified, 0 returned.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(queue).toBeHidden()
  await expect(rows(page)).toHaveCount(2)
  await expect(rowOf(page, KEVIN).getByRole('button').first()).toBeFocused()

  // A reload does not open the form again: it shows the list, and Back still leads to the Progress Report.
  await page.getByRole('button', { name: `Correct report card of ${MWENDE}` }).click()
  await expect(report).toBeVisible()
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(entryOf(page, 'Term 1')).toBeVisible()
})

test('a liaison officer does their own work from the bar @wide', async ({ page, signIn, checkWidths }) => {
  await signIn(brian, '/dashboard')
  await expectWork(page, 3)
  await expect(workButton(page)).toBeInViewport({ ratio: 1 })
  await checkWidths()
  const panel = await openMyWork(page)
  await expectRows(panel, 3)
  await expect(panel.getByText('Term 1, 2026: 2 students, 1 to verify, 1 missing')).toBeVisible()
  // Faith's report card is unverified, which is work for somebody else.
  await expect(rows(page)).toHaveText([/Kevin.*No report card, no receipt, no picture.*Add report card/])
  await expect(panel.getByText('1 student', { exact: true })).toBeVisible()
  // The panel moves while it opens.
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: WIDE.width - 560, y: 56, width: 560 })
  await page.setViewportSize(PHONE)
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 0, y: 0, width: PHONE.width })
  await expect(workButton(page)).toBeInViewport({ ratio: 1 })
  await checkWidths()

  await page.keyboard.press('Tab')
  await expect(panel.locator('[aria-busy] :is(a, button)').first()).toBeFocused()
  await panel.getByRole('button', { name: `Add report card of ${KEVIN}` }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Add Academic Report' })
  await expect(form.getByLabel('Term', { exact: true }).locator('option:checked')).toHaveText('Term 1')
  await fillReportCard(form)
  await form.getByRole('button', { name: 'Save Report' }).click()
  await expect(form).toBeHidden()
  // It is unverified now, and so not missing any more.
  await expectRows(panel, 2)
  await expect(panel.getByRole('button', { name: `Add receipt of ${KEVIN}` })).toBeFocused()

  await panel.getByRole('link', { name: 'What Is Missing your students' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What Is Missing' })).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(rows(page)).toHaveText([/Faith/, /Kevin/])
  await count(page, '1 No picture').click()
  await page.getByRole('button', { name: `Add picture of ${KEVIN}` }).click()
  const picture = page.getByRole('dialog', { name: 'Edit Profile Picture' })
  await picture.getByLabel('Profile Picture').setInputFiles(await photo())
  await picture.getByRole('button', { name: 'Save' }).click()
  await expect(picture).toBeHidden()
  await expectWork(page, 1)
})

test('Back from a form of My work leads to My work @wide', async ({ page, signIn, errors }) => {
  const path = '**/api/notifications/work'
  await page.route(path, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }),
  )
  await signIn(brian, '/dashboard?menu=academics')
  await page.getByRole('button', { name: 'My work' }).click()
  const panel = page.getByRole('dialog', { name: 'My work' })
  await expect(panel).toContainText('Something went wrong.')
  await page.unroute(path)
  await panel.getByRole('button', { name: 'Try again' }).click()
  // The browser logs each of these refusals.
  errors.length = 0

  // What was typed is asked for first, as by the form's other ways out.
  const form = page.getByRole('dialog', { name: 'Add Academic Report' })
  const add = panel.getByRole('button', { name: `Add report card of ${KEVIN}` })
  await add.click()
  await form.getByLabel('Teacher Comment').fill('A steady term.')
  await page.goBack()
  await page.getByRole('button', { name: 'Keep draft' }).click()
  await expect(form).toBeHidden()
  await expect(add).toBeFocused()
  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Academics' })).toBeVisible()
  await expect(workButton(page)).toBeFocused()
})

test('a draft for another term says so @wide', async ({ page, charity, signInAs }) => {
  await charity.addReportCards([{ student_id: 1, year: '2026', term: 'Term 2', status: 1 }])
  await signInAs(3)
  await openMissing(page)
  const add = page.getByRole('button', { name: `Add report card of ${KEVIN}` })
  const form = page.getByRole('dialog', { name: 'Add Academic Report' })
  const strip = form.getByRole('status').filter({ hasText: /^Draft of/ })
  const otherTerm = 'It is for 2026 Term 1, not for the term you chose.'
  await add.click()
  await form.getByLabel('Teacher Comment').fill('A steady term.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep draft' }).click()
  await expect(form).toBeHidden()

  await add.click()
  await expect(strip).toBeVisible()
  await expect(strip).not.toContainText(otherTerm)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await page.getByRole('combobox', { name: 'Term' }).selectOption('Term 2, 2026')
  await expect(page).toHaveURL(/term=Term\+2/)
  await expect(count(page, '3 No report card')).toBeVisible()
  await add.click()
  const chosen = form.getByLabel('Term', { exact: true }).locator('option:checked')
  await expect(strip).toContainText(otherTerm)
  await expect(chosen).toHaveText('Term 1')
  await strip.getByRole('button', { name: 'Start empty' }).click()
  await expect(chosen).toHaveText('Term 2')
})

async function fillReportCard(form: Locator): Promise<void> {
  await form.getByLabel('Class', { exact: true }).selectOption('Form 1')
  const row = markIn(form, 1)
  await subjectIn(row).fill('English')
  await row.page().keyboard.press('Enter')
  await row.getByLabel('Grade').selectOption('B')
  await row.getByLabel('Mark').fill('68')
  await form.getByLabel('Mean Grade').selectOption('B')
  await form.getByLabel('Mean Score').fill('68')
  for (const comment of ['Teacher Comment', 'Liaison Comment', 'Action Plan', 'Psychosocial'])
    await form.getByLabel(comment).fill('A steady term.')
  await form.getByLabel('Report card, PDF').setInputFiles({ ...pdfFile(), name: 'card.pdf' })
}
