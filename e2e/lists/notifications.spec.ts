import type { Page } from '@playwright/test'
import { letterMessages } from '#contract/letters.ts'
import { userMessages } from '#contract/users.ts'
import { notificationMessages } from '#contract/notifications.ts'
import type { Charity } from '../support/charity.ts'
import { entryOf, isPhone } from '../support/screen.ts'
import { saveForm } from '../support/forms.ts'
import { overflows } from '../support/overflows.ts'
import { expect, test } from '../support/test.ts'

const APPROVED = { year: '2025', term: 'Term 2', status: 1 }

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
  isPhone(page) ? entryOf(page, `${term} 2025`) : page.getByRole('row').filter({ hasText: term })

/** Pending, approved and sent, of the reports and then of the receipts. */
const countsOf = async (page: Page, term: string) => {
  const text = await rowOf(page, term)
    .getByText(/^\d+ (Pending|Approved|Sent)$/)
    .allTextContents()
  return text.map((count) => Number.parseInt(count, 10))
}

test('records are previewed and sent', async ({ page, charity, signInAs, checkAccess }) => {
  const grace = await addNews(charity)
  await signInAs(1, '/dashboard?menu=notification')
  await expect(page.getByRole('heading', { level: 1, name: 'Progress Report' })).toBeVisible()
  await expect.poll(() => countsOf(page, 'Term 2')).toEqual([1, 2, 0, 0, 2, 0])
  expect(await countsOf(page, 'Term 1')).toEqual([0, 0, 1, 0, 0, 0])
  const envelope = (term: string) =>
    rowOf(page, term).getByRole('button', { name: notificationMessages.send })
  await expect(envelope('Term 1')).toBeDisabled()
  const tooltip = page.getByRole('tooltip')
  // Playwright waits for a button that is not disabled before it taps.
  if (isPhone(page)) await envelope('Term 1').tap({ force: true })
  else await envelope('Term 1').hover()
  await expect(tooltip).toHaveText(notificationMessages.nothingApproved)
  await page.mouse.move(0, 0)
  await checkAccess()

  await envelope('Term 2').click()
  const modal = page.getByRole('dialog', { name: notificationMessages.send })
  await expect(modal).toContainText('1 of 3 report cards and 1 of 2 receipts will be sent in 1 letter.')
  const stays = modal.getByRole('region', { name: 'Not sent, and why' })
  await expect(stays).toContainText('1supporter’s account is disabled1 report card')
  await expect(stays).toContainText('1student has records not approved yet1 report card')
  await expect(stays).toContainText('1student has no supporter1 receipt')
  await stays.getByText('Who', { exact: true }).last().click()
  await expect(stays).toContainText('Tom Mboya for Kevin Otieno Ouma')
  await expect(stays.getByRole('link', { name: 'Open accounts' })).toBeVisible()
  await expect(modal).toContainText('22,244.00')
  const chosen = modal.getByRole('button', { name: 'Grace Wanjiru' })
  await expect(chosen).toBeVisible()
  await checkAccess()
  if (isPhone(page)) {
    // The letter opens and closes below its row, while the list and the focus stay.
    const row = modal.getByRole('listitem').filter({ hasText: 'Faith Atieno Odhiambo' })
    await chosen.click()
    await expect(row.getByRole('article', { name: 'Letter to Grace Wanjiru' })).toBeVisible()
    await expect(modal.getByText('Who gets a letter', { exact: true })).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Hide the letter to Grace Wanjiru' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(modal.getByRole('article')).toHaveCount(0)
    await page.keyboard.press('Enter')
  } else await expect(chosen).toHaveAttribute('aria-current', 'true')
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
  await expect(modal).toContainText('1 of 1 letters sent')
  await expect(modal.getByRole('list', { name: 'Letters' })).toContainText(`Grace Wanjiru${grace.email}`)
  await expect(modal.getByText('1 sent')).toBeVisible()
  await expect(stays).toContainText('2 report cards and 1 receipt')
  await expect(modal.getByRole('button', { name: 'Close' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(modal).toBeHidden()
  await expect(page.getByText('Notifications for 2025 Term 2 were sent: 1 letter.')).toBeVisible()
  if (!isPhone(page)) await expect(envelope('Term 2')).toBeFocused()
  await expect.poll(() => countsOf(page, 'Term 2')).toEqual([1, 1, 1, 0, 1, 1])
  await expect.poll(() => charity.mailbox.letters.map(({ attachments }) => attachments.length)).toEqual([2])

  await rowOf(page, 'Term 2').getByRole('button', { name: 'Letters of' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Letters' })).toBeVisible()
  await expect(page.getByLabel('Term', { exact: true })).toHaveValue(/^\d+-\d+$/)
  const entry = entryOf(page, grace.email).first()
  await expect(entry).toContainText('Sent')
  await expect(entry).toContainText('Faith Atieno Odhiambo')
  await entry.getByRole('button', { name: 'Open the letter to Grace Wanjiru' }).click()
  await expect(page.getByText('1 time, last on')).toBeVisible()
  // The mail server's own words are for trouble only.
  await expect(page.getByText(/\b250\b/)).toHaveCount(0)
  await checkAccess()
  await page.getByRole('button', { name: 'Read the whole letter' }).click()
  const whole = page.getByRole('dialog', { name: 'Letter' })
  await expect(whole.frameLocator('iframe').getByText('B- (61.3)')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(whole).toBeHidden()

  await page.getByRole('searchbox', { name: 'Search by recipient or student' }).fill('kevin')
  await expect(page.getByText('No letters match “kevin”')).toBeVisible()
  await page.getByRole('link', { name: 'Progress Report' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Progress Report' })).toBeVisible()
})

test('refused letters are retried @wide', async ({ page, charity, signInAs, checkAccess }) => {
  const grace = await addNews(charity)
  charity.mailbox.setMood('refuse')
  await signInAs(1, '/dashboard?menu=notification')
  await rowOf(page, 'Term 2').getByRole('button', { name: notificationMessages.send }).click()
  await page.getByRole('button', { name: 'Send 1 letter' }).click()
  const modal = page.getByRole('dialog', { name: notificationMessages.send })
  await expect(modal.getByText('The mail server asked Elimu to come back later.')).toBeVisible()
  await modal.getByRole('link', { name: 'Open Letters' }).click()
  const entry = entryOf(page, grace.email).first()
  await expect(entry).toContainText('Waiting')
  await entry.getByRole('button', { name: 'Open the letter to Grace Wanjiru' }).click()
  const detail = page.getByRole('region', { name: 'Status of the letter to Grace Wanjiru' })
  await expect(detail).toContainText('The mail server asked Elimu to come back later.')

  await charity.failLetters('550 5.1.1 No such mailbox')
  await expect(detail).toContainText('This address does not exist.')
  await expect(detail).toContainText('19 times')
  await expect(detail.getByText('550 5.1.1 No such mailbox')).toBeHidden()
  await detail.getByText('Details').click()
  await expect(detail.getByText('550 5.1.1 No such mailbox')).toBeVisible()
  await page.getByRole('button', { name: 'Failed 1' }).click()
  await expect(entry).toContainText('Failed')
  await page.getByRole('link', { name: 'Progress Report' }).click()
  const letters = rowOf(page, 'Term 2').getByRole('button', { name: 'Letters of Term 2, 2025, 1 failed' })
  await expect(letters).toHaveText('Letters 1')
  await letters.click()
  await page.getByRole('button', { name: 'Failed 1' }).click()
  await entry.getByRole('button', { name: 'Open the letter to Grace Wanjiru' }).click()
  await checkAccess()

  await detail.getByRole('button', { name: 'Correct the address' }).click()
  const form = page.getByRole('dialog', { name: 'Edit User' })
  await form.getByLabel('Email', { exact: true }).fill('right@elimu.test')
  await saveForm(form, userMessages.updated)
  await expect(detail).toContainText('The address is now right@elimu.test. Try again.')

  charity.mailbox.setMood('take')
  await page.getByRole('button', { name: 'Try the failed ones again (1)' }).click()
  await expect(page.getByText('The letter will be tried again.')).toBeVisible()
  await expect(page.getByText('No failed letters yet')).toBeVisible()
  await page.getByRole('button', { name: 'All 1' }).click()
  await expect(entryOf(page, 'right@elimu.test').first()).toContainText('Sent')
  expect(charity.mailbox.letters).toHaveLength(1)
})

test('a coordinator sees counts and letters, but cannot send @wide', async ({ page, charity, signInAs }) => {
  await addNews(charity)
  await signInAs(3, '/dashboard?menu=notification')
  await expect.poll(() => countsOf(page, 'Term 2')).toEqual([1, 2, 0, 0, 2, 0])
  await expect(page.getByRole('button', { name: notificationMessages.send })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Email Notifications' })).toHaveCount(0)
  await expect(page.getByRole('columnheader').last()).toHaveText('Actions')
  await expect(rowOf(page, 'Term 2').getByRole('button')).toHaveText(['Letters', 'Missing'])
  await page.getByRole('searchbox', { name: 'Search by year or term' }).fill('term 1')
  await expect(rowOf(page, 'Term 2')).toBeHidden()
  await page.getByRole('link', { name: 'Letters' }).click()
  await expect(page.getByText('Term news, the newest first')).toBeVisible()
  await expect(page.getByLabel('Kind')).toHaveCount(0)
})

test('a term without news links to the next steps @wide', async ({ page, charity, signInAs }) => {
  await charity.setStatus(await addNews(charity), 1)
  await signInAs(1, '/dashboard?menu=notification')
  const table = page.getByRole('table', { name: 'terms' })
  const send = rowOf(page, 'Term 2').getByRole('button', { name: notificationMessages.send })
  await expect(send).toHaveAttribute('data-primary', 'false')
  for (const width of [768, 1024, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(rowOf(page, 'Term 2').getByRole('button')).toHaveText(['Send', 'Letters', 'Missing'])
    await send.hover()
    await expect(page.getByRole('tooltip'), `at ${width}`).toHaveText(notificationMessages.send)
    await page.mouse.move(0, 0)
    // In a narrow table the year is shown under the term.
    await expect(table.getByRole('columnheader', { name: 'Year' })).toHaveCount(width < 1200 ? 0 : 1)
    expect(
      await table.evaluate(
        ({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0),
      ),
    ).toBeLessThanOrEqual(0)
  }
  await send.click()
  const modal = page.getByRole('dialog', { name: notificationMessages.send })
  await expect(modal).toContainText('Nothing can be sent yet.')
  await expect(modal).toContainText('2supporters’ accounts are disabled')
  await expect(modal.getByRole('button', { name: /^Send/ })).toHaveCount(0)
  await modal.getByText('Who', { exact: true }).first().click()
  await modal.getByRole('button', { name: 'Add supporter to Mwende Mutua' }).click()
  const supporter = page.getByRole('dialog', { name: 'Set Supporter Data' })
  await expect(supporter).toContainText('Mwende Mutua')
  await page.keyboard.press('Escape')
  await expect(supporter).toBeHidden()
  // Each link leads to what it counts.
  await modal.getByRole('link', { name: 'Add supporters' }).click()
  await expect(page.getByText('Only students without a supporter')).toBeVisible()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await expect(entryOf(page, 'Mwende Mutua')).toBeVisible()
  await page.goBack()
  await send.click()
  await modal.getByRole('button', { name: 'Verify them' }).click()
  const verify = page.getByRole('dialog', { name: 'Verify Reports' })
  await expect(verify).toContainText('1 of 1')
  await expect(verify).toContainText('Mwende Mutua')
})

test('Send has an open envelope where it can be pressed, on tablets too @wide', async ({
  page,
  charity,
  signInAs,
}) => {
  const officer = await charity.addUser({ role_id: 4 })
  // Approved, but without a supporter there is no letter.
  const [id = 0] = await charity.addStudents([{ liaison_id: officer.id }])
  await charity.addReportCards([
    { student_id: id, entered_by: officer.id, ...APPROVED },
    { student_id: id, entered_by: officer.id, year: '2025', term: 'Term 1', status: 2 },
  ])
  await signInAs(1, '/dashboard?menu=notification')
  for (const width of [1440, 1024, 820, 768]) {
    await page.setViewportSize({ width, height: 900 })
    const icon = (term: string) =>
      rowOf(page, term).getByRole('button', { name: notificationMessages.send }).locator('svg')
    await expect(icon('Term 2')).toBeVisible()
    await expect(icon('Term 2')).toHaveClass(/tabler-icon-mail$/)
    await expect(icon('Term 1')).toHaveClass(/tabler-icon-mail-off/)
    await expect.poll(() => overflows(page), `at ${width}`).toEqual([])
  }
})

test.describe('without a mail server', () => {
  test.use({ hasMailServer: false })

  test('the panel warns of it before sending @wide', async ({ page, charity, signInAs }) => {
    await addNews(charity)
    await signInAs(1, '/dashboard?menu=notification')
    await expect(
      page.getByText(
        `${letterMessages.noMailServer} The setting is SMTP_URL: see Mail in docs/operating.md.`,
      ),
    ).toBeVisible()
    await rowOf(page, 'Term 2').getByRole('button', { name: notificationMessages.send }).click()
    const modal = page.getByRole('dialog', { name: notificationMessages.send })
    await expect(modal).toContainText(
      'You can send now. Elimu sends the letters once the mail server is set up.',
    )
    await modal.getByRole('button', { name: 'Send 1 letter' }).click()
    await expect(modal).toContainText('0 of 1 letters sent')
    await expect(page.getByText(letterMessages.noMailServer)).toHaveCount(1)
    await expect(page.locator('body')).not.toContainText('server administrator')
  })
})
