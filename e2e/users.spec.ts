import { userMessages, USER_DISABLED, USER_NEW } from '#contract/users.ts'
import type { Page } from '@playwright/test'
import { entryOf } from './support/entryOf.ts'
import { expectSaid } from './support/expectSaid.ts'
import { isPhone } from './support/isPhone.ts'
import { linkIn } from './support/linkIn.ts'
import { openNav, openPanel } from './support/nav.ts'
import { stopTime } from './support/stopTime.ts'
import { expect, fillSignIn, test } from './support/test.ts'

const PASSWORD = 'Mwanga&2026'
const GRACE = { first_name: 'Grace', last_name: 'Wanjiru' }

// Forms open and close here as most people see them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('an added user gets a letter, creates a password and signs in @oneWidth', async ({
  page,
  charity,
  signIn,
  newVisitor,
}) => {
  await signIn(await charity.addUser({ role_id: 1 }), page, '/dashboard')
  await openPanel(page, 'Users')
  await page.getByRole('button', { name: 'Add New User' }).click()
  const modal = page.getByRole('dialog', { name: 'Add New User' })
  await fillUser(page, 'Grace', 'Wanjiru', 'Grace@Elimu.test')
  await modal.getByLabel('User role').selectOption('Liaison Officer')

  await page.clock.install()
  await stopTime(page)
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal.getByRole('status')).toHaveText(userMessages.added)
  await expect(modal.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(modal.getByRole('button', { name: 'Clear' })).toBeDisabled()
  await page.clock.runFor(1_900)
  const entry = entryOf(page, 'Grace Wanjiru')
  for (const text of ['grace@elimu.test', 'Liaison Officer', 'New']) await expect(entry).toContainText(text)
  await expect(modal.getByRole('status')).toBeVisible()
  await page.clock.runFor(200)
  await page.clock.resume()
  await expect(modal).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add New User' })).toBeFocused()

  const letter = await charity.mailbox.letterTo('grace@elimu.test')
  expect(letter.subject).toBe('Create Password - Elimu')
  const grace = await newVisitor()
  await grace.goto(linkIn(letter.text))
  await expect(grace.getByText('Welcome, Grace Wanjiru')).toBeVisible()
  await grace.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await grace.getByLabel('Confirm password').fill(PASSWORD)
  await grace.getByRole('button', { name: 'Create Password' }).click()
  await fillSignIn(grace, 'grace@elimu.test', PASSWORD)
  await expect(grace).toHaveURL('/dashboard?menu=students')

  await page.reload()
  await expect(entryOf(page, 'Grace Wanjiru')).toContainText('Active')
})

