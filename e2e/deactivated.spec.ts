import { entryOf } from './support/entryOf.ts'
import { openPanel } from './support/nav.ts'
import { expect, fillSignIn, test } from './support/test.ts'

const DISABLED = 'You Have Been Disabled. Contact Tech Support'

test('a user who is deactivated while signed in is sent to Login by their next action @oneWidth', async ({
  page,
  charity,
  signIn,
  newVisitor,
  checkAccess,
}) => {
  const grace = await charity.addUser({ role_id: 3, first_name: 'Grace', last_name: 'Wanjiru' })
  const admin = await newVisitor()
  await signIn(grace, page, '/dashboard')
  await openPanel(page, 'Students')

  await signIn(await charity.addUser({ role_id: 1 }), admin, '/dashboard')
  await openPanel(admin, 'Users')
  await admin.getByRole('button', { name: `Deactivate ${grace.name}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(entryOf(admin, grace.name)).toContainText('Disabled')

  await page.goto('/dashboard?menu=users')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText(grace.email)).toBeHidden()

  await fillSignIn(page, grace.email)
  await expect(page.getByRole('alert')).toHaveText(DISABLED)
  await checkAccess()
})

test('a deactivated user cannot save, and can continue after being activated again @oneWidth', async ({
  page,
  charity,
  signIn,
  newVisitor,
}) => {
  const grace = await charity.addUser({ role_id: 2, first_name: 'Grace', last_name: 'Wanjiru' })
  const admin = await newVisitor()
  await signIn(grace, page, '/dashboard')
  await openPanel(page, 'Users')
  await page.getByRole('button', { name: `Edit ${grace.name}` }).click()
  await page.getByLabel('Last name').fill('Njeri')

  await signIn(await charity.addUser({ role_id: 1 }), admin, '/dashboard')
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
  await expect(page.getByRole('alert')).toHaveText(DISABLED)

  await admin.getByRole('button', { name: `Activate ${grace.name}` }).click()
  await modal.getByRole('button', { name: 'Activate' }).click()
  await expect(entryOf(admin, grace.name)).toContainText('Active')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard?menu=users')
  await expect(page.getByRole('button', { name: `Edit ${grace.name}` })).toBeVisible()
})
