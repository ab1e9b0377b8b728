import { accountMessages } from '#contract/identity/account.ts'
import { PASSWORD } from '../../server/testing/data/users.ts'
import { saveForm } from '../support/forms.ts'
import { logOut, openAccountMenu } from '../support/screen.ts'
import { addAuthenticator, setUpApp } from '../support/secondStep.ts'
import { expect, fillSignIn, test } from '../support/test.ts'

const DAY_MS = 24 * 60 * 60_000
const NEW_PASSWORD = 'Mwanga&2026'
/** `--el-red` in the light scheme. */
const RED = 'rgb(163, 45, 27)'

test('an app is set up, asked for at sign-in, unreadable after a restore, and removed @wide', async ({
  page,
  charity,
  signIn,
  checkWidths,
}) => {
  const liaison = await charity.addUser({ role_id: 4, first_name: 'Lydia', last_name: 'Chebet' })
  await signIn(liaison, '/dashboard')
  await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Security' }).click()
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Set up a second step' }).click()
  await expect(page.getByText('It takes about two minutes, and ends your other sessions.')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Authenticator app/ })).toBeChecked()
  await checkWidths()
  await page.getByRole('button', { name: 'Next: Set up' }).click()
  await page.getByRole('button', { name: 'Confirm code' }).click()
  await expect(page.getByText('Enter the six digits', { exact: true })).toHaveCSS('color', RED)
  await page.getByRole('button', { name: 'Back' }).click()

  const { app, codes } = await setUpApp(page, charity)
  expect(new Set(codes).size).toBe(10)
  await checkWidths()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByText('10 of 10')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  const steps = page.getByRole('region', { name: 'Second steps' })
  await expect(steps).toContainText('Lydia’s phone')
  await steps.getByRole('button', { name: 'Rename Lydia’s phone' }).click()
  await expect(page.getByLabel('New name of Lydia’s phone')).toBeFocused()
  await page.getByLabel('New name of Lydia’s phone').fill('Nokia')
  await page.keyboard.press('Enter')
  await expect(steps).toContainText('Nokia')
  await checkWidths()
  await logOut(page)

  await fillSignIn(page, liaison.email)
  const code = page.getByLabel('Six-digit code')
  await expect(code).toBeFocused()
  await page.keyboard.type('12a3')
  await page.keyboard.type('456')
  await expect(code).toHaveValue('123 456')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(accountMessages.wrongCode)
  await checkWidths()
  // The next code replaces the wrong one.
  await page.keyboard.type('9')
  await expect(code).toHaveValue('9')
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('checkbox', { name: /^Remember this device/ }).check()
  // A phone may unload the page while the app is open.
  await page.reload()
  await page.getByRole('checkbox', { name: /^Remember this device/ }).check()
  const late = app.nextCode()
  charity.step(60_000)
  await code.fill(late)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  const clock = page.getByText(accountMessages.clockIsMinuteOff('behind'))
  await expect(clock).toBeVisible()
  await checkWidths()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(clock).toBeHidden()

  // This device is remembered until the user forgets it.
  await logOut(page)
  await fillSignIn(page, liaison.email)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/dashboard?menu=security')
  const devices = page.getByRole('region', { name: 'Remembered devices' })
  await devices.getByRole('button', { name: /^Forget/ }).click()
  await expect(devices.getByRole('status')).toHaveText(accountMessages.deviceForgotten)
  await logOut(page)

  await fillSignIn(page, liaison.email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').pressSequentially(codes[0]?.toLowerCase().replaceAll('-', '') ?? '')
  await expect(page.getByLabel('Recovery code')).toHaveValue(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/dashboard?menu=security')
  await expect(page.getByText('9 of 10')).toBeVisible()

  // A sign-in counts as a confirmation for ten minutes.
  charity.step(11 * 60_000)
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const making = page.getByRole('dialog', { name: 'Make New Codes' })
  await expect(making).toContainText('The 9 codes you have left stop working.')
  await making.getByRole('button', { name: 'Make new codes' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(confirm).toContainText(
    'To make new recovery codes, enter the code from your authenticator app.',
  )
  await expect(confirm.getByLabel('Six-digit code')).toBeFocused()
  await checkWidths()
  await confirm.getByLabel('Six-digit code').fill(app.nextCode())
  await page.keyboard.press('Enter')
  await expect(making.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const newCode = await making.locator('li code').first().innerText()
  expect(codes).not.toContain(newCode)
  await checkWidths()
  await making.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByText('10 of 10')).toBeVisible()

  await page.getByRole('button', { name: 'Change password' }).click()
  const form = page.getByRole('dialog', { name: 'Change Password' })
  await form.getByLabel('Present password').fill('wrong')
  await form.getByLabel('New password').fill(NEW_PASSWORD)
  await form.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByLabel('Present password')).toHaveAccessibleDescription(accountMessages.wrongPassword)
  await checkWidths()
  await form.getByLabel('Present password').fill(PASSWORD)
  await saveForm(form, accountMessages.passwordChanged)
  await logOut(page)

  await charity.loseAppSecrets()
  await fillSignIn(page, liaison.email, NEW_PASSWORD)
  await expect(page.getByText(accountMessages.appUnreadable(['recovery']))).toBeVisible()
  await checkWidths()
  await page.getByLabel('Recovery code').fill(newCode)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/dashboard?menu=security')
  await expect(steps).toContainText(accountMessages.appUnreadable())
  await checkWidths()
  await page.getByRole('button', { name: 'Remove Nokia' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Second Step' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('link', { name: 'Set up a second step' })).toBeVisible()
})

test('a passkey is added, signs in by itself, and is removed @wide', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const admin = await charity.addUser({ role_id: 1 })
  await signIn(admin, '/dashboard?menu=secondStep')
  const device = await addAuthenticator(page)
  charity.step(11 * 60_000)
  await page.getByRole('button', { name: 'Next: Set up' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(confirm).toContainText('To add a second step, enter your password.')
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('radio', { name: /^Passkey on this device/ }).check()
  await page.getByRole('button', { name: 'Next: Set up' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByLabel('Name of the device')).toHaveAccessibleDescription(/Name is required/)
  await page.getByLabel('Name of the device').fill('Work laptop')
  await checkAccess()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByRole('region', { name: 'Second steps' })).toContainText('Work laptop')
  await device.answers(false)
  await logOut(page)

  const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(byPasskey).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('autocomplete', 'username webauthn')
  await checkAccess()
  await device.answers(true)
  await byPasskey.click()
  await expect(page).toHaveURL(/\/dashboard/)
  await device.answers(false)
  await logOut(page)

  // The suggestion in the email field gives way to the password.
  await fillSignIn(page, admin.email)
  await expect(page.getByRole('heading', { name: 'Unlock this device' })).toBeVisible()
  await checkAccess()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await device.answers(true)
  await page.getByRole('button', { name: 'Use the passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goto('/dashboard?menu=security')
  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('link', { name: 'Set up a second step' })).toBeVisible()
  await logOut(page)
  await expect(byPasskey).toHaveCount(0)
})

test('an administrator requires a second step, and resets a lost one @wide', async ({
  page,
  charity,
  administrator,
  signIn,
  newVisitor,
  checkAccess,
}) => {
  const liaison = await charity.addUser({ role_id: 4, first_name: 'Josphat', last_name: 'Muli' })
  await signIn(administrator, '/dashboard?menu=signIn')
  await expect(page.getByRole('heading', { name: 'Nobody has to use a second step' })).toBeVisible()
  await page.getByRole('radio', { name: /^All staff/ }).check()
  charity.step(11 * 60_000)
  await page.getByRole('button', { name: 'Save' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
  await confirm.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(confirm.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    accountMessages.wrongPassword,
  )
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '0 of 2 users who must use a second step' })).toBeVisible()
  await checkAccess()

  // In the days of grace a notice names the day; then only the set-up is left.
  const other = await newVisitor()
  await other.goto('/')
  await fillSignIn(other, liaison.email)
  await expect(other.getByText(/^Set up a second step by /)).toBeVisible()
  await checkAccess(other)
  await other.getByRole('button', { name: 'Later' }).click()
  await expect(other.getByText(/^Set up a second step by /)).toBeHidden()
  await logOut(other)
  charity.step(15 * DAY_MS)
  await fillSignIn(other, liaison.email)
  await expect(other.getByRole('heading', { name: 'Set up a second step' })).toBeVisible()
  await expect(other.getByRole('navigation')).toHaveCount(0)
  await other.goto('/dashboard?menu=students')
  await expect(other.getByRole('button', { name: 'Logout?' })).toBeVisible()
  await checkAccess(other)
  await setUpApp(other, charity)
  await other.getByRole('button', { name: 'I have stored them' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible()

  await signIn(administrator, '/dashboard?menu=users')
  await page.getByRole('button', { name: 'Edit Josphat Muli' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit User' })).toContainText('Authenticator app')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  const reset = page.getByRole('dialog', { name: 'Reset Second Step' })
  await saveForm(reset, accountMessages.stepsReset, 'Reset second step')
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('sessions are ended elsewhere, also on a shared computer @wide', async ({
  page,
  charity,
  signIn,
  newVisitor,
}) => {
  const amina = await charity.addUser({ role_id: 2 })
  const brian = await charity.addUser({ role_id: 5 })
  await signIn(amina, '/dashboard?menu=security')
  const shared = await newVisitor()
  await shared.goto('/')
  await fillSignIn(shared, amina.email)
  await expect(shared).toHaveURL(/\/dashboard/)
  await page.reload()
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.locator('tbody')).toHaveCount(2)
  await expect(sessions.locator('tbody').first()).toContainText('This device')
  await sessions.locator('tbody').last().getByRole('button', { name: /^End / }).click()
  await expect(sessions.getByRole('status')).toHaveText(accountMessages.sessionEnded)
  await sessions.getByText('1 ended sign-in of the last 30 days').click()
  await expect(sessions.getByRole('listitem')).toContainText('Ended from another session')
  await shared.reload()
  await expect(shared.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  // The next user of the computer sees nothing of the first.
  await fillSignIn(shared, brian.email)
  await expect(shared).toHaveURL(/menu=academics/)
  await shared.goto('/dashboard?menu=security')
  await expect(shared.getByRole('region', { name: 'Sessions' }).locator('tbody')).toHaveCount(1)
  await expect(shared.getByText(brian.email)).toBeVisible()
})
