import { authMessages, FORGOT_REDIRECT_MS } from '#contract/auth.ts'
import { NOT_AN_EMAIL, VALUE_IS_REQUIRED } from '#contract/base/call.ts'
import { USER_DISABLED } from '#contract/users.ts'
import type { Page } from '@playwright/test'
import type { Charity } from './support/charity.ts'
import { linkIn } from './support/linkIn.ts'
import { stopTime } from './support/stopTime.ts'
import { expect, fillSignIn, test } from './support/test.ts'

const NEW_PASSWORD = 'Mwanga&2026'
const MINUTE = 60_000

test('a forgotten password is changed by a link from the mail', async ({ page, charity, checkAccess }) => {
  const grace = await charity.addUser({ role_id: 4, first_name: 'Grace', last_name: 'Wanjiru' })
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgotpsw')
  await expect(page.getByRole('heading', { name: 'Submit Email to Change Password' })).toBeVisible()
  await checkAccess()

  await page.getByLabel('Email').fill(grace.email)
  await stopTime(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('status')).toHaveText(authMessages.linkMailed)
  await expect(page.getByRole('button', { name: 'Sent' })).toBeDisabled()
  await page.clock.resume()
  await checkAccess()
  await page.clock.fastForward(FORGOT_REDIRECT_MS)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  const letter = await charity.mailbox.letterTo(grace.email)
  expect(letter.subject).toBe('Change Password - Elimu')
  const link = linkIn(letter.text)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  await expect(page.getByText('Welcome, Grace Wanjiru')).toBeVisible()
  await checkAccess()
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('status')).toHaveText(authMessages.passwordSaved)

  await fillSignIn(page, grace.email)
  await expect(page.getByRole('alert')).toHaveText(authMessages.wrongSignIn)
  await fillSignIn(page, grace.email, NEW_PASSWORD)
  await expect(page).toHaveURL('/dashboard?menu=students')
})

test('the success message is shown for five seconds before Login @oneWidth', async ({ page }) => {
  await page.clock.install()
  await page.goto('/forgotpsw')
  await page.getByLabel('Email').fill('nobody@elimu.test')
  await stopTime(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await page.clock.runFor(FORGOT_REDIRECT_MS - 100)
  await expect(page).toHaveURL('/forgotpsw')
  await page.clock.runFor(200)
  await expect(page).toHaveURL('/')
})

test('an unknown address gets the same message, and no letter @oneWidth', async ({ page, charity }) => {
  await page.clock.install()
  await page.goto('/forgotpsw')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(VALUE_IS_REQUIRED)
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(NOT_AN_EMAIL)

  await page.getByLabel('Email').fill('nobody@elimu.test')
  await stopTime(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('status')).toHaveText(authMessages.linkMailed)
  expect(charity.mailbox.letters).toEqual([])

  await page.getByRole('link', { name: 'Back to Login?' }).click()
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a change password link opens for an hour @oneWidth', async ({ page, charity, checkAccess }) => {
  const grace = await charity.addUser({ role_id: 4 })
  const link = await forgottenLink(page, charity, grace.email)
  charity.step(59 * MINUTE)
  await page.goto(link)
  await expect(page.getByText(`Welcome, ${grace.name}`)).toBeVisible()

  charity.step(MINUTE + 1_000)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('alert')).toHaveText('Change Password Link has Expired')
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeEnabled()
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('Change Password Link has Expired')
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
  await checkAccess()
})

test("a disabled user's link says that they have been disabled @oneWidth", async ({ page, charity }) => {
  const grace = await charity.addUser({ role_id: 4 })
  const link = await forgottenLink(page, charity, grace.email)
  await charity.setStatus(grace, USER_DISABLED)
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('You Have Been Disabled. Contact Tech Support')
})

test('a link that cannot be read leads to Login @oneWidth', async ({ page, charity }) => {
  const grace = await charity.addUser({ role_id: 4 })
  const link = await forgottenLink(page, charity, grace.email)
  for (const unreadable of ['/changepsw/nonsense', `${link}x`, link.slice(0, -1)]) {
    await page.goto(unreadable)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page).toHaveURL('/')
  }
})

/** Asks for a link and takes it from the mail. */
async function forgottenLink(page: Page, { mailbox }: Charity, email: string): Promise<string> {
  await page.goto('/forgotpsw')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Submit' }).click()
  return linkIn((await mailbox.letterTo(email)).text)
}