test('errors of a user are shown under the fields', async ({ page, charity, signIn, checkAccess }) => {
  const admin = await charity.addUser({ role_id: 1 })
  await signIn(admin, page, '/dashboard?menu=users')
  await page.getByRole('button', { name: 'Add New User' }).click()
  const modal = page.getByRole('dialog', { name: 'Add New User' })
  const save = modal.getByRole('button', { name: 'Save' })
  await checkAccess()

  await save.click()
  await expect(modal.getByLabel('First name')).toHaveAccessibleDescription('First name is required')
  await expect(modal.getByLabel('First name')).toBeFocused()
  await expect(modal.getByLabel('Last name')).toHaveAccessibleDescription('Last name is required')
  await expect(modal.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
  await expect(modal.getByLabel('User role')).toHaveAccessibleDescription('Please Select User Type')
  await checkAccess()

  await fillUser(page, 'Grace', 'Wanjiru', admin.email)
  await modal.getByLabel('User role').selectOption('Director')
  await save.click()
  await expect(modal.getByLabel('Email')).toHaveAccessibleDescription('The email has already been taken.')
  await expect(modal.getByLabel('Email')).toBeFocused()
  await expect(modal.getByLabel('First name')).toHaveValue('Grace')
  await expect(save).toBeEnabled()
  await checkAccess()

  await modal.getByRole('button', { name: 'Clear' }).click()
  for (const label of ['First name', 'Last name', 'Email', 'User role']) {
    await expect(modal.getByLabel(label)).toHaveValue('')
    await expect(modal.getByLabel(label)).toHaveAccessibleDescription('')
  }
  await expect(modal.getByRole('alert')).toBeHidden()
})

test('a form asks before it discards input @oneWidth', async ({ page, charity, signIn, checkAccess }) => {
  await signIn(await charity.addUser({ role_id: 1 }), page, '/dashboard')
  await openPanel(page, 'Users')
  const opener = page.getByRole('button', { name: 'Add New User' })
  const modal = page.getByRole('dialog', { name: 'Add New User' })
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await openPanel(page, 'Finance')
  await page.goBack()
  await opener.click()
  await modal.getByLabel('First name').fill('Grace')

  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await checkAccess()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(modal.getByLabel('First name')).toHaveValue('Grace')

  await page.goBack()
  await expect(question).toBeVisible()
  // The page has taken its address back: only then does another Back leave from there.
  await expect(page).toHaveURL('/dashboard?menu=users')
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(modal.getByLabel('First name')).toHaveValue('Grace')
  await page.evaluate(() => history.go(-1))
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(modal).toBeVisible()

  await page.goForward()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()

  await modal.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(modal).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page).toHaveURL('/dashboard?menu=users')

  await opener.click()
  await expect(modal.getByLabel('First name')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(question).toBeHidden()
})

test('an edited user is updated in the list @oneWidth', async ({ page, charity, signIn, checkAccess }) => {
  await signIn(await charity.addUser({ role_id: 1 }), page, '/dashboard')
  await charity.addUser({ role_id: 4, ...GRACE })
  await openPanel(page, 'Users')
  await page.getByRole('button', { name: 'Edit Grace Wanjiru' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit User' })
  await expect(modal.getByLabel('Email')).toHaveValue('grace.wanjiru@elimu.test')
  await expect(modal.getByLabel('User role')).toHaveValue('4')
  await checkAccess()

  await modal.getByLabel('Last name').fill('Njeri')
  await modal.getByLabel('User role').selectOption('Programme Coordinator')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expectSaid(modal, userMessages.updated)
  await expect(entryOf(page, 'Grace Njeri')).toContainText('Programme Coordinator')
  await expect(modal).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit Grace Njeri' })).toBeFocused()
})

test('users who edit themselves see it in the nav, and a changed role applies at once @oneWidth', async ({
  page,
  charity,
  signIn,
}) => {
  const director = await charity.addUser({ role_id: 2, first_name: 'Daniel', last_name: 'Otieno' })
  await signIn(director, page, '/dashboard?menu=users')
  await page.getByRole('button', { name: 'Edit Daniel Otieno' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit User' })
  await modal.getByLabel('First name').fill('Dani')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Hi, Dani Otieno', includeHidden: true })).toBeVisible()
  await expect(modal).toBeHidden()

  await charity.setRole(director, 4)
  await page.getByRole('button', { name: 'Edit Dani Otieno' }).click()
  await modal.getByLabel('First name').fill('Daniel')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/dashboard?menu=students')
  await expect((await openNav(page)).getByRole('link', { name: 'Users' })).toHaveCount(0)
})

test('an error is shown when roles cannot be loaded @oneWidth', async ({ page, charity, signIn, errors }) => {
  await signIn(await charity.addUser({ role_id: 1 }), page, '/dashboard?menu=users')
  await page.route('**/api/getRoles', (route) =>
    route.fulfill({ status: 403, json: { message: 'Not now.' } }),
  )
  await page.getByRole('button', { name: 'Add New User' }).click()
  await expect(page.getByLabel('User role')).toHaveAccessibleDescription('Not now.')
  expect(errors).toEqual([])
})

test('a user is deactivated and activated after a question', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  await signIn(await charity.addUser({ role_id: 1 }), page, '/dashboard')
  await charity.addUser({ role_id: 4, ...GRACE })
  await openPanel(page, 'Users')
  const modal = page.getByRole('dialog', { name: 'Change Status' })

  await page.getByRole('button', { name: 'Deactivate Grace Wanjiru' }).click()
  await expect(modal).toHaveAccessibleDescription('Are You Sure You Want To Deactivate Grace Wanjiru?')
  await checkAccess()
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(modal).toBeHidden()
  await expect(entryOf(page, 'Grace Wanjiru')).toContainText('Active')

  await page.getByRole('button', { name: 'Deactivate Grace Wanjiru' }).click()
  await modal.getByRole('button', { name: 'Deactivate' }).click()
  await expectSaid(modal, userMessages.deactivated)
  await expect(entryOf(page, 'Grace Wanjiru')).toContainText('Disabled')
  await expect(modal).toBeHidden()
  await expect(page.getByRole('button', { name: 'Activate Grace Wanjiru' })).toBeFocused()

  const bar = page.getByRole('region', { name: 'Undo' })
  await expect(bar.getByRole('status')).toHaveText('Deactivated. Grace Wanjiru is signed out.')
  await checkAccess()
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(bar.getByRole('status')).toHaveText('Grace Wanjiru is Active again, and has to sign in again.')
  await expect(entryOf(page, 'Grace Wanjiru')).toContainText('Active')
  await bar.getByRole('button', { name: 'Dismiss' }).click()
  await expect(bar).toBeHidden()
  await page.getByRole('button', { name: 'Deactivate Grace Wanjiru' }).click()
  await modal.getByRole('button', { name: 'Deactivate' }).click()
  await expectSaid(modal, userMessages.deactivated)

  await page.getByRole('button', { name: 'Activate Grace Wanjiru' }).click()
  await expect(modal).toContainText('Are You Sure You Want To Activate Grace Wanjiru?')
  await modal.getByRole('button', { name: 'Activate' }).click()
  await expectSaid(modal, userMessages.activated)
  await expect(entryOf(page, 'Grace Wanjiru')).toContainText('Active')
})

test('a new user is deleted after a question @oneWidth', async ({ page, charity, signIn, checkAccess }) => {
  await signIn(await charity.addUser({ role_id: 1 }), page, '/dashboard')
  await charity.addUser({ role_id: 4, status: USER_NEW, ...GRACE })
  await openPanel(page, 'Users')
  await page.getByRole('button', { name: 'Delete Grace Wanjiru' }).click()
  const modal = page.getByRole('dialog', { name: 'Delete User' })
  await expect(modal).toContainText(
    'Are You Sure You Want To Remove Grace Wanjiru Completely from the System?',
  )
  await checkAccess()
  await modal.getByRole('button', { name: 'Delete' }).click()
  await expectSaid(modal, userMessages.deleted)
  await expect(entryOf(page, 'Grace Wanjiru')).toHaveCount(0)
  await expect(modal).toBeHidden()
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
})

test('a new user can be sent their link again @oneWidth', async ({ page, charity, signIn }) => {
  await signIn(await charity.addUser({ role_id: 1 }), page, '/dashboard')
  const grace = await charity.addUser({ role_id: 4, status: USER_NEW, ...GRACE })
  await openPanel(page, 'Users')
  await page.getByRole('button', { name: 'Edit Grace Wanjiru' }).click()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText(userMessages.linkSent)).toBeVisible()
  await page.goto(linkIn((await charity.mailbox.letterTo(grace.email)).text))
  // A signed-in user has no use for the link and goes to the Dashboard.
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a refused action on a user shows the reason', async ({ page, charity, signIn, checkAccess }) => {
  const admin = await charity.addUser({ role_id: 1 })
  await charity.addUser({ role_id: 4, status: USER_NEW, first_name: 'Tom', last_name: 'Kariuki' })
  await charity.addUser({ role_id: 4, status: USER_DISABLED, first_name: 'Rose', last_name: 'Naliaka' })
  await signIn(admin, page, '/dashboard')
  await openPanel(page, 'Users')
  await checkAccess()

  if (isPhone(page)) {
    await expect(entryOf(page, 'Tom Kariuki')).toContainText('You Cannot Change New User Status')
    await expect(actionsOf(page, 'Tom Kariuki')).toHaveText(['Edit', 'Delete'])
    await expect(actionsOf(page, 'Rose Naliaka')).toHaveText(['Edit', 'Activate'])
    await expect(entryOf(page, admin.name)).toContainText('You Cannot Change Your Own Status')
    await expect(actionsOf(page, admin.name)).toHaveText(['Edit'])
    return
  }
  await expectInert(page, 'Activate Tom Kariuki', 'You Cannot Change New User Status')
  await expectInert(page, 'Delete Rose Naliaka', 'Only New Users can be Deleted')
  await expectInert(page, `Deactivate ${admin.name}`, 'You Cannot Change Your Own Status')
  await expectInert(page, `Delete ${admin.name}`, 'You Cannot Delete Yourself')
})

test('a programme coordinator can change only users whose role id is 4 or more', async ({
  page,
  charity,
  signIn,
}) => {
  const coordinator = await charity.addUser({ role_id: 3, first_name: 'Carol', last_name: 'Atieno' })
  const director = await charity.addUser({ role_id: 2, first_name: 'Daniel', last_name: 'Otieno' })
  await charity.addUser({ role_id: 4, ...GRACE })
  await signIn(coordinator, page, '/dashboard?menu=users')

  for (const { name } of [director, coordinator])
    if (isPhone(page)) {
      await expect(entryOf(page, name)).toContainText('Your Role Cannot Change This User')
      await expect(actionsOf(page, name)).toHaveCount(0)
    } else {
      await expectInert(page, `Edit ${name}`, 'Your Role Cannot Change This User')
    }
  await expect(page.getByRole('button', { name: 'Edit Grace Wanjiru' })).toBeEnabled()
  await expect(page.getByRole('link', { name: 'Letters' })).toBeHidden()

  await page.getByRole('button', { name: 'Add New User' }).click()
  await expect(page.getByLabel('User role').getByRole('option')).toHaveText([
    'Please Select User Type',
    'Liaison Officer',
    'Supporter',
  ])
})

async function fillUser(page: Page, first_name: string, last_name: string, email: string): Promise<void> {
  await page.getByLabel('First name').fill(first_name)
  await page.getByLabel('Last name').fill(last_name)
  await page.getByLabel('Email', { exact: true }).fill(email)
}

const actionsOf = (page: Page, name: string) => entryOf(page, name).getByRole('button')

async function expectInert(page: Page, label: string, reason: string): Promise<void> {
  const icon = page.getByRole('button', { name: `${label}: ${reason}` })
  await expect(icon).toHaveAttribute('aria-disabled', 'true')
  await icon.hover()
  await expect(page.getByRole('tooltip')).toHaveText(reason)
  await icon.click({ force: true })
  await expect(page.getByRole('dialog')).toBeHidden()
}
