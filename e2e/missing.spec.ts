import type { Locator, Page } from '@playwright/test'
import { rowOf as markIn, subjectIn } from './support/academics.ts'
import type { Charity, Person } from './support/charity.ts'
import { entryOf } from './support/entryOf.ts'
import { openPanel } from './support/nav.ts'
import { readTable } from './support/readTable.ts'
import { certificate } from './support/studentFiles.ts'
import { expect, test } from './support/test.ts'

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
    { name: FAITH, liaison_id: brian.id },
    { name: KEVIN, liaison_id: brian.id },
    { name: MWENDE, liaison_id: lydia.id },
    { name: ZAWADI, liaison_id: lydia.id },
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
}

const missingIn = (page: Page) => page.getByRole('dialog', { name: 'What Is Missing' })
const rowOf = (list: Locator, name: string) => list.getByRole('listitem').filter({ hasText: name })
const group = (list: Locator, officer: string) => list.getByRole('button', { name: officer })

async function openMissing(page: Page): Promise<Locator> {
  await page.goto('/dashboard?menu=notification')
  await entryOf(page, 'Term 1').getByRole('button', { name: 'What Is Missing' }).click()
  return missingIn(page)
}

test.beforeEach(({ charity }) => addGaps(charity))

test('a coordinator sees what is missing, by liaison officer and school, and searches it', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  await signIn(await charity.addUser({ role_id: 3 }))
  const list = await openMissing(page)
  await expect(list.getByText('2026 Term 1')).toBeVisible()
  await expect(group(list, 'Brian Ochieng')).toContainText(
    '2 students. Reports: 1 missing, 1 unverified. Receipts: 1 missing',
  )
  await expect(group(list, 'Lydia Chebet')).toContainText(
    '1 student. Reports: 1 returned. Receipts: 1 unverified',
  )
  await expect(list.getByRole('heading', { level: 4 })).toHaveText([
    /^Nyando.*2 students$/,
    /^Nyando.*1 student$/,
  ])
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(rowOf(list, FAITH)).toContainText('Unverified')
  await expect(rowOf(list, MWENDE)).toContainText('Returned')
  await expect(rowOf(list, MWENDE)).toContainText('2 receipts waiting')
  await expect(list).not.toContainText(ZAWADI)
  await checkAccess()

  await group(list, 'Brian Ochieng').click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await group(list, 'Brian Ochieng').click()
  const search = list.getByRole('searchbox')
  await search.fill('EL-0002')
  await expect(list.getByRole('listitem')).toHaveText([/Kevin/])
  await search.fill('chebet')
  await expect(list.getByRole('listitem')).toHaveText([/Mwende/])
  await search.fill('Zawadi')
  await expect(list.getByText('No students match “Zawadi”')).toBeVisible()
  await checkAccess()
  await list.getByText('Clear search').click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(search).toBeFocused()
})

