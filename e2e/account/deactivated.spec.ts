import { entryOf, openPanel } from '../support/screen.ts'
import { expect, fillSignIn, test } from '../support/test.ts'

test('a deactivated user is signed out by the next save @wide', async ({
  page,
  charity,
  signIn,
  signInAs,
  newVisitor,
}) => {
  const grace = await charity.addUser({ role_id: 2, first_name: 'Grace', last_name: 'Wanjiru' })
  const admin = await newVisitor()
  await signIn(grace, '/dashboard')
  await openPanel(page, 'Users')
  await page.getByRole('button', { name: `Edit ${grace.name}` }).click()
  await page.getByLabel('Last name').fill('Njeri')

  await signInAs(1, '/dashboard', admin)
  await openPanel(admin, 'Users')
  await admin.getByRole('button', { name: `Deactivate ${grace.name}` }).click()
  const modal = admin.getByRole('dialog', { name: 'Change Status' })
  await modal.getByRole('button', { name: 'Deactivate' }).click()
  await expect(modal).toBeHidden()

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText(
    'Your session has ended. Sign in to continue where you were.',
  )
  await expect(page.getByRole('dialog')).toBeHidden()
  await fillSignIn(page, grace.email)
  await expect(page.getByRole('alert')).toHaveText('You Have Been Disabled. Contact Tech Support')

  await admin.getByRole('button', { name: `Activate ${grace.name}` }).click()
  await modal.getByRole('button', { name: 'Activate' }).click()
  await expect(entryOf(admin, grace.name)).toContainText('Active')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard?menu=users')
  await expect(page.getByRole('button', { name: `Edit ${grace.name}` })).toBeVisible()
})
