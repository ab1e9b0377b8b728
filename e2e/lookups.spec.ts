import { YEARS_OFFERED } from '#contract/lookups.ts'
import type { Page } from '@playwright/test'
import { openHeadMenu } from './support/headMenu.ts'
import { entryOf } from './support/entryOf.ts'
import { expectSaid } from './support/expectSaid.ts'
import { isPhone } from './support/isPhone.ts'
import { PHONE } from './support/sizes.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const thisYear = new Date().getFullYear()

const panels = [
  { menu: 'academics', title: 'Academics', records: 'Academic Reports' },
  { menu: 'finance', title: 'Finance', records: 'Finance Reports' },
]

for (const { menu, title, records } of panels)
  test(`${title} lists the students and leads to their profile`, async ({
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
    await signIn(officer)
    await page.goto(`/dashboard?menu=${menu}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const view = `View ${records}`
    await expect(page.getByRole('button', { name: /^Add (Year|Term|Class)/ })).toHaveCount(0)
    await expect(entryOf(page, 'Faith Atieno Odhiambo')).toContainText('EL-0001')
    await expectInactive(page, 'Halima Abdi Noor')
    if (!isPhone(page))
      await expect(page.getByRole('columnheader')).toHaveText([
        'Image',
        'Ref',
        'Name',
        `Add ${records}`,
        `Edit ${records}`,
        view,
      ])
    await checkAccess()

    const eye = page.getByRole('button', { name: `${view} of Faith Atieno Odhiambo` })
    await eye.click()
    await expect(page).toHaveURL(`/dashboard?menu=profile&student=${faith}&profile=${menu}`)
    await page.goBack()
    await page.getByRole('button', { name: `${view} of Halima Abdi Noor` }).click()
    await expect(page).toHaveURL(/menu=profile&student=\d+&profile=/)
    await page.goBack()

    await page.getByRole('searchbox', { name: 'Search by name or ref' }).fill('el-0002')
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
    await expect(entryOf(page, 'Halima Abdi Noor')).toBeVisible()
  })

test('years, terms and classes are added from Academics', async ({ page, charity, signIn, checkAccess }) => {
  await signIn(await charity.addUser({ role_id: 3 }), page, '/dashboard?menu=academics')
  await openHeadMenu(page)
  await expect(page.getByRole('button', { name: /^Add / })).toHaveText(['Add Year', 'Add Term', 'Add Class'])
  await checkAccess()
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

  await openHeadMenu(page)
  await page.getByRole('button', { name: 'Add Year' }).click()
  await expect(year.getByRole('option', { name: `${thisYear - 1} (added already)` })).toBeDisabled()
  await modal.getByRole('button', { name: 'Close' }).click()
  await expect(modal).toBeHidden()

  await openHeadMenu(page)
  await page.getByRole('button', { name: 'Add Class' }).click()
  const curriculum = dialog(page, 'Add Class').getByRole('radiogroup', { name: 'Curriculum' })
  await expect(curriculum.getByRole('radio', { name: '8-4-4' })).toBeChecked()
  await dialog(page, 'Add Class').getByLabel('Class').fill('Grade 9')
  await expect(curriculum.getByRole('radio', { name: 'CBE' })).toBeChecked()
  await expect(curriculum).toHaveAccessibleDescription('Levels EE1 to BE2, and no mean')
  await checkAccess()
  await save(page, 'Add Class', 'Class saved.')
})

test('an administrator confirms classes whose names suggest another curriculum @oneWidth', async ({
  page,
  administrator,
  signIn,
  checkAccess,
}) => {
  await signIn(administrator, page, '/dashboard?menu=academics')
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
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Academics' })).toBeVisible()
  await openHeadMenu(page)
  await page.getByRole('button', { name: 'Add Class' }).click()
  await expect(dialog(page, 'Add Class')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('a term that exists already is refused under its field, from Finance @oneWidth', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  await signIn(await charity.addUser({ role_id: 1 }), page, '/dashboard?menu=finance')
  await page.getByRole('button', { name: 'Add Term' }).click()
  const modal = dialog(page, 'Add Term')
  await modal.getByLabel('Term').fill('term  2')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal.getByLabel('Term')).toHaveAccessibleDescription('This term exists already')
  await expect(modal.getByLabel('Term')).toBeFocused()
  await checkAccess()
  await modal.getByLabel('Term').fill('Term 4')
  await save(page, 'Add Term', 'Term saved.')
})

async function save(page: Page, name: string, message: string): Promise<void> {
  const modal = dialog(page, name)
  await modal.getByRole('button', { name: 'Save' }).click()
  await expectSaid(modal, message)
  await expect(modal).toBeHidden()
  const opener = isPhone(page) ? 'More for Academics' : name
  await expect(page.getByRole('button', { name: opener })).toBeFocused()
}

async function expectInactive(page: Page, name: string): Promise<void> {
  const reason = 'Student is not Active'
  if (isPhone(page)) await expect(entryOf(page, name)).toContainText(reason)
  else await expect(entryOf(page, name)).toHaveAttribute('title', reason)
}