test('of many students the first are shown, and more to who asks for them @oneWidth', async ({
  page,
  charity,
  signIn,
}) => {
  await charity.addStudents(Array.from({ length: 105 }, () => ({ liaison_id: brian.id, school_id: 1 })))
  await signIn(await charity.addUser({ role_id: 3 }))
  const list = await openMissing(page)
  await expect(list.getByRole('listitem')).toHaveCount(0)
  await group(list, 'Brian Ochieng').click()
  await expect(list.getByRole('listitem')).toHaveCount(100)
  const more = list.getByRole('button', { name: 'Show 7 more of 7' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(107)
  await expect(more).toBeHidden()
  await expect(list.getByRole('listitem').nth(100).getByRole('button').first()).toBeFocused()
})

test('what is missing is saved as it is searched @oneWidth', async ({ page, administrator, signIn }) => {
  await signIn(administrator)
  const list = await openMissing(page)
  await list.getByRole('searchbox').fill('Brian')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  for (const kind of ['CSV', 'XLSX']) {
    const saved = page.waitForEvent('download')
    await list.getByRole('button', { name: `Download ${kind}` }).click()
    const download = await saved
    expect(download.suggestedFilename()).toMatch(/^missing-2026-term-1-\d{4}-\d\d-\d\d\.(csv|xlsx)$/)
    expect(await readTable(download)).toEqual([
      ['Student', 'Ref', 'School', 'Liaison Officer', 'Academic report', 'Finance receipt'],
      [FAITH, 'EL-0001', 'Nyando Girls High School', 'Brian Ochieng', 'Unverified', ''],
      [KEVIN, 'EL-0002', 'Nyando Girls High School', 'Brian Ochieng', 'Missing', 'Missing'],
    ])
  }
})

test('each missing record leads to its form, and the form back to the list as it was @oneWidth', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  await signIn(await charity.addUser({ role_id: 2 }))
  const list = await openMissing(page)
  await list.getByRole('searchbox').fill('Ouma')
  await rowOf(list, KEVIN)
    .getByRole('button', { name: `Add report of ${KEVIN}` })
    .click()
  const form = page.getByRole('dialog', { name: 'Add Academic Report' })
  await expect(form.getByText(`${KEVIN}, EL-0002`)).toBeVisible()
  await expect(page).toHaveURL(/menu=academics/)
  await expect(form.getByLabel('Year', { exact: true }).locator('option:checked')).toHaveText('2026')
  await expect(form.getByLabel('Term', { exact: true }).locator('option:checked')).toHaveText('Term 1')
  await checkAccess()
  await page.keyboard.press('Escape')
  await expect(list.getByRole('searchbox')).toHaveValue('Ouma')
  await expect(list.getByRole('button', { name: `Add report of ${KEVIN}` })).toBeFocused()

  await list.getByRole('searchbox').fill('')
  await rowOf(list, MWENDE)
    .getByRole('button', { name: `Edit receipt of ${MWENDE}` })
    .click()
  const receipt = page.getByRole('dialog', { name: 'Edit Finance Report' })
  await expect(receipt.getByText(`${MWENDE}, EL-0003`)).toBeVisible()
  await expect(page).toHaveURL(/menu=finance/)
  await page.goBack()
  await expect(receipt).toBeHidden()
  await expect(list.getByRole('listitem')).toHaveCount(3)

  // A reload does not open the form again: it shows the panel, and Back still leads to the list.
  await rowOf(list, FAITH)
    .getByRole('button', { name: `Edit report of ${FAITH}` })
    .click()
  await expect(page.getByRole('dialog', { name: 'Edit Academic Report' })).toBeVisible()
  await page.reload()
  await expect(entryOf(page, FAITH)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.reload()
  await expect(entryOf(page, 'Term 1')).toBeVisible()
  await expect(list).toBeHidden()
})

test('who may verify does so over the list, and then stands at the next student @oneWidth', async ({
  page,
  charity,
  signIn,
}) => {
  await signIn(await charity.addUser({ role_id: 3 }))
  const list = await openMissing(page)
  await rowOf(list, FAITH)
    .getByRole('button', { name: `Verify report of ${FAITH}` })
    .focus()
  await page.keyboard.press('Enter')
  const queue = page.getByRole('dialog', { name: 'Verify Reports' })
  await expect(queue.getByText(FAITH).first()).toBeVisible()
  await queue.getByRole('button', { name: /^Verify/ }).click()
  await expect(queue.getByText('1 verified, 0 returned.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(queue).toBeHidden()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(rowOf(list, KEVIN).getByRole('button').first()).toBeFocused()
})

test('a liaison officer’s own work is told on the panel, and done there', async ({
  page,
  signIn,
  checkAccess,
}) => {
  await signIn(brian)
  await openPanel(page, 'Academics')
  const work = page.getByRole('button', { name: 'My work: 1 report missing' })
  await expect(work).toBeInViewport({ ratio: 1 })
  await checkAccess()
  await work.click()
  const list = page.getByRole('dialog', { name: 'My Work' })
  await expect(list.getByLabel('Year', { exact: true }).locator('option:checked')).toHaveText('2026')
  await expect(list.getByLabel('Term', { exact: true }).locator('option:checked')).toHaveText('Term 1')
  await expect(list.getByRole('listitem')).toHaveText([/Faith.*Unverified.*Edit/, /Kevin.*Missing.*Add/])
  await checkAccess()

  await list.getByRole('button', { name: `Add report of ${KEVIN}` }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Add Academic Report' })
  await expect(form.getByLabel('Term', { exact: true }).locator('option:checked')).toHaveText('Term 1')
  await fillReportCard(form)
  await form.getByRole('button', { name: 'Save Report' }).click()
  await expect(form).toBeHidden()
  // Unverified now, and nothing is missing any more.
  await expect(rowOf(list, KEVIN)).toContainText('Unverified')
  await expect(list.getByRole('button', { name: `Edit report of ${KEVIN}` })).toBeFocused()
  await list.getByLabel('Term', { exact: true }).selectOption('Term 2')
  await expect(list.getByRole('listitem')).toHaveText([/Faith.*Missing/, /Kevin.*Missing/])
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(page.getByRole('button', { name: 'My work' })).toHaveCount(0)
})

test('a draft for one term does not pass for another’s @oneWidth', async ({ page, signIn }) => {
  await signIn(brian)
  await openPanel(page, 'Academics')
  await page.getByRole('button', { name: 'My work' }).click()
  const list = page.getByRole('dialog', { name: 'My Work' })
  const add = list.getByRole('button', { name: `Add report of ${KEVIN}` })
  const form = page.getByRole('dialog', { name: 'Add Academic Report' })
  const offer = form.getByRole('status').filter({ hasText: 'continue or discard?' })
  const otherTerm = 'It is for 2026 Term 1, not for the term you chose.'
  await add.click()
  await form.getByLabel('Teacher Comment').fill('A steady term.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep draft' }).click()
  await expect(form).toBeHidden()

  await add.click()
  await expect(offer).not.toContainText(otherTerm)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await list.getByLabel('Term', { exact: true }).selectOption('Term 2')
  await expect(list.getByRole('listitem')).toHaveText([/Faith.*Missing/, /Kevin.*Missing/])
  await add.click()
  await expect(form.getByLabel('Term', { exact: true }).locator('option:checked')).toHaveText('Term 2')
  await expect(offer).toContainText(otherTerm)
  await offer.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByLabel('Term', { exact: true }).locator('option:checked')).toHaveText('Term 1')
})

test('receipts are told on their own panel, and returned ones count as work @oneWidth', async ({
  page,
  signIn,
}) => {
  await signIn(lydia)
  await openPanel(page, 'Academics')
  await expect(page.getByRole('button', { name: 'My work: 1 report returned' })).toBeVisible()
  await openPanel(page, 'Finance')
  await expect(entryOf(page, MWENDE)).toBeVisible()
  // Her records are unverified, which is work for somebody else.
  await expect(page.getByRole('button', { name: 'My work' })).toHaveCount(0)
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
  await form.getByLabel('Report card, PDF').setInputFiles({ ...certificate(), name: 'card.pdf' })
}
