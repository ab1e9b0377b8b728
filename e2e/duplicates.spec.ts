import { entries } from './support/entryOf.ts'
import { misfits } from './support/misfits.ts'
import { expect, test } from './support/test.ts'

test('possible duplicates are looked through side by side', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const officer = await charity.addUser({ role_id: 4 })
  const own = { liaison_id: officer.id }
  const [faith = 0] = await charity.addStudents([
    { ...own, name: 'Faith Atieno Odhiambo' },
    { ...own, name: 'Kevin Otieno Ouma' },
    { ...own, name: 'Atieno Faith', status: 2 },
    { ...own, name: 'Kevin Otieno' },
  ])
  await charity.givePictures([faith])
  await signIn(await charity.addUser({ role_id: 3 }), page, '/dashboard')
  await expect(page.getByText(/^Showing 1 to 4/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Possible duplicates' })).toHaveCount(0)

  await signIn(await charity.addUser({ role_id: 2 }), page, '/dashboard')
  await page.getByRole('link', { name: 'Possible duplicates' }).click()
  await expect(page).toHaveURL('/dashboard?menu=duplicates')
  await expect(entries(page)).toHaveText([
    /Faith Atieno Odhiambo\s*Active\s*EL-0001, Nyando Girls High School\s*Born 12 Mar 2009.*Atieno Faith\s*Withdrawn/,
    /Kevin Otieno/,
  ])
  await expect(entries(page).first().locator('img')).toHaveCount(1)
  await expect.poll(() => misfits(page)).toEqual([])
  await checkAccess()
  await page.getByRole('searchbox').fill('EL-0004')
  await expect(entries(page)).toHaveText([/Kevin Otieno Ouma/])
  await expect(page).toHaveURL('/dashboard?menu=duplicates&search=EL-0004')
  await page.getByRole('link', { name: 'Kevin Otieno Ouma' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kevin Otieno Ouma' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect(page).toHaveURL('/dashboard?menu=duplicates&search=EL-0004')
  await page.getByRole('link', { name: 'Back to Students' }).click()
  await expect(page).toHaveURL('/dashboard?menu=students')
})
