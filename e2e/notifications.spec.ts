import type { Page } from '@playwright/test'
import { notificationMessages } from '#contract/notifications.ts'
import type { Charity } from './support/charity.ts'
import { entryOf } from './support/entryOf.ts'
import { isPhone } from './support/isPhone.ts'
import { expect, test } from './support/test.ts'

const APPROVED = { year: '2025', term: 'Term 2', status: 1 }
const NAME = '2025 Term 2'

/** Faith's news goes to a supporter, Kevin's to one who is disabled, Mwende has none. */
async function addNews(charity: Charity) {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const grace = await charity.addUser({ role_id: 5, first_name: 'Grace', last_name: 'Wanjiru' })
  const gone = await charity.addUser({ role_id: 5, first_name: 'Tom', last_name: 'Mboya', status: 1 })
  const [faith = 0, kevin = 0, mwende = 0] = await charity.addStudents([
    { name: 'Faith Atieno Odhiambo', liaison_id: officer.id, supporter_id: grace.id },
    { name: 'Kevin Otieno Ouma', liaison_id: officer.id, supporter_id: gone.id },
    { name: 'Mwende Mutua', liaison_id: officer.id },
  ])
  const by = { entered_by: officer.id }
  await charity.addReportCards([
    { student_id: faith, ...by, year: '2025', term: 'Term 1', status: 2, grade: 'C+', mark: 58.2 },
    { student_id: faith, ...by, ...APPROVED, grade: 'B-', mark: 61.3 },
    { student_id: kevin, ...by, ...APPROVED },
    { student_id: mwende, ...by, ...APPROVED, status: 0 },
  ])
  await charity.addReceipts([
    { student_id: faith, ...by, ...APPROVED, items: [['Tuition Fees', 'Term 2 tuition', 22_244]] },
    { student_id: mwende, ...by, ...APPROVED },
  ])
  return grace
}

const rowOf = (page: Page, term: string) =>
  isPhone(page) ? entryOf(page, `2025 ${term}`) : page.getByRole('row').filter({ hasText: term })

/** Pending, approved and sent, of the reports and then of the receipts. */
const countsOf = async (page: Page, term: string) => {
  const text = await rowOf(page, term)
    .getByText(/^\d+ (Pending|Approved|Sent)$/)
    .allTextContents()
  return text.map((count) => Number.parseInt(count, 10))
}

test('what is approved is looked at as it will arrive, and sent', async ({
  page,
  charity,
  administrator,
  signIn,
  checkAccess,
}) => {
  const grace = await addNews(charity)
  await signIn(administrator, page, '/dashboard?menu=notification')
  await expect(page.getByRole('heading', { level: 1, name: 'Progress Report' })).toBeVisible()
  await expect.poll(() => countsOf(page, 'Term 2')).toEqual([1, 2, 0, 0, 2, 0])
  expect(await countsOf(page, 'Term 1')).toEqual([0, 0, 1, 0, 0, 0])
  const envelope = (term: string) =>
    rowOf(page, term).getByRole('button', { name: notificationMessages.send })
  if (!isPhone(page)) {
    await expect(envelope('Term 1')).toHaveAttribute('aria-disabled', 'true')
    await envelope('Term 1').hover()
    await expect(page.getByText(notificationMessages.nothingApproved)).toBeVisible()
    await page.mouse.move(0, 0)
  } else {
    await expect(rowOf(page, 'Term 1')).toContainText(notificationMessages.nothingApproved)
    await expect(envelope('Term 1')).toHaveCount(0)
  }
  await checkAccess()

  await envelope('Term 2').click()
  const modal = page.getByRole('dialog', { name: notificationMessages.send })
  await expect(modal).toContainText('1 supporter will read about 1 student: 1 report card and 1 receipt.')
  await expect(modal.getByRole('region', { name: 'Left out, and stays Approved' })).toContainText(
    'The supporter is disabledKevin Otieno Ouma (EL-0002): 1 report card',
  )
  await checkAccess()
  const chosen = modal.getByRole('button', { name: 'Grace Wanjiru' })
  await chosen.click()
  if (isPhone(page)) {
    // The letter takes the place of the list, and the focus follows in both directions.
    const back = modal.getByRole('button', { name: 'All letters' })
    await expect(back).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chosen).toBeFocused()
    await page.keyboard.press('Enter')
  } else await expect(chosen).toBeFocused()
  const letter = modal.getByRole('article', { name: 'Letter to Grace Wanjiru' })
  await expect(letter).toContainText(grace.email)
  await expect(letter.getByRole('link')).toHaveText([
    'Report card of Faith Atieno Odhiambo, Term 2 2025.pdf',
    'Receipt of Faith Atieno Odhiambo, Term 2 2025.pdf',
  ])
  const page1 = letter.frameLocator('iframe')
  await expect(page1.getByText('B- (61.3)')).toBeVisible()
  await expect(page1.getByText('C+ (58.2)')).toBeVisible()
  await expect(page1.getByText('KES 22,244.00').first()).toBeVisible()
  await checkAccess()

  await modal.getByRole('button', { name: 'Send 1 letter' }).click()
  await expect(modal).toBeHidden()
  if (!isPhone(page)) await expect(envelope('Term 2')).toBeFocused()
  const success = page.getByText(`Notifications for ${NAME} were sent: 1 letter.`)
  await expect(success).toBeVisible()
  await expect.poll(() => countsOf(page, 'Term 2')).toEqual([1, 1, 1, 0, 1, 1])
  await expect(success).toBeHidden()

  await expect.poll(() => charity.mailbox.letters.map(({ attachments }) => attachments.length)).toEqual([2])

  await rowOf(page, 'Term 2').getByRole('button', { name: 'Letters of' }).click()
  const letters = page.getByRole('dialog', { name: 'Letters' })
  const entry = letters.getByRole('button', { name: 'Grace Wanjiru' })
  await expect(entry).toContainText('Sent')
  await expect(entry).toContainText(/1 attempt/)
  await entry.click()
  await expect(letters.frameLocator('iframe').getByText('B- (61.3)')).toBeVisible()
  await checkAccess()
  await page.keyboard.press('Escape')
  await expect(letters).toBeHidden()

  await page.getByRole('button', { name: 'All Letters' }).click()
  const found = letters.getByRole('list', { name: 'Letters' }).getByRole('listitem')
  await letters.getByRole('searchbox', { name: 'Search by name, ref, year or term' }).fill('kevin')
  await expect(letters.getByText('No letter was found.')).toBeVisible()
  await letters.getByRole('searchbox', { name: 'Search by name, ref, year or term' }).fill('ATIENO')
  await expect(found).toContainText('Term 2 2025: Faith Atieno Odhiambo')
})

