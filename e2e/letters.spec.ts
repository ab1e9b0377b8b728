import { letterMessages } from '#contract/letters.ts'
import { userMessages } from '#contract/users.ts'
import type { Page } from '@playwright/test'
import { openHeadMenu } from './support/headMenu.ts'
import { entryOf } from './support/entryOf.ts'
import { expectSaid } from './support/expectSaid.ts'
import { openPanel } from './support/nav.ts'
import { stopTime } from './support/stopTime.ts'
import { expect, test } from './support/test.ts'

const ADDRESS = 'grace@elimu.test'

test.describe('without a mail server', () => {
  test.use({ hasMailServer: false, permissions: ['clipboard-read', 'clipboard-write'] })

  test('letters wait, and their link can be copied', async ({
    page,
    administrator,
    signIn,
    newVisitor,
    checkAccess,
  }) => {
    await signIn(administrator, page, '/dashboard?menu=users')
    await expect(page.getByText('No mail server is set: new letters wait under Letters.')).toBeVisible()
    await checkAccess()
    await addGrace(page, userMessages.addedWithoutMail)

    await openHeadMenu(page)
    await page.getByRole('link', { name: 'Letters' }).click()
    await expect(page.getByRole('link', { name: 'Back to Users' })).toBeVisible()
    await expect(page.getByText(letterMessages.noMailServer)).toBeVisible()
    const letter = entryOf(page, ADDRESS)
    for (const text of ['Create Password - Elimu', 'Waiting']) await expect(letter).toContainText(text)
    await checkAccess()
    await openLetter(page)
    await checkAccess()
    await page.getByRole('button', { name: `Copy link of ${ADDRESS}` }).click()
    await expect(page.getByText(`The link of ${ADDRESS} is copied.`)).toBeVisible()

    const grace = await newVisitor()
    await grace.goto(await page.evaluate(() => navigator.clipboard.readText()))
    await expect(grace.getByText('Welcome, Grace Wanjiru')).toBeVisible()
  })

  test('a link that the browser cannot copy is shown to be copied by hand @oneWidth', async ({
    page,
    context,
    charity,
    administrator,
    signIn,
    checkAccess,
  }) => {
    await signIn(administrator, page, '/dashboard?menu=users')
    await addGrace(page, userMessages.addedWithoutMail)
    await openHeadMenu(page)
    await page.getByRole('link', { name: 'Letters' }).click()
    await context.clearPermissions()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    await openLetter(page)
    await page.getByRole('button', { name: `Copy link of ${ADDRESS}` }).click()
    const field = page.getByLabel(`The link of ${ADDRESS}`)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(new RegExp(`^${charity.url}/changepsw/`))
    await checkAccess()
  })
})

test('a letter that the mail server refused shows the reason, and is sent when retried @oneWidth', async ({
  page,
  charity,
  administrator,
  signIn,
  checkAccess,
}) => {
  await page.clock.install()
  await charity.mailbox.close()
  await signIn(administrator, page, '/dashboard')
  await openPanel(page, 'Users')
  await expect(page.getByText(/No mail server is set/)).toHaveCount(0)
  await addGrace(page, userMessages.added)

  await openHeadMenu(page)
  await page.getByRole('link', { name: 'Letters' }).click()
  const letter = entryOf(page, ADDRESS).first()
  await openLetter(page)
  await expect(page.getByText('The mail server could not be reached.')).toBeVisible()
  await page.getByText('Details').click()
  await expect(page.getByText(/ECONNREFUSED/)).toBeVisible()
  await expect(letter).toContainText('Waiting')
  await expect(letter.getByRole('cell', { name: '1', exact: true })).toHaveCount(1)
  await checkAccess()

  await charity.mailbox.reopen()
  await stopTime(page)
  await page.getByRole('button', { name: `Try again to send the letter to ${ADDRESS}` }).click()
  await expect(page.getByText(letterMessages.willRetry)).toBeVisible()
  expect((await charity.mailbox.letterTo(ADDRESS)).subject).toBe('Create Password - Elimu')
  await expect.poll(() => statesOf(page)).toEqual(['sent'])
  // The list is loaded again by itself.
  await page.clock.runFor(6_000)
  await page.clock.resume()
  await expect(letter).toContainText('Sent')
  await expect(page.getByText(/ECONNREFUSED/)).toHaveCount(0)
})

test('only administrators see letters about accounts @oneWidth', async ({ page, charity, signIn }) => {
  await signIn(await charity.addUser({ role_id: 2 }), page, '/dashboard')
  await openPanel(page, 'Users')
  await expect(page.getByRole('link', { name: 'Letters' })).toHaveCount(0)
  await page.goto('/dashboard?menu=letters&kind=account')
  await expect(page.getByText('No letters yet')).toBeVisible()
})

async function addGrace(page: Page, message: string): Promise<void> {
  await page.getByRole('button', { name: 'Add New User' }).click()
  const modal = page.getByRole('dialog', { name: 'Add New User' })
  await modal.getByLabel('First name').fill('Grace')
  await modal.getByLabel('Last name').fill('Wanjiru')
  await modal.getByLabel('Email').fill(ADDRESS)
  await modal.getByLabel('User role').selectOption('Liaison Officer')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expectSaid(modal, message)
  await expect(modal).toBeHidden()
}

/** The states of the letters as the server has them. */
async function statesOf(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/letters', { headers: { 'X-Requested-With': 'XMLHttpRequest' } })
  const { data } = (await answer.json()) as { data: { state: string }[] }
  return data.map(({ state }) => state)
}

const openLetter = (page: Page) =>
  entryOf(page, ADDRESS).getByRole('button', { name: 'Open the letter to Grace Wanjiru' }).click()
