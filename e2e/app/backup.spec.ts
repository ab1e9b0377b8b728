import { rename } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { isPhone, openNav } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

const HOUR = 60 * 60_000

test('without a backup location the page says so @wide', async ({ page, signInAs, checkAccess }) => {
  await signInAs(1, '/dashboard')
  await openBackup(page)
  await expect(page.getByRole('heading', { name: 'No copies are made' })).toBeVisible()
  await expect(page.getByText('BACKUP_TO', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back up now' })).toHaveCount(0)
  await checkAccess()
})

test('damaged files are listed with their students and with what to do', async ({
  page,
  charity,
  administrator,
  signIn,
  checkAccess,
}) => {
  const officer = await charity.addUser({ role_id: 4 })
  const [student = 0] = await charity.addStudents([{ name: 'Achieng Otieno', liaison_id: officer.id }])
  await charity.givePictures([student])
  await charity.damageFiles(student)
  await signIn(administrator, '/dashboard?menu=backup')
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('1 stored file is damaged or missing')
  await expect(page.getByRole('heading', { name: 'Damaged files' })).toBeVisible()
  const row = isPhone(page)
    ? page.getByRole('listitem').filter({ hasText: 'Profile picture' })
    : page.getByRole('row', { name: /^Profile picture/ })
  await expect(row).toContainText('Damaged')
  await expect(page.getByText('npm run backup -- --fetch-back', { exact: true })).toBeVisible()
  await checkAccess()
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Achieng Otieno' })).toBeVisible()
})

test.describe('with a backup folder', () => {
  test.use({
    settings: ({ temporaryFolder }, use) => use({ BACKUP_TO: temporaryFolder }),
  })

  test('a backup can be made at once, and a failed one shows the reason @wide', async ({
    page,
    charity,
    settings: { BACKUP_TO = '' },
    administrator,
    signIn,
    checkWidths,
  }) => {
    const officer = await charity.addUser({ role_id: 4 })
    await charity.givePictures(await charity.addStudents([{ liaison_id: officer.id }]))
    await signIn(administrator, '/dashboard')
    await openBackup(page)
    await expect(page.getByRole('heading', { name: 'No copy has been good yet' })).toBeVisible()
    await expect(page.getByText(BACKUP_TO)).toBeVisible()
    await expect(page.getByText('None has been made yet.')).toBeVisible()

    const now = page.getByRole('button', { name: 'Back up now' })
    await now.click()
    const making = page.getByRole('heading', { name: 'A copy is being made' })
    await expect(making).toBeFocused()
    await expect(page.getByText(new RegExp(`^Started by ${administrator.name} at`))).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Copy' })).toBeVisible()
    await expect(now).toHaveCount(0)
    // The backup continues when the user leaves the page.
    await page.goto('/dashboard?menu=users')
    await openBackup(page)
    const good = page.getByRole('heading', {
      name: /^The last copy was made and read back today at \d\d:\d\d$/,
    })
    // A copy gives way to everything else that the machine does.
    await expect(good).toBeVisible({ timeout: 120_000 })
    await expect(making).toHaveCount(0)
    await expect(rows(page)).toHaveText([new RegExp(`Good.*By ${administrator.name}`)])
    await expect(page.getByText('Copies are not encrypted.')).toBeVisible()
    await expect(page.getByText('With the next nightly copy')).toBeVisible()
    await checkWidths()

    await rename(BACKUP_TO, `${BACKUP_TO}-away`)
    await now.click()
    const outcome = page.getByRole('alert')
    await expect(outcome).toHaveText('The last one failed: the folder for copies does not exist.')
    await expect(good).toBeVisible()
    await expect(rows(page)).toHaveText([/Failed.*The folder for copies does not exist/, /Good/])
    await rename(`${BACKUP_TO}-away`, BACKUP_TO)

    charity.step(37 * HOUR)
    await signIn(administrator, '/dashboard?menu=backup')
    await expect(page.getByRole('heading', { name: 'No copy for 37 hours' })).toBeVisible()
    await expect(outcome).toContainText('The last good copy is from')
    await checkWidths()
    await page.getByRole('button', { name: 'What to do' }).click()
    await expect(page.getByRole('heading', { name: 'When a copy fails' })).toBeFocused()
  })
})

const rows = (page: Page) =>
  isPhone(page) ? page.getByRole('main').locator('ul').getByRole('listitem') : page.locator('tbody tr')

async function openBackup(page: Page): Promise<void> {
  const nav = await openNav(page)
  if (isPhone(page)) await nav.getByRole('link', { name: 'System' }).click()
  else {
    await nav.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'System' }).click()
  }
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
}
