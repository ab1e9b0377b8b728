import { authMessages, FORGOT_REDIRECT_MS } from '#contract/identity/auth.ts'
import { NOT_AN_EMAIL } from '#contract/base/call.ts'
import { USER_DISABLED } from '#contract/users.ts'
import { linkIn } from '../support/linkIn.ts'
import { stopTime } from '../support/stopTime.ts'
import { expect, fillSignIn, test } from '../support/test.ts'

const NEW_PASSWORD = 'Mwanga&2026'
const MINUTE = 60_000

test('a forgotten password is changed by a link from the mail @wide', async ({
  page,
  charity,
  checkWidths,
}) => {
  const grace = await charity.addUser({ role_id: 4, first_name: 'Grace', last_name: 'Wanjiru' })
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgotpsw')
  await expect(page.getByRole('heading', { name: 'Submit Email to Change Password' })).toBeVisible()
  await checkWidths()

  await page.getByLabel('Email').fill(grace.email)
  await stopTime(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('status')).toHaveText(authMessages.linkMailed)
  await expect(page.getByRole('button', { name: 'Sent' })).toBeDisabled()
  await page.clock.resume()
  await page.clock.fastForward(FORGOT_REDIRECT_MS)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  const letter = await charity.mailbox.letterTo(grace.email)
  expect(letter.subject).toBe('Change Password - Elimu')
  const link = linkIn(letter.text)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  await expect(page.getByText('Welcome, Grace Wanjiru')).toBeVisible()
  await checkWidths()
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('status')).toHaveText(authMessages.passwordSaved)

  await fillSignIn(page, grace.email)
  await expect(page.getByRole('alert')).toHaveText(authMessages.wrongSignIn)
  await fillSignIn(page, grace.email, NEW_PASSWORD)
  await expect(page).toHaveURL('/dashboard?menu=students')
})

test('an unknown address gets the same message, and no letter @wide', async ({ page, charity }) => {
  await page.goto('/forgotpsw')
  const email = page.getByLabel('Email')
  await email.fill('nobody')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(email).toHaveAccessibleDescription(NOT_AN_EMAIL)
  await email.fill('nobody@elimu.test')
  await stopTime(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('status')).toHaveText(authMessages.linkMailed)
  expect(charity.mailbox.letters).toEqual([])
  await page.clock.runFor(FORGOT_REDIRECT_MS - 100)
  await expect(page).toHaveURL('/forgotpsw')
  await page.clock.runFor(200)
  await expect(page).toHaveURL('/')
})

test('unreadable, expired and disabled links are refused @wide', async ({ page, charity, checkAccess }) => {
  const grace = await charity.addUser({ role_id: 4 })
  await page.goto('/forgotpsw')
  await page.getByLabel('Email').fill(grace.email)
  await page.getByRole('button', { name: 'Submit' }).click()
  const link = linkIn((await charity.mailbox.letterTo(grace.email)).text)
  await page.goto('/changepsw/nonsense')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.goto(link)
  await expect(page.getByText(`Welcome, ${grace.name}`)).toBeVisible()
  charity.step(60 * MINUTE + 1_000)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change Password' }).click()
  const refusal = page.getByRole('alert')
  await expect(refusal).toHaveText('Change Password Link has Expired')
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeEnabled()
  await charity.setStatus(grace, USER_DISABLED)
  await page.reload()
  await expect(refusal).toHaveText('You Have Been Disabled. Contact Tech Support')
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
  await checkAccess()
})
