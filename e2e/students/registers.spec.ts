import { breachMessages } from '#contract/privacy/breaches.ts'
import { wrongRecipientMessages } from '#contract/privacy/wrongRecipients.ts'
import { saveForm } from '../support/forms.ts'
import { expectRows, expectWork, openMyWork } from '../support/myWork.ts'
import { expect, test } from '../support/test.ts'

const HALIMA = 'Halima Abdi Noor'

test('what reached the wrong supporter becomes a breach, with a clock until everybody is told @wide', async ({
  page,
  charity,
  signIn,
  checkWidths,
}) => {
  const director = await charity.addUser({ role_id: 2, first_name: 'Joseph', last_name: 'Mutiso' })
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  await charity.addUser({ role_id: 5, first_name: 'Ingrid', last_name: 'Solberg' })
  const [id = 0, other = 0] = await charity.addStudents([{ name: HALIMA }, { name: 'Grace Wanjiru' }])
  await charity.addView(other, officer)

  await signIn(director, `/dashboard?menu=profile&student=${id}`)
  await page.getByRole('button', { name: /^More about / }).click()
  await page.getByRole('menuitem', { name: /^Wrong recipient/ }).click()
  const wrong = page.getByRole('dialog', { name: 'Wrong Recipient' })
  await wrong.getByRole('combobox', { name: 'Who received it' }).fill('Ingrid')
  await page.getByRole('option', { name: 'Ingrid Solberg' }).click()
  await wrong.getByLabel('What they got').selectOption('A letter')
  await checkWidths()
  await saveForm(wrong, wrongRecipientMessages.letterWritten, 'Ask to delete')
  const seen = page.getByRole('dialog', { name: 'What They Saw' })
  await expect(seen).toContainText('no record of anything that Ingrid Solberg saw')
  await seen.getByRole('button', { name: 'Note a breach' }).click()

  const note = page.getByRole('dialog', { name: 'Note a Breach' })
  await expect(note.getByText(HALIMA)).toBeVisible()
  await note.getByLabel('Which data').fill('A report card')
  await note.getByRole('button', { name: 'Who could be concerned' }).click()
  await note.getByRole('combobox', { name: 'Through whose account' }).fill('Brian')
  await page.getByRole('option', { name: /^Brian Ochieng/ }).click()
  await expect(note.getByRole('status')).toContainText('1 student found.')
  await checkWidths()
  await note.getByRole('button', { name: 'Add the student' }).click()
  await saveForm(note, breachMessages.saved, 'Save Breach')

  await signIn(director, '/dashboard?menu=students')
  await expectWork(page, 1)
  const work = await openMyWork(page)
  await expectRows(work, 1)
  await expect(work).toContainText(/Tell the commissioner within 7[12] h/)
  await checkWidths()
  await work.getByRole('link', { name: '1 open breach' }).click()
  const breach = page.getByRole('article')
  await expect(breach).toContainText(`Grace Wanjiru, EL-0002; ${HALIMA}, EL-0001`)
  await checkWidths()

  await breach.getByRole('button', { name: 'Letters' }).click()
  const letters = page.getByRole('dialog', { name: 'Letters' })
  await expect(letters.getByRole('article')).toContainText('It concerns 2 children')
  await letters.getByRole('button', { name: 'Families, Kiswahili' }).click()
  await expect(letters.getByRole('article')).toContainText('Mpendwa mzazi au mlezi')
  await checkWidths()
  await page.keyboard.press('Escape')

  await breach.getByRole('button', { name: 'Update' }).click()
  const update = page.getByRole('dialog', { name: 'Update the Breach' })
  await update.getByLabel('Closed').check()
  await update.getByRole('button', { name: 'Save Breach' }).click()
  await expect(update).toContainText(breachMessages.reasonRequired)
  await update.getByLabel('Why somebody is not told').fill('The supporter deleted it unread.')
  await saveForm(update, breachMessages.saved, 'Save Breach')
  await expect(breach).toContainText('Closed')
  await expectWork(page, 0)

  await page.getByRole('button', { name: 'Processing' }).click()
  await expect(page.getByText('Set it under Consents')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
  await checkWidths()
})
