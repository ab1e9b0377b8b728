import { studentMessages } from '#contract/students/students.ts'
import { saveForm } from '../support/forms.ts'
import { openHeadMenu } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test('possible duplicates are compared and answered @wide', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  const officer = await charity.addUser({ role_id: 4 })
  const own = { liaison_id: officer.id, dob: '2009-03-12' }
  const [picturedId = 0] = await charity.addStudents([
    { ...own, name: 'Faith Atieno Odhiambo' },
    { ...own, name: 'Kevin Otieno Ouma' },
    { ...own, name: 'Atieno Faith', status: 2 },
    { ...own, name: 'Kevin Otieno' },
  ])
  await charity.givePictures([picturedId])
  await signInAs(3, '/dashboard')
  await expect(page.getByText(/^Showing 1 to 4/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Possible duplicates' })).toHaveCount(0)

  await signInAs(2, '/dashboard')
  await openHeadMenu(page)
  await expect(page.getByRole('link', { name: 'Possible duplicates 2' })).toBeVisible()
  await page.getByRole('link', { name: 'Possible duplicates' }).click()
  await expect(page).toHaveURL('/dashboard?menu=duplicates')
  const pairs = page.getByRole('article')
  const faith = pairs.filter({ hasText: 'Faith Atieno' })
  await expect(pairs).toHaveText([
    /Faith Atieno Odhiambo EL-0001 and Atieno Faith EL-0003\s*Name differs/,
    /Kevin Otieno/,
  ])
  await faith.getByRole('button', { name: 'Compare' }).click()
  const comparison = faith.getByRole('table')
  await expect(comparison).toContainText(/Name differs\s*Faith Atieno Odhiambo\s*Atieno Faith/)
  await expect(comparison).toContainText(/Date of Birth\s*12 Mar 2009\s*12 Mar 2009/)
  await expect(comparison.getByText('Withdrawn')).toBeVisible()
  await expect(comparison.locator('img')).toHaveCount(1)
  await checkWidths()

  // Not the same child: the pair is gone, until the answer is taken back.
  await faith.getByRole('button', { name: 'Not the same child' }).click()
  const said = page.getByRole('status').filter({ hasText: 'Elimu will not ask again.' })
  await expect(said).toContainText(
    'Not the same child: Faith Atieno Odhiambo EL-0001 and Atieno Faith EL-0003.',
  )
  await expect(pairs).toHaveText([/Kevin Otieno/])
  await said.getByRole('button', { name: 'Undo' }).click()
  await expect(pairs).toHaveCount(2)
  await faith.getByRole('button', { name: 'Not the same child' }).click()
  await page.getByRole('button', { name: 'Not the same child 1' }).click()
  await expect(page).toHaveURL('/dashboard?menu=duplicates&answer=different')
  await expect(pairs).toHaveText([/Atieno Faith.*\d{4}, \d\d:\d\d/])
  await page.getByRole('button', { name: 'To answer 1' }).click()

  // Same child: one record is closed with the answer, and opened again with Undo.
  const kevin = pairs.filter({ hasText: 'Kevin' })
  const same = kevin.getByRole('button', { name: 'Same child', exact: true })
  await same.click()
  await same.click()
  await expect(kevin.getByRole('radio')).toHaveCount(0)
  await same.click()
  await kevin.getByRole('button', { name: 'Cancel' }).click()
  await expect(same).toBeFocused()
  await same.click()
  await expect(kevin.getByRole('radio', { name: 'EL-0002' })).toBeChecked()
  await expect(kevin.getByLabel('Reason, for the history')).toHaveValue(
    'Registered twice. The record in use is EL-0002.',
  )
  await checkWidths()
  await kevin.getByRole('radio', { name: 'EL-0004' }).check()
  // Saving the form of one record answers nothing about the pair.
  await kevin.getByRole('button', { name: 'Edit EL-0004' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Student Data' })
  await edit.getByLabel('Ambition').fill('Pilot')
  await saveForm(edit, studentMessages.saved)
  await expect(kevin.getByRole('radio', { name: 'EL-0004' })).toBeChecked()
  await kevin.getByRole('button', { name: 'Set EL-0002 to Discontinued' }).click()
  const closed = page.getByRole('status').filter({ hasText: 'EL-0002 is Discontinued.' })
  await expect(closed).toContainText('Same child: Kevin Otieno Ouma EL-0002 and Kevin Otieno EL-0004.')
  await expect(page.getByText('No possible duplicates yet')).toBeVisible()
  await closed.getByRole('button', { name: 'Undo' }).click()
  await expect(pairs).toHaveText([/Kevin/])
  await kevin.getByRole('button', { name: 'Compare' }).click()
  await expect(kevin.getByText('Active', { exact: true })).toHaveCount(2)

  await page.getByRole('searchbox').fill('EL-0004')
  await expect(page).toHaveURL('/dashboard?menu=duplicates&search=EL-0004')
  await page.getByRole('link', { name: 'Kevin Otieno Ouma' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kevin Otieno Ouma' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect(page).toHaveURL('/dashboard?menu=duplicates&search=EL-0004')
  await page.getByRole('link', { name: 'Back to Students' }).click()
  await expect(page).toHaveURL('/dashboard?menu=students')
})
