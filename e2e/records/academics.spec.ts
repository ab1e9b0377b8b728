import { reportCardMessages } from '#contract/records/reportCards.ts'
import { recordMessages } from '#contract/records/records.ts'
import type { Locator, Page } from '@playwright/test'
import { FAITH, openAcademics, reportCardsOf, rowOf, subjectIn } from '../support/academics.ts'
import type { Person } from '../support/charity.ts'
import { saveForm } from '../support/forms.ts'
import { entryOf } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

let officer: Person
let faith: number

test.beforeEach(async ({ charity }) => {
  officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  ;[faith = 0] = await charity.addStudents([{ liaison_id: officer.id, name: FAITH }])
})

test('editing starts with choosing a term @wide', async ({ page, charity, signIn, checkWidths }) => {
  await charity.addReportCards([
    { student_id: faith, year: '2024', term: 'Term 3', status: 2, entered_by: officer.id },
    { student_id: faith, year: '2025', term: 'Term 1', status: 1, entered_by: officer.id },
    {
      student_id: faith,
      year: '2025',
      term: 'Term 2',
      remark: 'The mark is another.',
      entered_by: officer.id,
    },
  ])
  await signIn(officer)
  await openAcademics(page)
  await page.getByRole('button', { name: `Edit Academic Reports of ${FAITH}` }).click()
  const picker = page.getByRole('dialog', { name: 'Edit Academic Report' })
  const choices = picker.getByRole('listitem').getByRole('button')
  await expect(choices).toHaveText([
    /^2025, Term 2.*Unverified.*by Brian Ochieng.*Returned: The mark is another\./,
    /^2025, Term 1.*Verified.*Form 1/,
    /^2024, Term 3.*Sent/,
  ])
  await expect(choices.first()).toBeFocused()
  await checkWidths()
  await page.keyboard.press('Enter')

  const form = page.getByRole('dialog', { name: 'Edit Academic Report' })
  await expect(form.getByLabel('Term', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Term', { exact: true }).locator('option:checked')).toHaveText('Term 2')
  await expect(form.getByText('Returned: The mark is another.')).toBeVisible()
  await expect(form.getByText('Unverified', { exact: true })).toBeVisible()
  await expect(form.getByText('Saving sets it back')).toHaveCount(0)
  await expect(subjectIn(rowOf(form, 2))).toHaveValue('Mathematics')
  await expect(rowOf(form, 2).getByLabel('Mark')).toHaveValue('54.5')
  await checkWidths()
  const opening = page.waitForEvent('popup')
  await form.getByRole('link', { name: 'Report card as it is' }).click()
  await (await opening).close()

  // Opening the list of subjects does not change the subject.
  const subject = subjectIn(rowOf(form, 2))
  await subject.click()
  await expect(subject).toHaveAttribute('aria-expanded', 'true')
  // The list marks its present choice a moment after it opens.
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(subject).toHaveAttribute('aria-expanded', 'false', { timeout: 500 })
  }).toPass()
  await expect(subject).toHaveValue('Mathematics')
  await rowOf(form, 2).getByLabel('Mark').fill('57')
  await form.getByRole('button', { name: 'Remove row 1, English' }).click()
  await saveForm(form, reportCardMessages.saved, 'Save Report')
  const [saved] = await reportCardsOf(page, faith, '2025', 'Term 2')
  expect(saved).toMatchObject({ remark: null, status: 0 })
  expect(saved?.marks).toMatchObject([{ subject_name: 'Mathematics', mark: 57, grade: 'C' }])
})

