import type { Locator, Page } from '@playwright/test'
import { consentMessages } from '#contract/privacy/consentWords.ts'
import { rowOf as markIn, subjectIn } from '../support/academics.ts'
import { withoutExam } from '../../server/testing/data/students.ts'
import type { Charity, Person } from '../support/charity.ts'
import { openHeadMenu } from '../support/screen.ts'
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

const rows = (page: Page) => page.locator('[data-row]')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
/** A filter with its number. */
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
  await expect(
    page.getByText('3 of 4 students lack something in Term 1, 2026. 2 wait for you to verify.'),
  ).toBeVisible()
  await expect(page.getByRole('group', { name: 'Show only' }).getByRole('button')).toHaveText([
    'All3',
    'To verify2',
    'Returned1',
    'No report card1',
    'No receipt1',
    'Profile1',
    'Consent1',
  ])
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Brian Ochieng',
    'Lydia Chebet',
  ])
  await expect(rows(page)).toHaveText([
    /Faith.*EL-0001.*Report card to verify.*Verify$/,
    /Kevin.*No report card, no receipt, no picture, 2 facts not known, consent not recorded.*Add report card$/,
    /Mwende.*2 receipts to verify, KES [\d,.]+, report card returned: The mark is another\..*Verify$/,
  ])
  await expect(search(page)).not.toBeFocused()
  await expect(page.getByText(ZAWADI)).toHaveCount(0)
  await page.setViewportSize(PHONE)
  await expect(page.getByRole('combobox', { name: 'Show only' }).locator('option')).toHaveText([
    'All 3',
    'To verify 2',
    'Returned 1',
    'No report card 1',
    'No receipt 1',
    'Profile 1',
    'Consent 1',
  ])
  // The first student is on the first screen of a phone.
  expect((await rows(page).first().boundingBox())?.y).toBeLessThanOrEqual(56 + 204)
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await expect(search(page)).toBeVisible()
  await page.setViewportSize(WIDE)
  await checkWidths()

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
  await expect(page.getByRole('button', { name: /^Verify/ })).toHaveCount(0)
})

test('the list is filtered by a number, and exported @wide', async ({ page, signInAs }) => {
  await signInAs(3)
  await openMissing(page)
  const noReceipt = count(page, 'No receipt 1')
  await noReceipt.click()
  await expect(noReceipt).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/menu=missing&year=2026&term=Term\+1&lack=noReceipt/)
  await page.reload()
  await expect(noReceipt).toHaveAttribute('aria-pressed', 'true')
  // The button stays the student's first step.
  await expect(rows(page)).toHaveText([/Kevin.*Add report card/])
  await count(page, 'To verify 2').click()
  await expect(rows(page)).toHaveText([/Faith.*Verify/, /Mwende.*Verify/])
  await count(page, 'To verify 2').click()
  await expect(rows(page)).toHaveText([/Faith.*Verify/, /Kevin.*Add report card/, /Mwende.*Verify/])
  await count(page, 'Returned 1').click()
  await count(page, 'All 3').click()

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
    [
      ...head,
      'Academic report',
      'Finance receipt',
      'Picture',
      'Certificate',
      'Facts to complete',
      'Consent',
      'Next step',
    ],
    [FAITH, 'EL-0001', school, 'Brian Ochieng', 'Unverified', '', '', '', '', '', 'Verify'],
    [
      KEVIN,
      'EL-0002',
      school,
      'Brian Ochieng',
      'Missing',
      'Missing',
      'Missing',
      '',
      '2',
      'consent not recorded',
      'Add report card',
    ],
  ])
})

test('a consent is recorded by the keyboard alone @wide', async ({ page, charity, signInAs }) => {
  const { keyboard } = page
  const [amani = 0] = await charity.addStudents([
    { ...withoutExam, name: 'Amani Wekesa', liaison_id: lydia.id, school_id: 1 },
  ])
  await charity.givePictures([amani])
  await charity.addReportCards([{ student_id: amani, ...TERM, status: 1 }])
  await charity.addReceipts([{ student_id: amani, ...TERM, status: 1 }])
  await signInAs(3)
  await openMissing(page)
  await tabTo(count(page, 'Consent 2'))
  await keyboard.press('Enter')
  await tabTo(rows(page).getByRole('button', { name: 'Record consent of Amani Wekesa' }))
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
  await expect(count(page, 'Consent 1')).toBeVisible()
})

