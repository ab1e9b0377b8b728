import type { Locator, Page } from '@playwright/test'
import { studentMessages } from '#contract/students/students.ts'
import { entryOf, openPanel } from '../support/screen.ts'
import { saveForm } from '../support/forms.ts'
import { pdfFile, picture } from '../support/files/files.ts'
import { expect, test } from '../support/test.ts'

const required = {
  Name: 'Student name cannot be empty',
  Gender: 'Student Gender cannot be empty',
  'Date of Registration': 'Student Date of Registration cannot be empty',
  'Current School': 'Student Current School cannot be empty',
  Background: 'Student Background cannot be empty',
  'Profile Picture': 'Please Select Student Profile Picture for upload',
}

test.beforeEach(async ({ charity, signInAs }) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  await charity.addStudents([{ liaison_id: officer.id, name: 'Mwende Mutua', dob: '2009-03-12' }])
  await signInAs(1, '/dashboard')
})

test('a student is added with picture and certificate @wide', async ({ page, checkWidths }) => {
  const modal = await openAdd(page)
  const registered = dateIn(modal, 'Date of Registration')
  await expect(registered).toHaveAccessibleDescription('Today. Change it if needed.')
  await expect(registered).toHaveValue(/^\d+ \w{3} \d{4}$/)
  await registered.fill('')
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  for (const [label, message] of Object.entries(required))
    await expect(field(modal, label)).toHaveAccessibleDescription(message)
  await expect(modal.getByLabel('Name')).toBeFocused()
  await checkWidths()

  await modal.getByLabel('Name', { exact: true }).fill('Mwende Mutuku')
  await dateIn(modal, 'Date of Birth').fill('12/3/2009')
  const warning = modal.getByText('This child may already be registered')
  await expect(warning).toBeVisible()
  await expect(modal.getByText('Warning: 1 student may be the same child.')).toHaveRole('status')
  for (const text of [
    'Mwende Mutua',
    'Active',
    'EL-0001, Nyando Girls High School',
    'Nearly the same name, born the same day: 12 Mar 2009',
  ])
    await expect(modal.getByText(text, { exact: true })).toBeVisible()
  const open = modal.getByRole('link', { name: 'Open Mwende Mutua, EL-0001' })
  await expect(open).toHaveAttribute('href', /menu=profile&student=1/)
  await expect(open).toHaveAttribute('target', '_blank')
  await checkWidths()
  await modal.getByRole('button', { name: 'Add anyway' }).click()
  await expect(warning).toBeHidden()
  await expect(modal.getByLabel('Category Type')).toBeFocused()

  await fillStudent(modal)
  const father = field(modal, 'Father')
  const unknown = modal.getByRole('checkbox', { name: 'Father not known' })
  await unknown.check()
  await expect(father).toHaveValue('Not known')
  await expect(father).toBeDisabled()
  await unknown.uncheck()
  await expect(father).toHaveValue('Peter Odhiambo (late)')
  await dateIn(modal, 'Date of Registration').fill('2008-01-01')
  await modal.getByLabel('KCPE Score').fill('501')
  await modal.getByLabel('Profile Picture', { exact: true }).setInputFiles(await picture())
  await modal.getByLabel('KCPE Certificate', { exact: true }).setInputFiles({
    ...pdfFile(),
    name: 'kcpe.doc',
  })
  await expect(modal.getByText('Only PDF Allowed')).toBeVisible()
  await modal.getByLabel('KCPE Certificate', { exact: true }).setInputFiles(pdfFile())
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(modal.getByLabel('KCPE Score')).toHaveAccessibleDescription(
    'Student KCPE Score must be a whole number from 0 to 500',
  )
  await modal.getByLabel('KCPE Score').fill('371')
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(modal.getByText(studentMessages.registeredAfterBirth)).toBeVisible()
  await dateIn(modal, 'Date of Registration').fill('16.1.2023')
  await modal.getByRole('button', { name: 'Save and add another' }).click()
  await expect(modal.getByRole('status').filter({ hasText: studentMessages.saved })).toBeVisible()
  await expect(modal.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(modal.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(field(modal, 'Current School')).not.toHaveValue('')
  await expect(modal.getByText(/^Draft/)).toHaveCount(0)
  await page.keyboard.press('Escape')

  const faith = entryOf(page, 'Faith Atieno Odhiambo')
  for (const text of ['EL-0002', 'High School', 'Brian Ochieng', 'Active'])
    await expect(faith).toContainText(text)
  await expectPicture(faith)
  await expect(modal).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add New Student' })).toBeFocused()

  // Before any term has a record, only files can be missing.
  await page.goto('/dashboard?menu=missing')
  await expect(page.getByRole('button', { name: 'Add picture of Mwende Mutua' })).toBeVisible()
})

test('dates are typed day first, or picked @wide', async ({ page, checkAccess }) => {
  const modal = await openAdd(page)
  const born = dateIn(modal, 'Date of Birth')
  await born.fill('12/3/2009')
  await born.press('Tab')
  await expect(born).toHaveValue('12 Mar 2009')
  await born.fill('3/25/2009')
  await born.press('Tab')
  await expect(born).toHaveValue('3/25/2009')
  await expect(born).toHaveAccessibleDescription('Write the date as 12 Mar 2026')
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(born).toHaveAccessibleDescription('Student Date of Birth is not a date')
  await expect(modal.getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  // Back, further down, needs a page of Elimu before this one.
  await openPanel(page, 'Users')
  await openPanel(page, 'Students')
  await page.getByRole('button', { name: 'Add New Student' }).click()
  await expect(born).toHaveValue('3/25/2009')

  await born.fill('2009-03-12')
  await modal.getByRole('button', { name: 'Calendar: Date of Birth' }).click()
  const calendar = page.getByRole('dialog', { name: 'Date of Birth' })
  await expect(calendar.getByRole('button', { name: '12 March 2009' })).toHaveAttribute('data-selected')
  await checkAccess()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(modal.getByRole('button', { name: 'Calendar: Date of Birth' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar).toBeVisible()
  // Back asks as usual, although the calendar is open.
  await page.goBack()
  await page
    .getByRole('dialog', { name: 'Keep the draft?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await expect(modal).toBeVisible()
  if (await calendar.isHidden()) await modal.getByRole('button', { name: 'Calendar: Date of Birth' }).click()
  await calendar.getByRole('button', { name: '12 March 2009' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(born).toHaveValue('19 Mar 2009')
})

test('picture and certificate are replaced @wide', async ({ page, checkAccess }) => {
  const pictureModal = page.getByRole('dialog', { name: 'Edit Profile Picture' })
  const replacePicture = page.getByRole('button', { name: 'Edit picture of Mwende Mutua' })
  await replacePicture.click()
  await expect(pictureModal).toContainText('Current pictureNone yet')
  const drop = pictureModal.getByLabel('Profile Picture', { exact: true })
  await drop.setInputFiles(pdfFile())
  await expect(drop).toHaveAccessibleDescription('Only Images Allowed')
  await checkAccess()
  await drop.setInputFiles(await picture())
  await saveForm(pictureModal, studentMessages.pictureSaved)
  await expectPicture(entryOf(page, 'Mwende Mutua'))
  await expect(pictureModal).toBeHidden()
  await replacePicture.click()
  await expectPicture(pictureModal)
  await page.keyboard.press('Escape')

  const modal = page.getByRole('dialog', { name: 'Edit KCPE Certificate' })
  const replace = page.getByRole('button', { name: 'Edit KCPE certificate of Mwende Mutua' })
  await replace.click()
  await expect(modal).toContainText('Current KCPE certificateNone yet')
  await modal.getByLabel('KCPE Certificate', { exact: true }).setInputFiles(pdfFile())
  await saveForm(modal, studentMessages.certificateSaved)
  await replace.click()
  await expect(modal.getByRole('link', { name: 'View KCPE Certificate' })).toBeVisible()
  await page.goto('/dashboard?menu=profile&student=1&profile=academics')
  const link = page.getByRole('link', { name: 'View KCPE Certificate' })
  await expect(link).toHaveAttribute('target', '_blank')
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
})

test('errors from the server are shown under the field @wide', async ({ page }) => {
  const modal = await openAdd(page)
  await fillStudent(modal)
  await modal.getByLabel('Profile Picture', { exact: true }).setInputFiles(await picture())
  await modal
    .getByLabel('KCPE Certificate', { exact: true })
    .setInputFiles({ ...pdfFile(), buffer: Buffer.from('no PDF at all') })
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(modal.getByLabel('KCPE Certificate', { exact: true })).toHaveAccessibleDescription(
    'Only PDF Allowed',
  )
  await expect(modal.getByLabel('KCPE Certificate', { exact: true })).toBeFocused()
  await expect(modal.getByText('Only PDF Allowed')).toHaveCount(1)
  await expect(modal.getByText('Only PDF Allowed')).toBeInViewport()
  for (const part of [modal.getByRole('heading'), modal.getByRole('button', { name: 'Save', exact: true })])
    await expect(part).toBeInViewport({ ratio: 1 })
  await expect(modal.getByLabel('Name')).toHaveValue('Faith Atieno Odhiambo')
  await expect(modal.getByText('faith.jpg')).toBeVisible()
})

/** The field with a label. The list of a select box has the same label. */
const field = (modal: Locator, label: string) =>
  modal.getByLabel(label, { exact: true }).and(modal.locator('input, select, textarea'))

/** The text box of a date, not the button that opens its calendar. */
const dateIn = (modal: Locator, label: string) => modal.getByRole('textbox', { name: label })

async function openAdd(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add New Student' }).click()
  return page.getByRole('dialog', { name: 'Add New Student' })
}

async function fillStudent(modal: Locator): Promise<void> {
  await modal.getByLabel('Name', { exact: true }).fill('Faith Atieno Odhiambo')
  await modal.getByLabel('Gender').selectOption('Female')
  await dateIn(modal, 'Date of Birth').fill('12/3/2009')
  await dateIn(modal, 'Date of Registration').fill('16 January 2023')
  await modal.getByLabel('Category Type').selectOption('High School')
  await choose(modal, 'Current School', 'Nyando Girls High School')
  await choose(modal, 'Liaison Officer', 'Brian Ochieng')
  const lines = {
    'KCPE Score': '371',
    Ambition: 'Civil engineer',
    'Languages Spoken': 'Dholuo, Kiswahili',
    'Number of Siblings': '3',
    Mother: 'Rose Akinyi',
    Father: 'Peter Odhiambo (late)',
    Guardian: 'Jane Awuor, aunt',
    Background: 'Faith is the second of four children.',
  }
  for (const [label, text] of Object.entries(lines)) await field(modal, label).fill(text)
}

async function choose(modal: Locator, label: string, option: string): Promise<void> {
  const box = modal.getByRole('combobox', { name: label })
  await box.click()
  await modal.page().getByRole('option', { name: option }).click()
  await expect(box).toHaveValue(option)
}

const expectPicture = (entry: Locator) =>
  expect
    .poll(() => entry.locator('img').evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBeGreaterThan(0)
