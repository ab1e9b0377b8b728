import { CONFIRMED_MINUTES } from '#contract/account.ts'
import { erasureMessages } from '#contract/rights/erasure.ts'
import { PASSWORD } from '../server/testing/users.ts'
import { saveForm } from './support/forms.ts'
import { entries, entryOf } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const HALIMA = 'Halima Abdi Noor'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test('the record of a student who left is anonymised, after a wait that can be cancelled @wide', async ({
  page,
  charity,
  signIn,
  administrator,
  signInAs,
  checkWidths,
}) => {
  const [id = 0] = await charity.addStudents([
    { name: HALIMA, status: 3, mother: 'Fatuma Noor', liaison_id: administrator.id },
  ])
  await charity.addReportCards([{ student_id: id }])
  await charity.addReceipts([{ student_id: id }])
  const profile = `/dashboard?menu=profile&student=${id}`
  await signIn(administrator, profile)
  const start = async () => {
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Anonymise/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Anonymise the Record' })
    const button = dialog.getByRole('button', { name: /^Anonymise on \d/ })
    await expect(button).toBeDisabled()
    await dialog.getByLabel('Type EL-0001 to confirm').fill('el-0001')
    return { dialog, button }
  }
  const first = await start()
  await expect(first.dialog).toContainText('this gender, year of birth and cluster')
  await first.dialog.getByLabel('Remove the gender too').check()
  await checkWidths()
  charity.step((CONFIRMED_MINUTES + 1) * MINUTE)
  await first.button.click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  const banner = page.getByRole('main').getByText(/^This record will be anonymised on \d/)
  await expect(banner).toBeVisible()
  await page.clock.fastForward(2_000)
  await expect(first.dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Record Consent' })).toBeHidden()
  await checkWidths()

  await signInAs(2, profile)
  await page.getByRole('button', { name: `Cancel anonymising ${HALIMA}` }).click()
  await expect(page.getByText(erasureMessages.cancelled)).toBeVisible()
  await expect(banner).toBeHidden()

  await signIn(administrator, profile)
  const second = await start()
  await second.button.click()
  await expect(banner).toBeVisible()
  charity.step(8 * DAY)
  await charity.finishErasures()
  await signIn(administrator, profile)
  await expect(page.getByRole('heading', { level: 1, name: 'Anonymised student' })).toBeVisible()
  await expect(page.getByText(/^Names, texts, files and letters were removed on \d/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Academic Progress' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Financial Statements' })).toBeVisible()
  for (const gone of ['Student Background', 'Consent', 'Annual Documents'])
    await expect(page.getByRole('heading', { name: gone, exact: true })).toBeHidden()
  await expect(page.getByRole('main')).not.toContainText(/Halima|Noor|EL-0001/)
  await checkWidths()
})

test('an administrator sets how long records stay, and sees who left before @wide', async ({
  page,
  charity,
  administrator,
  signInAs,
  checkWidths,
}) => {
  const [id = 0] = await charity.addStudents([
    { name: HALIMA, status: 3, liaison_id: administrator.id },
    { name: 'Grace Wanjiru', liaison_id: administrator.id },
  ])
  await charity.addReportCards([{ student_id: id, year: '2019' }])
  await signInAs(1, '/dashboard?menu=retention')
  await expect(page.getByRole('heading', { name: 'No period is set' })).toBeVisible()
  await checkWidths()
  await page.getByRole('button', { name: 'Set a period' }).click()
  const form = page.getByRole('dialog', { name: 'How Long Records Stay' })
  await form.getByLabel('Years after a student has left').selectOption('5 years')
  await saveForm(form, erasureMessages.periodSaved)
  await expect(page.getByRole('heading', { name: '1 student left more than 5 years ago' })).toBeVisible()
  await expect(entries(page)).toHaveCount(1)
  await checkWidths()
  await page.getByRole('button', { name: `Anonymise the record of ${HALIMA}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Anonymise the Record' })
  await dialog.getByLabel('Type EL-0001 to confirm').fill('EL-0001')
  await dialog.getByRole('button', { name: /^Anonymise on \d/ }).click()
  await expect(entryOf(page, HALIMA)).toContainText('Waiting until')
  await page.clock.fastForward(2_000)
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: `Cancel anonymising ${HALIMA}` }).click()
  await expect(entryOf(page, HALIMA)).not.toContainText('Waiting until')
  await signInAs(2, '/dashboard?menu=retention')
  await expect(entries(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Change' })).toBeHidden()
  await expect(page.getByRole('button', { name: `Anonymise the record of ${HALIMA}` })).toBeHidden()
})
