import { userMessages, USER_NEW } from '#contract/users.ts'
import type { Page, Route } from '@playwright/test'
import { entryOf, openNav, openPanel, openHeadMenu } from '../support/screen.ts'
import { saveForm } from '../support/forms.ts'
import { linkIn } from '../support/linkIn.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { stopTime } from '../support/stopTime.ts'
import { expect, fillSignIn, test } from '../support/test.ts'

const PASSWORD = 'Mwanga&2026'
const GRACE = { first_name: 'Grace', last_name: 'Wanjiru' }

// Forms open and close here as most people see them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('an added user gets a letter and signs in @wide', async ({ page, charity, signInAs, newVisitor }) => {
  await signInAs(1, '/dashboard')
  await openPanel(page, 'Users')
  await page.getByRole('button', { name: 'Add New User' }).click()
  const modal = page.getByRole('dialog', { name: 'Add New User' })
  await fillUser(page, 'Grace', 'Wanjiru', 'Grace@Elimu.test')
  await modal.getByLabel('User role').selectOption('Liaison Officer')

  await page.clock.install()
  await stopTime(page)
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(modal.getByRole('status')).toHaveText(userMessages.added)
  await expect(modal.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
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

test('errors of a user are shown under the fields @wide', async ({ page, charity, signIn, checkAccess }) => {
  const admin = await charity.addUser({ role_id: 1 })
  await signIn(admin, '/dashboard?menu=users')
  await page.getByRole('button', { name: 'Add New User' }).click()
  const modal = page.getByRole('dialog', { name: 'Add New User' })
  const save = modal.getByRole('button', { name: 'Save', exact: true })
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

  await modal.getByRole('button', { name: 'Clear' }).click()
  await expect(modal.getByLabel('Email')).toHaveValue('')
  await expect(modal.getByLabel('Email')).toHaveAccessibleDescription('')
  await expect(modal.getByRole('alert')).toBeHidden()
})

test('a form asks before it discards input @wide', async ({ page, signInAs, checkAccess }) => {
  await signInAs(1, '/dashboard')
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

test('a new user is edited, reminded and deleted @wide', async ({ page, charity, signInAs }) => {
  await signInAs(1, '/dashboard')
  const grace = await charity.addUser({ role_id: 4, status: USER_NEW, ...GRACE })
  await openPanel(page, 'Users')
  // An error is shown when roles cannot be loaded.
  const refuse = (route: Route) => route.fulfill({ status: 403, json: { message: 'Not now.' } })
  await page.route('**/api/getRoles', refuse)
  await page.getByRole('button', { name: 'Add New User' }).click()
  await expect(page.getByLabel('User role')).toHaveAccessibleDescription('Not now.')
  await page.keyboard.press('Escape')
  await page.unroute('**/api/getRoles', refuse)

  await page.getByRole('button', { name: 'Edit Grace Wanjiru' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit User' })
  await expect(modal.getByLabel('Email')).toHaveValue('grace.wanjiru@elimu.test')
  await expect(modal.getByLabel('User role')).toHaveValue('4')
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText(userMessages.linkSent)).toBeVisible()
  linkIn((await charity.mailbox.letterTo(grace.email)).text)
  await modal.getByLabel('Last name').fill('Njeri')
  await modal.getByLabel('User role').selectOption('Programme Coordinator')
  await saveForm(modal, userMessages.updated)
  await expect(entryOf(page, 'Grace Njeri')).toContainText('Programme Coordinator')
  await expect(page.getByRole('button', { name: 'Edit Grace Njeri' })).toBeFocused()

  await page.getByRole('button', { name: 'Delete Grace Njeri' }).click()
  const question = page.getByRole('dialog', { name: 'Delete User' })
  await expect(question).toContainText(
    'Are You Sure You Want To Remove Grace Njeri Completely from the System?',
  )
  await saveForm(question, userMessages.deleted, 'Delete')
  await expect(entryOf(page, 'Grace Njeri')).toHaveCount(0)
})

test('a changed role applies at once to its user @wide', async ({ page, charity, signIn }) => {
  const director = await charity.addUser({ role_id: 2, first_name: 'Daniel', last_name: 'Otieno' })
  await signIn(director, '/dashboard?menu=users')
  const modal = page.getByRole('dialog', { name: 'Edit User' })
  const rename = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Edit ${from} Otieno` }).click()
    await modal.getByLabel('First name').fill(to)
    await modal.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await rename('Daniel', 'Dani')
  await expect(page.getByRole('button', { name: 'Hi, Dani Otieno', includeHidden: true })).toBeVisible()
  await expect(modal).toBeHidden()
  await charity.setRole(director, 4)
  await rename('Dani', 'Daniel')
  await expect(page).toHaveURL('/dashboard?menu=students')
  await expect((await openNav(page)).getByRole('link', { name: 'Users' })).toHaveCount(0)
})

test('a user is deactivated and activated @wide', async ({ page, charity, signIn, checkWidths }) => {
  const admin = await charity.addUser({ role_id: 1 })
  await charity.addUser({ role_id: 4, ...GRACE })
  await charity.addUser({ role_id: 4, status: USER_NEW, first_name: 'Tom', last_name: 'Kariuki' })
  await signIn(admin, '/dashboard?menu=users')
  await expect(entryOf(page, 'Tom Kariuki')).toBeVisible()
  await checkWidths()
  await expectInert(page, 'Activate Tom Kariuki', 'You Cannot Change New User Status')
  await expectInert(page, `Delete ${admin.name}`, 'You Cannot Delete Yourself')
  await page.setViewportSize(PHONE)
  await expect(entryOf(page, 'Tom Kariuki')).toContainText('You Cannot Change New User Status')
  await expect(actionsOf(page, 'Tom Kariuki')).toHaveText(['Edit', 'Delete'])
  await expect(entryOf(page, admin.name)).toContainText('You Cannot Change Your Own Status')
  await expect(actionsOf(page, admin.name)).toHaveText(['Edit'])
  await page.setViewportSize(WIDE)
  const modal = page.getByRole('dialog', { name: 'Change Status' })

  await page.getByRole('button', { name: 'Deactivate Grace Wanjiru' }).click()
  await expect(modal).toHaveAccessibleDescription('Are You Sure You Want To Deactivate Grace Wanjiru?')
  await checkWidths()
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(modal).toBeHidden()
  await expect(entryOf(page, 'Grace Wanjiru')).toContainText('Active')

  await page.getByRole('button', { name: 'Deactivate Grace Wanjiru' }).click()
  await saveForm(modal, userMessages.deactivated, 'Deactivate')
  await expect(entryOf(page, 'Grace Wanjiru')).toContainText('Disabled')
  await expect(page.getByRole('button', { name: 'Activate Grace Wanjiru' })).toBeFocused()

  const bar = page.getByRole('region', { name: 'Undo' })
  await expect(bar.getByRole('status')).toHaveText('Deactivated. Grace Wanjiru is signed out.')
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(bar.getByRole('status')).toHaveText('Grace Wanjiru is Active again, and has to sign in again.')
  await expect(entryOf(page, 'Grace Wanjiru')).toContainText('Active')
  await bar.getByRole('button', { name: 'Dismiss' }).click()
  await expect(bar).toBeHidden()
  await page.getByRole('button', { name: 'Deactivate Grace Wanjiru' }).click()
  await saveForm(modal, userMessages.deactivated, 'Deactivate')

  await page.getByRole('button', { name: 'Activate Grace Wanjiru' }).click()
  await expect(modal).toContainText('Are You Sure You Want To Activate Grace Wanjiru?')
  await saveForm(modal, userMessages.activated, 'Activate')
  await expect(entryOf(page, 'Grace Wanjiru')).toContainText('Active')
})

test('a coordinator changes only users of roles 4 and 5 @wide', async ({ page, charity, signIn }) => {
  const coordinator = await charity.addUser({ role_id: 3, first_name: 'Carol', last_name: 'Atieno' })
  const director = await charity.addUser({ role_id: 2, first_name: 'Daniel', last_name: 'Otieno' })
  await charity.addUser({ role_id: 4, ...GRACE })
  await signIn(coordinator, '/dashboard?menu=users')

  for (const { name } of [director, coordinator])
    await expectInert(page, `Edit ${name}`, 'Your Role Cannot Change This User')
  await expect(page.getByRole('button', { name: 'Edit Grace Wanjiru' })).toBeEnabled()

  await page.getByRole('button', { name: 'Add New User' }).click()
  await expect(page.getByLabel('User role').getByRole('option')).toHaveText([
    'Please Select User Type',
    'Liaison Officer',
    'Supporter',
  ])
  await page.keyboard.press('Escape')
  await openHeadMenu(page)
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeFocused()
  await expect(page.getByRole('link', { name: /^Import/ })).toHaveCount(0)
  await page.goto('/dashboard?menu=import&what=supporters')
  await expect(page.getByText('Staff and supporters: a director imports them')).toBeVisible()
})

async function fillUser(page: Page, first_name: string, last_name: string, email: string): Promise<void> {
  await page.getByLabel('First name').fill(first_name)
  await page.getByLabel('Last name').fill(last_name)
  await page.getByLabel('Email', { exact: true }).fill(email)
}

const actionsOf = (page: Page, name: string) => entryOf(page, name).getByRole('button')

async function expectInert(page: Page, label: string, reason: string): Promise<void> {
  const icon = page.getByRole('button', { name: `${label}: ${reason}` })
  await expect(icon).toBeDisabled()
  await icon.hover()
  await expect(page.getByRole('tooltip')).toHaveText(reason)
  await icon.click({ force: true })
  await expect(page.getByRole('dialog')).toBeHidden()
}
