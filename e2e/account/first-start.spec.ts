import { authMessages } from '#contract/identity/auth.ts'
import { VALUE_IS_REQUIRED } from '#contract/base/call.ts'
import { linkIn } from '../support/linkIn.ts'
import { expect, fillSignIn, test } from '../support/test.ts'

const EMAIL = 'admin@example.org'
const PASSWORD = 'Mwanga&2026'
const RED = 'rgb(163, 45, 27)'

test('the first administrator uses the printed link @wide', async ({
  page,
  charity,
  checkWidths,
  newVisitor,
}) => {
  const link = linkIn(charity.greeting)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Create Password' })).toBeVisible()
  await expect(page.getByText('Welcome, System Administrator')).toBeVisible()
  const email = page.getByLabel('Email')
  await expect(email).toHaveValue(EMAIL)
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(email).not.toBeEditable()
  await checkWidths()

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Password' }).click()
  await expect(page.getByRole('status')).toHaveText(authMessages.passwordSaved)
  await expect(page).toHaveURL('/')
  await expect(email).toHaveValue(EMAIL)
  // Supporters sign in here too.
  await expect(page.getByRole('contentinfo')).not.toContainText('staff')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Elimu' })).toHaveAttribute('href', '/')
  const website = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Website' })
  await expect(website).toHaveAttribute('href', 'https://charity.example')
  await checkWidths()

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard?menu=students')

  const other = await newVisitor()
  await other.goto(link)
  await expect(other.getByRole('alert')).toHaveText('You Have Already Used This Link to Create Password')
  await other.getByRole('link', { name: 'Back to Login?' }).click()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a new password is checked against each rule @wide', async ({ page, charity, checkAccess }) => {
  await page.goto(linkIn(charity.greeting))
  const password = page.getByLabel('Password', { exact: true })
  const confirmation = page.getByLabel('Confirm password')
  const save = page.getByRole('button', { name: 'Create Password' })
  const refusal = async (typed: string, repeated: string) => {
    await password.fill(typed)
    await confirmation.fill(repeated)
    await save.click()
  }

  await refusal('abcdefgh', 'other')
  await expect(password).toHaveAccessibleDescription(
    /The password requires an uppercase, lowercase, number and special character/,
  )
  await expect(confirmation).toHaveAccessibleDescription('The value must be equal to the password value')
  await expect(password).toBeFocused()
  await checkAccess()
  await expect(page.getByRole('listitem')).toHaveText([
    '8 characters or more, met',
    'Uppercase and lowercase, not met',
    'A number, not met',
    'One of !@#$%^&*, not met',
  ])
  await password.fill(PASSWORD)
  await expect(page.getByRole('listitem').filter({ hasText: 'not met' })).toHaveCount(0)

  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).first().click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(confirmation).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  await refusal('Password1!', 'Password1!')
  await expect(password).toHaveAccessibleDescription(new RegExp(authMessages.passwordIsCommon))
  await expect(save).toBeEnabled()
})

test('signing in shows errors and keeps the input @wide', async ({ page, charity, checkAccess }) => {
  const { email } = await charity.addUser({ role_id: 1 })
  await page.goto('/')
  const password = page.getByLabel('Password', { exact: true })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(VALUE_IS_REQUIRED)
  await expect(password).toHaveAccessibleDescription(VALUE_IS_REQUIRED)
  await expect(page.getByLabel('Email')).toBeFocused()
  await fillSignIn(page, email, 'Wrong#2026')
  const refusal = page.getByRole('alert')
  await expect(refusal).toHaveText(authMessages.wrongSignIn)
  await expect(refusal).toHaveCSS('color', RED)
  const [above, below] = await Promise.all([refusal.boundingBox(), page.getByLabel('Email').boundingBox()])
  expect(above!.y + above!.height).toBeLessThan(below!.y)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(password).toHaveValue('Wrong#2026')
  await checkAccess()

  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
})