test('what the mail server refuses is told, and what failed is tried again @oneWidth', async ({
  page,
  charity,
  administrator,
  signIn,
  checkAccess,
}) => {
  await addNews(charity)
  charity.mailbox.setMood('refuse')
  await signIn(administrator, page, '/dashboard?menu=notification')
  await rowOf(page, 'Term 2').getByRole('button', { name: notificationMessages.send }).click()
  await page.getByRole('button', { name: 'Send 1 letter' }).click()
  await rowOf(page, 'Term 2').getByRole('button', { name: 'Letters of' }).click()
  const letters = page.getByRole('dialog', { name: 'Letters' })
  const entry = letters.getByRole('button', { name: 'Grace Wanjiru' })
  await expect(entry).toContainText(/Waiting.*1 attempt.*451/)
  await expect(letters).toContainText('1 letter, 1 on its way')

  await charity.failLetters('550 No such mailbox')
  await expect(letters).toContainText('1 letter, 1 failed')
  await expect(entry).toContainText(/Failed.*19 attempts.*550 No such mailbox/)
  await letters.getByRole('button', { name: 'Failed only' }).click()
  await expect(entry).toBeVisible()
  await checkAccess()
  charity.mailbox.setMood('take')
  await letters.getByRole('button', { name: 'Try 1 failed letter again' }).click()
  await expect(letters.getByText('The letter will be tried again.')).toBeVisible()
  await expect(letters.getByText('No letter was found.')).toBeVisible()
  await letters.getByRole('button', { name: 'Failed only' }).click()
  await expect(entry).toContainText(/Sent.*1 attempt/)
  expect(charity.mailbox.letters).toHaveLength(1)
})

test('a coordinator sees the counts and the letters, and sends nothing @oneWidth', async ({
  page,
  charity,
  signIn,
}) => {
  await addNews(charity)
  await signIn(await charity.addUser({ role_id: 3 }), page, '/dashboard?menu=notification')
  await expect.poll(() => countsOf(page, 'Term 2')).toEqual([1, 2, 0, 0, 2, 0])
  await expect(page.getByRole('button', { name: notificationMessages.send })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search by year or term' }).fill('term 1')
  await expect(rowOf(page, 'Term 2')).toBeHidden()
})

test.describe('the account that may send', () => {
  test.use({ settings: { NOTIFICATIONS_ADMIN: 'post@elimu.test' } })

  test('finds the panel whatever its role @oneWidth', async ({ page, charity, signIn }) => {
    await addNews(charity)
    await signIn(
      await charity.addUser({ role_id: 4, email: 'post@elimu.test' }),
      page,
      '/dashboard?menu=notification',
    )
    await rowOf(page, 'Term 2').getByRole('button', { name: notificationMessages.send }).click()
    await expect(page.getByRole('button', { name: 'Send 1 letter' })).toBeEnabled()
  })
})

test.describe('without a mail server', () => {
  test.use({ hasMailServer: false })

  test('the panel says so before anybody sends @oneWidth', async ({
    page,
    charity,
    administrator,
    signIn,
  }) => {
    await addNews(charity)
    await signIn(administrator, page, '/dashboard?menu=notification')
    await expect(page.getByText(notificationMessages.noMailServer)).toBeVisible()
  })
})
