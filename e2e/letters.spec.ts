import { letterMessages } from '#contract/letters.ts'
import { userMessages } from '#contract/users.ts'
import type { Page } from '@playwright/test'
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
    await signIn(administrator)
    await openPanel(page, 'Users')
    await expect(page.getByText('No mail server is set: new letters wait under Letters.')).toBeVisible()
    await checkAccess()
    await addGrace(page, userMessages.addedWithoutMail)

    await page.getByRole('link', { name: 'Letters' }).click()
    await expect(page.getByText(letterMessages.noMailServer)).toBeVisible()
    const letter = entryOf(page, ADDRESS)
    for (const text of ['Create Password - Elimu', 'Waiting']) await expect(letter).toContainText(text)
    await checkAccess()
    await letter.getByRole('button', { name: `Copy link of ${ADDRESS}` }).click()
    await expect(page.getByText(`The link of ${ADDRESS} is copied.`)).toBeVisible()

    const grace = await newVisitor()
    await grace.goto(await page.evaluate(() => navigator.clipboard.readText()))
    await expect(grace.getByText('Welcome, Grace Wanjiru')).toBeVisible()
  })

  test('a link that the browser does not copy stands there to be copied by hand @oneWidth', async ({
    page,
    context,
    charity,
    administrator,
    signIn,
    checkAccess,
  }) => {
    await signIn(administrator)
    await openPanel(page, 'Users')
    await addGrace(page, userMessages.addedWithoutMail)
    await page.getByRole('link', { name: 'Letters' }).click()
    await context.clearPermissions()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    await page.getByRole('button', { name: `Copy link of ${ADDRESS}` }).click()
    const field = page.getByLabel(`The link of ${ADDRESS}`)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(new RegExp(`^${charity.url}/changepsw/`))
    await checkAccess()
  })
})

test('a letter that a mail server did not take says why, and is sent when tried again @oneWidth', async ({
  page,
  charity,
  administrator,
  signIn,
  checkAccess,
}) => {
  await page.clock.install()
  await charity.mailbox.close()
  await signIn(administrator)
  await openPanel(page, 'Users')
  await expect(page.getByText(/No mail server is set/)).toHaveCount(0)
  await addGrace(page, userMessages.added)

  await page.getByRole('link', { name: 'Letters' }).click()
  const letter = entryOf(page, ADDRESS)
  await expectAfterReloads(page, () => expect(letter).toContainText('ECONNREFUSED', { timeout: 2_000 }))
  await expect(letter).toContainText('Waiting')
  // The number of the row and that of the attempts.
  await expect(letter.getByRole('cell', { name: '1', exact: true })).toHaveCount(2)
  await checkAccess()

  await charity.mailbox.reopen()
  await stopTime(page)
  await letter.getByRole('button', { name: `Try again to send the letter to ${ADDRESS}` }).click()
  await expect(page.getByText(letterMessages.willRetry)).toBeVisible()
  expect((await charity.mailbox.letterTo(ADDRESS)).subject).toBe('Create Password - Elimu')
  await expect.poll(() => statesOf(page)).toEqual(['sent'])
  // The list is loaded again by itself, for the last time after six seconds.
  await page.clock.runFor(6_000)
  await page.clock.resume()
  await expect(letter).toContainText('Sent')
  await expect(letter).not.toContainText('ECONNREFUSED')
})

test('letters are the administrator’s alone @oneWidth', async ({ page, charity, signIn }) => {
  await signIn(await charity.addUser({ role_id: 2 }))
  await openPanel(page, 'Users')
  await expect(page.getByRole('link', { name: 'Letters' })).toHaveCount(0)
  await page.goto('/dashboard?menu=letters')
  await expect(page).toHaveURL('/dashboard?menu=students')
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

/** Reloads until it is true, because the postman works in the background and the list does not follow it. */
async function expectAfterReloads(page: Page, expectation: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expectation()
  }).toPass()
}
