import { studentMessages } from '#contract/students/students.ts'
import type { Page } from '@playwright/test'
import { FAITH } from '../support/academics.ts'
import { saveForm } from '../support/forms.ts'
import { expect, test } from '../support/test.ts'

test('the second of two editors accepts the other values @wide', async ({
  page,
  charity,
  signIn,
  signInAs,
  newVisitor,
  checkWidths,
}) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const [id] = await charity.addStudents([{ liaison_id: officer.id, name: FAITH, dob: '2009-03-12' }])
  await signInAs(1, '/dashboard')
  await charity.addSchool('Alliance High School')
  const mine = await openEdit(page)
  await mine.getByLabel('Mother', { exact: true }).fill('Rose Akinyi Odhiambo')
  await mine.getByLabel('Ambition').fill('Doctor')

  const brian = await newVisitor()
  await signIn(officer, '/dashboard', brian)
  const theirs = await openEdit(brian)
  await theirs.getByLabel('Ambition').fill('Pilot')
  await theirs.getByRole('textbox', { name: 'Date of Birth' }).fill('5/5/2009')
  await theirs.getByRole('combobox', { name: 'Current School' }).click()
  await brian.getByRole('option', { name: 'Alliance High School' }).click()
  await saveForm(theirs, studentMessages.saved)

  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByRole('alert')).toHaveText(
    'Brian Ochieng changed this student while you were typing.',
  )
  const conflict = mine.getByRole('region', { name: 'Changes by others' })
  await expect(conflict).toBeInViewport()
  for (const change of [
    /Ambition.*Civil engineer.*Pilot/,
    /Date of Birth.*12 Mar 2009.*5 May 2009/,
    /Current School.*Nyando Girls High School.*Alliance High School/,
  ])
    await expect(conflict).toContainText(change)
  await expect(mine.getByLabel('Ambition')).toHaveValue('Doctor')
  await checkWidths()
  await expect(conflict).toBeInViewport()

  await conflict.getByRole('button', { name: 'Use their changes' }).click()
  await expect(conflict).toBeHidden()
  await expect(mine.getByRole('button', { name: 'Save' })).toBeFocused()
  await expect(mine.getByLabel('Ambition')).toHaveValue('Pilot')
  await expect(mine.getByRole('textbox', { name: 'Date of Birth' })).toHaveValue('5 May 2009')
  await expect(mine.getByRole('combobox', { name: 'Current School' })).toHaveValue('Alliance High School')
  await saveForm(mine, studentMessages.saved)
  await page.goto(`/dashboard?menu=profile&student=${id}&profile=academics`)
  for (const fact of ['Pilot', 'Rose Akinyi Odhiambo'])
    await expect(page.getByRole('article')).toContainText(fact)
})

async function openEdit(page: Page) {
  await page.getByRole('button', { name: `Edit ${FAITH}` }).click()
  const modal = page.getByRole('dialog', { name: 'Edit Student Data' })
  await expect(modal.getByLabel('Ambition')).toHaveValue('Civil engineer')
  return modal
}
