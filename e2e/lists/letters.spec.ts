import { userMessages } from '#contract/users.ts'
import { entryOf } from '../support/screen.ts'
import { saveForm } from '../support/forms.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const ADDRESS = 'grace@elimu.test'

test.use({ hasMailServer: false, permissions: ['clipboard-read', 'clipboard-write'] })

// Letters that the mail server refuses: notifications.spec.ts.
test('without a mail server letters wait, and their link is copied @wide', async ({
  page,
  context,
  charity,
  signInAs,
  newVisitor,
  checkWidths,
}) => {
  await signInAs(1, '/dashboard?menu=users')
  await expect(page.getByText('No mail server is set.')).toBeVisible()
  await checkWidths()
  await page.getByRole('button', { name: 'Add New User' }).click()
  const modal = page.getByRole('dialog', { name: 'Add New User' })
  const grace = { 'First name': 'Grace', 'Last name': 'Wanjiru', Email: ADDRESS }
  for (const [label, text] of Object.entries(grace)) await modal.getByLabel(label).fill(text)
  await modal.getByLabel('User role').selectOption('Liaison Officer')
  await saveForm(modal, userMessages.addedWithoutMail)

  await page.goto('/dashboard?menu=letters')
  await expect(page.getByText('1 letter waits for the mail server.')).toBeVisible()
  const letter = entryOf(page, 'Grace Wanjiru').first()
  for (const text of [ADDRESS, 'Create Password - Elimu', 'Waiting']) await expect(letter).toContainText(text)
  await page.setViewportSize(PHONE)
  await expect(letter).toBeInViewport()
  await page.setViewportSize(WIDE)
  await letter.getByRole('button', { name: 'Open the letter to Grace Wanjiru' }).click()
  await checkWidths()
  const copy = page.getByRole('button', { name: `Copy link of ${ADDRESS}` })
  await copy.click()
  await expect(page.getByText(`The link of ${ADDRESS} is copied.`)).toBeVisible()
  const visitor = await newVisitor()
  await visitor.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expect(visitor.getByText('Welcome, Grace Wanjiru')).toBeVisible()

  // A link that the browser cannot copy is shown to be copied by hand.
  await context.clearPermissions()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await copy.click()
  const field = page.getByLabel(`The link of ${ADDRESS}`)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(new RegExp(`^${charity.url}/changepsw/`))
})