test('a KCPE certificate is missing @wide', async ({ page, charity, signIn, signInAs }) => {
  const [amani = 0] = await charity.addStudents([
    { name: 'Amani Wekesa', liaison_id: lydia.id, school_id: 1, entry_exam: 'KCPE' },
  ])
  await charity.givePictures([amani])
  await charity.giveConsents([amani])
  await charity.addReportCards([{ student_id: amani, ...TERM, status: 1 }])
  await charity.addReceipts([{ student_id: amani, ...TERM, status: 1 }])
  await signInAs(3)
  await openMissing(page)
  await count(page, 'Profile 2').click()
  await expect(rows(page)).toHaveText([/Kevin/, /Amani Wekesa.*No certificate.*Add certificate/])
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
  await expect(rows(page)).toHaveCount(50)
  const more = page.getByRole('button', { name: /^Show / })
  await expect(more).toHaveText('Show 50 of 58 more')
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(100)
  await expect(rows(page).nth(50).getByRole('link')).toBeFocused()
  await more.click()
  await expect(rows(page)).toHaveCount(108)
  await expect(more).toBeHidden()
  await expect(rows(page).nth(100).getByRole('link')).toBeFocused()
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
  await named.getByRole('button', { name: '2 supporters are known by name only, and get no news.' }).click()
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
  await page.getByRole('button', { name: `Add report card of ${KEVIN}` }).click()
  await expect(form.getByText(`${KEVIN}, EL-0002`)).toBeVisible()
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(rows(page)).toHaveCount(3)
  await expect(page).toHaveURL(/menu=missing/)

  // Verifying opens over the list, and then the focus is on the next student.
  await page.getByRole('button', { name: `Verify report card of ${FAITH}` }).focus()
  await page.keyboard.press('Enter')
  const queue = page.getByRole('dialog', { name: 'Verify Reports' })
  await queue.getByRole('button', { name: /^Verify/ }).click()
  await expect(queue).toBeHidden()
  await expect(rows(page)).toHaveCount(2)
  await expect(rowOf(page, KEVIN).getByRole('button').first()).toBeFocused()
  const undo = page.getByRole('region', { name: 'Undo' })
  await expect(undo).toContainText(`Verified. ${FAITH}`)
  await page.keyboard.press('u')
  await expect(undo).toContainText('Unverified.')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: `Verify report card of ${FAITH}` }).click()
  await queue.getByRole('button', { name: /^Verify/ }).click()
  await expect(rows(page)).toHaveCount(2)

  // A reload does not open the form again: it shows the list, and Back still leads to the Progress Report.
  await page.getByRole('button', { name: `Add report card of ${KEVIN}` }).click()
  await expect(form).toBeVisible()
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/menu=notification/)
})

test('a liaison officer does their own work from the bar @wide', async ({ page, signIn, checkWidths }) => {
  await signIn(brian, '/dashboard')
  await expectWork(page, 1)
  await expect(workButton(page)).toBeInViewport({ ratio: 1 })
  await checkWidths()
  const panel = await openMyWork(page)
  await expectRows(panel, 1)
  await expect(panel.getByText('Term 1, 2026: 1 student lacks something.')).toBeVisible()
  // Faith's report card is unverified, which is work for somebody else.
  await expect(rows(page)).toHaveText([/Kevin.*No report card, no receipt, no picture.*Add report card/])
  await expect(panel.getByText('1 more waits for an administrator.')).toBeVisible()
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
  await expect(rows(page)).toHaveText([/Kevin.*No receipt, report card to verify, no picture.*Add receipt/])
  await expect(panel.getByRole('button', { name: `Add receipt of ${KEVIN}` })).toBeFocused()

  await panel.getByRole('link', { name: 'What Is Missing your students' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What Is Missing' })).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(page.getByText('2 of your 2 students lack something. 1 waits for you.')).toBeVisible()
  // Their own step comes first, and what waits for others last.
  await expect(rows(page)).toHaveText([
    /Kevin.*Add receipt/,
    /Faith.*Report card to verify.*Waits for an administrator/,
  ])
  await expect(page.getByRole('combobox', { name: 'Term' }).locator('option')).toHaveText([
    'All terms',
    'Term 1, 2026',
  ])
  await rowOf(page, KEVIN).getByRole('link', { name: KEVIN }).click()
  const todo = page.getByRole('region', { name: 'To do for Kevin' })
  await todo.getByRole('button', { name: `Add picture of ${KEVIN}` }).click()
  const picture = page.getByRole('dialog', { name: 'Edit Profile Picture' })
  await picture.getByLabel('Profile Picture').setInputFiles(await photo())
  await picture.getByRole('button', { name: 'Save' }).click()
  await expect(picture).toBeHidden()
  await page.goBack()
  await expect(rowOf(page, KEVIN)).toContainText('No receipt, report card to verify, 2 facts not known')
})

test('the tab counts what it opens, and the link of a term keeps its term @wide', async ({
  page,
  charity,
  signInAs,
}) => {
  await charity.addReportCards([{ student_id: 4, year: '2025', term: 'Term 3' }])
  await signInAs(1, '/dashboard?menu=notification')
  await page.getByRole('link', { name: 'Missing of Term 1, 2026 3 students' }).click()
  await expect(page).toHaveURL(/menu=missing&year=2026&term=Term\+1/)
  await expect(page.getByText('3 of 4 students lack something in Term 1, 2026.')).toBeVisible()

  const tabs = page.getByRole('navigation', { name: 'Email Notifications' })
  const tab = tabs.getByRole('link', { name: /^What Is Missing/ })
  await expect(tab).toContainText('4')
  await tabs.getByRole('link', { name: /^Letters/ }).click()
  await tab.click()
  await expect(page.getByText('4 of 4 students lack something.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Term' }).locator('option:checked')).toHaveText('All terms')
})

test('My work can be read over What Is Missing @wide', async ({ page, signIn, checkAccess }) => {
  await signIn(brian, '/dashboard?menu=missing')
  await expect(page.getByRole('heading', { level: 1, name: 'What Is Missing' })).toBeVisible()
  await openMyWork(page)
  await checkAccess()
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
  await expect(count(page, 'No report card 3')).toBeVisible()
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