test('the list shows the terms of the newest year, and who lacks the last @wide', async ({
  page,
  charity,
  signIn,
  checkWidths,
}) => {
  const director = await charity.addUser({ role_id: 2 })
  const [kevin = 0, halima = 0] = await charity.addStudents([
    { liaison_id: director.id, school_id: 1, name: 'Kevin Cheruiyot' },
    { liaison_id: officer.id, school_id: 1, name: 'Halima Abdi Noor', status: 2 },
  ])
  const year = String(new Date().getFullYear())
  await charity.addReportCards([
    { student_id: faith, year, term: 'Term 1', status: 2 },
    { student_id: faith, year, term: 'Term 2', status: 1 },
    { student_id: kevin, year, term: 'Term 1', remark: 'The mark is another.' },
    { student_id: kevin, year, term: 'Term 3' },
    { student_id: halima, year, term: 'Term 1', status: 2 },
  ])
  await signIn(officer)
  await openAcademics(page)
  const own = entryOf(page, FAITH)
  for (const words of ['Sent', 'Verified', 'Missing']) await expect(own).toContainText(words)
  await expect(entryOf(page, 'Kevin Cheruiyot')).toContainText(/Returned.*Missing.*Unverified/)
  await expect(entryOf(page, 'Halima Abdi Noor')).toContainText(/Sent.*–.*–/)
  await expect(page.getByRole('columnheader')).toContainText([
    'Image',
    'Ref',
    'Name',
    `${year} Term 1`,
    `${year} Term 2`,
    `${year} Term 3`,
    'Add Academic Reports',
    'Edit Academic Reports',
    'View Academic Reports',
  ])
  await expect(page.getByRole('button', { name: /to verify/ })).toHaveCount(0)
  await checkWidths()

  const lacking = page.getByRole('button', { name: 'Lacks Term 3 1' })
  await lacking.click()
  await expect(page).toHaveURL('/dashboard?menu=academics&only=lacking')
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await page.reload()
  await expect(lacking).toHaveAttribute('aria-pressed', 'true')
  await expect(own).toBeVisible()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await checkWidths()
  await page.getByRole('button', { name: `Add Academic Reports of ${FAITH}` }).click()
  await page
    .getByRole('dialog', { name: 'Add Academic Report' })
    .getByRole('button', { name: 'Close' })
    .click()
  await lacking.click()
  await page.getByRole('button', { name: 'My students 2' }).click()
  await expect(page).toHaveURL('/dashboard?menu=academics&mine=1')
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
})

test('two users edit a report card @wide', async ({ page, charity, signIn, newVisitor }) => {
  await charity.addReportCards([{ student_id: faith, year: '2025', term: 'Term 1', entered_by: officer.id }])
  await signIn(await charity.addUser({ role_id: 1, first_name: 'Amina', last_name: 'Mwangi' }))
  const mine = await openEdit(page)
  await mine.getByLabel('Psychosocial').fill('Homesick at first.')
  await mine.getByLabel('Teacher Comment').fill('Fair.')

  const brian = await newVisitor()
  await signIn(officer, undefined, brian)
  const theirs = await openEdit(brian)
  await theirs.getByLabel('Teacher Comment').fill('Good.')
  await rowOf(theirs, 1).getByLabel('Mark').fill('70')
  await theirs.getByLabel('Class', { exact: true }).selectOption('Form 2')
  await saveForm(theirs, reportCardMessages.saved, 'Save Report')

  await mine.getByRole('button', { name: 'Save Report' }).click()
  await expect(mine.getByRole('alert')).toHaveText(recordMessages.changedMeanwhile('Brian Ochieng'))
  const conflict = mine.getByRole('region', { name: 'Changes by others' })
  for (const change of [
    /Teacher Comment.*A steady term\..*Good\./,
    /English.*68 B.*70 B/,
    /Class.*Form 1.*Form 2/,
  ])
    await expect(conflict).toContainText(change)
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(conflict).toBeHidden()
  await expect(mine.getByLabel('Teacher Comment')).toHaveValue('Fair.')
  await expect(mine.getByLabel('Psychosocial')).toHaveValue('Homesick at first.')
  await expect(rowOf(mine, 1).getByLabel('Mark')).toHaveValue('70')
  await expect(mine.getByLabel('Class', { exact: true }).locator('option:checked')).toHaveText('Form 2')
  await saveForm(mine, reportCardMessages.saved, 'Save Report')
})

async function openEdit(page: Page): Promise<Locator> {
  await openAcademics(page)
  await page.getByRole('button', { name: `Edit Academic Reports of ${FAITH}` }).click()
  const form = page.getByRole('dialog', { name: 'Edit Academic Report' })
  await form.getByRole('button', { name: /^2025, Term 1/ }).click()
  await expect(form.getByLabel('Teacher Comment')).toHaveValue('A steady term.')
  return form
}
