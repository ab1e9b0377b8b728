import { YEARS_OFFERED } from '#contract/lookups.ts'
import type { Page } from '@playwright/test'
import { entryOf, isPhone } from '../support/screen.ts'
import { saveForm } from '../support/forms.ts'
import { PHONE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const thisYear = new Date().getFullYear()

const panels = [
  { menu: 'academics', title: 'Academics', records: 'Academic Reports', widths: '' },
  { menu: 'finance', title: 'Finance', records: 'Finance Reports', widths: ' @wide' },
]

for (const { menu, title, records, widths } of panels)
  test(`${title} lists students and their profiles${widths}`, async ({
    page,
    charity,
    signIn,
    checkAccess,
  }) => {
    const officer = await charity.addUser({ role_id: 4 })
    const [faith] = await charity.addStudents([
      { liaison_id: officer.id },
      { liaison_id: officer.id, name: 'Halima Abdi Noor', status: 2 },
    ])
    await signIn(officer, `/dashboard?menu=${menu}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const view = `View ${records}`
    await expect(page.getByRole('button', { name: /^Add (Year|Term|Class)/ })).toHaveCount(0)
    await expect(entryOf(page, 'Faith Atieno Odhiambo')).toContainText('EL-0001')
    const reason = 'Student is not Active'
    const halima = entryOf(page, 'Halima Abdi Noor')
    await expect(halima.getByRole('button', { name: `${view} of Halima Abdi Noor` })).toBeVisible()
    if (isPhone(page)) {
      await expect(halima).toContainText(reason)
      await expect(halima.getByRole('button')).toHaveCount(1)
    } else {
      await expect(halima).toHaveAttribute('title', reason)
      await expect(
        halima.getByRole('button', { name: `Edit ${records} of Halima Abdi Noor: ${reason}` }),
      ).toBeDisabled()
      await expect(page.getByRole('columnheader')).toHaveText([
        'Image',
        'Ref',
        'Name',
        `Add ${records}`,
        `Edit ${records}`,
        view,
      ])
    }
    await checkAccess()

    await page.getByRole('button', { name: `${view} of Faith Atieno Odhiambo` }).click()
    await expect(page).toHaveURL(`/dashboard?menu=profile&student=${faith}&profile=${menu}`)
  })

test('years, terms and classes are added from Academics', async ({ page, signInAs, checkAccess }) => {
  await signInAs(3, '/dashboard?menu=academics')
  await expect(page.getByRole('button', { name: /^Add / })).toHaveText(['Add Year', 'Add Term', 'Add Class'])
  await page.getByRole('button', { name: 'Add Year' }).click()
  const modal = dialog(page, 'Add Year')
  const year = modal.getByLabel('Year')
  await expect(year.getByRole('option')).toHaveCount(YEARS_OFFERED + 1)
  await expect(year.getByRole('option', { name: `${thisYear} (added already)` })).toBeDisabled()
  await expect(year.getByRole('option').last()).toHaveText(String(thisYear - YEARS_OFFERED + 1))
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(year).toHaveAccessibleDescription('Year cannot be empty')
  await checkAccess()
  await year.selectOption(String(thisYear - 1))
  await save(page, 'Add Year', 'Year saved.')

  await page.getByRole('button', { name: 'Add Year' }).click()
  await expect(year.getByRole('option', { name: `${thisYear - 1} (added already)` })).toBeDisabled()
  await modal.getByRole('button', { name: 'Close' }).click()
  await expect(modal).toBeHidden()

  await page.getByRole('button', { name: 'Add Class' }).click()
  const curriculum = dialog(page, 'Add Class').getByRole('radiogroup', { name: 'Curriculum' })
  await expect(curriculum.getByRole('radio', { name: '8-4-4' })).toBeChecked()
  await dialog(page, 'Add Class').getByLabel('Class').fill('Grade 9')
  await expect(curriculum.getByRole('radio', { name: 'CBE' })).toBeChecked()
  await expect(curriculum).toHaveAccessibleDescription('Levels EE1 to BE2, and no mean')
  await checkAccess()
  await save(page, 'Add Class', 'Class saved.')
})

test('doubtful curricula are confirmed @wide', async ({ page, signInAs, checkAccess }) => {
  await signInAs(1, '/dashboard?menu=academics')
  for (const name of ['Grade 7', 'Grade 8']) {
    await page.getByRole('button', { name: 'Add Class' }).click()
    await dialog(page, 'Add Class').getByLabel('Class').fill(name)
    await dialog(page, 'Add Class').getByRole('radio', { name: '8-4-4' }).check()
    await save(page, 'Add Class', 'Class saved.')
  }
  const notice = page.getByRole('status').filter({ hasText: 'is 8-4-4. Its name suggests CBE' })
  await expect(notice).toHaveCount(2)
  await checkAccess()
  await page.setViewportSize(PHONE)
  const words = notice.first().getByText('The class Grade')
  await expect.poll(async () => (await words.boundingBox())?.width).toBeGreaterThan(250)
  await notice.first().getByRole('button', { name: 'Make it CBE' }).click()
  await expect(notice).toHaveCount(1)
  await expect(notice).toContainText('The class Grade 8 is 8-4-4.')
  await notice.getByRole('button', { name: 'Leave it 8-4-4' }).click()
  await expect(notice).toHaveCount(0)
})

async function save(page: Page, name: string, message: string): Promise<void> {
  const modal = dialog(page, name)
  await saveForm(modal, message)
  await expect(page.getByRole('button', { name })).toBeFocused()
}
