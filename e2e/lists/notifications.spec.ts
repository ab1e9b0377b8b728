import type { Locator, Page } from '@playwright/test'
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
  isPhone(page) ? entryOf(page, `${term}, 2025`) : page.getByRole('row').filter({ hasText: term })

/** Pending, approved and sent, of the reports and then of the receipts. */
const countsOf = async (page: Page, term: string) => {
  const text = await rowOf(page, term)
    .getByText(/^\d+ (Pending|Approved|Sent)$/)
    .allTextContents()
  return text.map((count) => Number.parseInt(count, 10))
}

/** What a send of a term would do. */
const sendOf = (page: Page, term: string) => page.getByRole('button', { name: new RegExp(`, ${term}, 2025`) })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: notificationMessages.send })

test('records are previewed and sent', async ({ page, charity, signInAs, checkAccess, checkWidths }) => {
  const grace = await addNews(charity)
  await signInAs(1, '/dashboard?menu=notification')
  await expect(page.getByRole('heading', { level: 1, name: 'Progress Report' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(
    'Term 2, 2025: 1 letter is ready to send. 1 report card still waits to be verified.',
  )
  await expect.poll(() => countsOf(page, 'Term 2')).toEqual([1, 2, 0, 0, 2, 0])
  expect(await countsOf(page, 'Term 1')).toEqual([0, 0, 1, 0, 0, 0])
  await expect(sendOf(page, 'Term 1')).toHaveText(notificationMessages.nothingApproved)
  await expect(sendOf(page, 'Term 1')).toBeDisabled()
  const tooltip = page.getByRole('tooltip')
  // Playwright waits for a button that is not disabled before it taps.
  if (isPhone(page)) await sendOf(page, 'Term 1').tap({ force: true })
  else await sendOf(page, 'Term 1').hover()
  await expect(tooltip).toHaveText(notificationMessages.nothingApproved)
  await page.mouse.move(0, 0)
  await checkWidths()
  await checkAccess()

  await sendOf(page, 'Term 2').click()
  const modal = dialogOf(page)
  await expect(modal).toContainText('1 of 2 report cards and 1 of 2 receipts will be sent in 1 letter.')
  const reasons = modal.getByRole('list', { name: 'Not sent, and why' })
  await expect(reasons).toContainText('1supporter’s account is disabled')
  await expect(reasons).toContainText('1student has no supporter')
  await expect(reasons).toContainText('1student waits to be verified')
  await expect(reasons.getByRole('link', { name: 'Open accounts' })).toBeVisible()
  const row = modal.getByRole('list', { name: 'Who gets a letter' }).getByRole('button', { name: /^Grace/ })
  await expect(row).toHaveText('Grace WanjiruFaith Atieno Odhiambo2 PDFsKES\u00A022,244.00')
  await checkAccess()
  if (isPhone(page)) {
    // The letter opens and closes below its row, where the focus stays.
    await row.click()
    await expect(modal.getByRole('article', { name: 'Letter to Grace Wanjiru' })).toBeVisible()
    await expect(row).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(modal.getByRole('article')).toHaveCount(0)
    await page.keyboard.press('Enter')
  } else await expect(row).toHaveAttribute('aria-current', 'true')
  const letter = modal.getByRole('article', { name: 'Letter to Grace Wanjiru' })
  await expect(letter).toContainText(grace.email)
  await expect(letter.getByRole('link')).toHaveCount(0)
  await letter.getByRole('button', { name: /^2 PDFs, / }).click()
  await expect(letter.getByRole('link')).toHaveText([
    'Report card of Faith Atieno Odhiambo, Term 2 2025.pdf',
    'Receipt of Faith Atieno Odhiambo, Term 2 2025.pdf',
  ])
  await expectWholeLetter(letter)
  await checkAccess()

  await modal.getByRole('button', { name: 'Send 1 letter' }).click()
  await expect(modal).toContainText('1 of 1 letter is sent.')
  await expect(reasons).toHaveCount(0)
  await expect(
    modal.getByRole('list', { name: 'Letters' }).getByRole('button', { name: /^Grace/ }),
  ).toHaveText('Grace WanjiruFaith Atieno OdhiamboSent')
  await expect(modal.getByRole('button', { name: 'Close' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(modal).toBeHidden()
  await expect(page.getByText('Notifications for 2025 Term 2 were sent: 1 letter.')).toBeVisible()
  if (!isPhone(page)) await expect(sendOf(page, 'Term 2')).toBeFocused()
  await expect.poll(() => countsOf(page, 'Term 2')).toEqual([1, 1, 1, 0, 1, 1])
  await expect.poll(() => charity.mailbox.letters.map(({ attachments }) => attachments.length)).toEqual([2])

  await rowOf(page, 'Term 2').getByRole('link', { name: 'Letters' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Letters' })).toBeVisible()
  await expect(page.getByLabel('Term', { exact: true })).toHaveValue(/^\d+-\d+$/)
  await expect(page.getByText('1 letter is sent.')).toBeVisible()
  // A filter that shows all has a value, not a hint.
  const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
  await expect(page.getByLabel('Kind')).toHaveCSS('color', ink)
  const entry = entryOf(page, 'Grace Wanjiru').first()
  await expect(entry).toContainText('Sent')
  await expect(entry).toContainText('Faith Atieno Odhiambo')
  await entry.getByRole('button', { expanded: false }).click()
  await expect(page.getByText('Tried 1 time, last on')).toBeVisible()
  // The mail server's own words are for problems only.
  await expect(page.getByText(/\b250\b/)).toHaveCount(0)
  await expectWholeLetter(page.getByRole('article', { name: 'Letter to Grace Wanjiru' }))
  await checkWidths()
  await checkAccess()

  await page.getByRole('searchbox', { name: 'Search by recipient or student' }).fill('kevin')
  await expect(page.getByText('No letters match “kevin”')).toBeVisible()
})

/** The letter is shown as a whole, without a scroll area of its own, and light in the dark scheme too. */
async function expectWholeLetter(letter: Locator): Promise<void> {
  const frame = letter.locator('iframe')
  const page = frame.contentFrame()
  for (const text of ['B- (61.3)', 'C+ (58.2)', 'KES 22,244.00'])
    await expect(page.getByText(text).first()).toBeVisible()
  await expect
    .poll(async () => {
      const height = await page.locator('html').evaluate((whole) => whole.getBoundingClientRect().height)
      return Math.abs(((await frame.boundingBox())?.height ?? 0) - height)
    })
    .toBeLessThan(1)
  await letter.page().emulateMedia({ colorScheme: 'dark' })
  // The frame has the corners, beyond which it would be white.
  await expect(page.locator('body > table table').first()).toHaveCSS('border-top-width', '0px')
  await expect(frame).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await letter.page().emulateMedia({ colorScheme: 'light' })
}

test('refused letters are retried @wide', async ({ page, charity, signInAs, checkAccess }) => {
  const grace = await addNews(charity)
  charity.mailbox.setMood('refuse')
  await signInAs(1, '/dashboard?menu=notification')
  await sendOf(page, 'Term 2').click()
  const modal = dialogOf(page)
  await modal.getByRole('button', { name: 'Send 1 letter' }).click()
  await expect(modal.getByText('The mail server asked Elimu to come back later.')).toBeVisible()
  await expect(modal).toContainText(
    '0 of 1 letter is sent. 1 could not be delivered yet. Elimu tries again by itself for a day.',
  )
  await expect(modal.getByRole('link', { name: 'Open the letter' })).toHaveAttribute(
    'href',
    /menu=letters&.*state=waiting/,
  )
  await charity.failLetters('550 5.1.1 No such mailbox')
  await expect(modal).toContainText('1 failed. Correct their addresses, then try again.')
  await expect(modal.getByRole('list', { name: 'Letters' })).toContainText(
    'This address does not exist.Failed',
  )
  await checkAccess()
  await modal.getByRole('link', { name: 'Open the failed letter' }).click()

  await expect(page.getByText('1 letter failed.')).toBeVisible()
  const entry = entryOf(page, grace.email).first()
  await expect(entry).toContainText('Failed')
  await entry.getByRole('button', { name: 'Open the letter to Grace Wanjiru' }).click()
  const detail = page.getByRole('region', { name: 'Status of the letter to Grace Wanjiru' })
  await expect(detail).toContainText(
    'This address does not exist. “elimu.test” may be misspelt: ask Grace Wanjiru',
  )
  await expect(detail).toContainText('Tried 19 times')
  await expect(detail.getByText('550 5.1.1 No such mailbox')).toHaveCount(0)
  await detail.getByRole('button', { name: 'Details' }).click()
  await expect(detail.getByText('550 5.1.1 No such mailbox')).toBeVisible()
  await checkAccess()
  await page.goto('/dashboard?menu=notification')
  const letters = rowOf(page, 'Term 2').getByRole('link', { name: 'Letters of Term 2, 2025 1 failed' })
  await letters.click()
  await expect(page.getByRole('button', { name: 'Failed 1' })).toHaveAttribute('aria-pressed', 'true')
  await entry.getByRole('button', { name: 'Open the letter to Grace Wanjiru' }).click()

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

test('a send without an answer can be tried again @wide', async ({ page, charity, signInAs, errors }) => {
  await addNews(charity)
  await signInAs(1, '/dashboard?menu=notification')
  await sendOf(page, 'Term 2').click()
  const modal = dialogOf(page)
  const send = modal.getByRole('button', { name: 'Send 1 letter' })
  await page.route('**/api/notifications', (route) => route.abort())
  await send.click()
  await expect(modal.getByRole('alert')).toBeVisible()
  await expect(send).toBeFocused()
  expect(errors.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])
  await page.unroute('**/api/notifications')
  await page.keyboard.press('Enter')
  await expect(modal).toContainText('1 of 1 letter is sent.')
  expect(charity.mailbox.letters).toHaveLength(1)
})

test('a coordinator sees the counts of the terms, but cannot send @wide', async ({
  page,
  charity,
  signInAs,
}) => {
  await addNews(charity)
  await signInAs(3, '/dashboard?menu=notification')
  await expect.poll(() => countsOf(page, 'Term 2')).toEqual([1, 2, 0, 0, 2, 0])
  await expect(page.getByRole('main')).toContainText(
    'Term 2, 2025: 2 report cards and 2 receipts are approved. 1 report card still waits to be verified.',
  )
  await expect(page.getByRole('columnheader').last()).toHaveText('Sent')
  await expect(rowOf(page, 'Term 2').getByRole('button')).toHaveCount(0)
  await expect(rowOf(page, 'Term 2').getByRole('link')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search by year or term' }).fill('term 1')
  await expect(rowOf(page, 'Term 2')).toBeHidden()
  await page.goto('/dashboard?menu=letters')
  await expect(page.getByRole('heading', { level: 1, name: 'Letters' })).toBeVisible()
  await expect(page.getByLabel('Term', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Kind')).toContainText('About promises')
  await expect(page.getByLabel('Kind')).not.toContainText('Account letters')
})

test('a term says why nothing can be sent, and leads to the next step', async ({
  page,
  charity,
  signInAs,
  checkAccess,
  checkWidths,
}) => {
  const officer = await charity.addUser({ role_id: 4 })
  const names = ['Mwende', 'Kevin', 'Faith', 'Brian', 'Njeri', 'Otieno', 'Achieng']
  const ids = await charity.addStudents(
    names.map((name) => ({ name: `${name} Mutua`, liaison_id: officer.id })),
  )
  await charity.addReportCards(
    ids.map((student_id) => Object.assign({ student_id, entered_by: officer.id }, APPROVED)),
  )
  await signInAs(1, '/dashboard?menu=notification')
  await expect(sendOf(page, 'Term 2')).toHaveText('7 without a supporter')
  await expect(sendOf(page, 'Term 2')).toHaveAttribute('data-primary', 'false')
  await expect(page.getByText('No letter is ready to send.')).toBeVisible()
  await sendOf(page, 'Term 2').click()
  const modal = dialogOf(page)
  await expect(modal).toContainText('Nothing can be sent: 7 students have no supporter.')
  await expect(modal).toContainText('7 report cards are approved.')
  await expect(modal.getByRole('link', { name: 'Add supporters' })).toBeFocused()
  if (isPhone(page))
    expect((await modal.getByRole('link', { name: 'Add supporters' }).boundingBox())?.width).toBeGreaterThan(
      340,
    )
  await expect(modal.getByRole('button', { name: /^Send/ })).toHaveCount(0)
  await expect(modal.getByRole('listitem')).toHaveCount(6)
  // Initials stand for a missing picture.
  await expect(modal.getByRole('listitem').first()).toHaveText(/^MMMwende Mutua/)
  await checkAccess()
  await checkWidths()
  await modal.getByRole('button', { name: 'Show 1 more' }).click()
  await expect(modal.getByRole('listitem')).toHaveCount(7)
  await modal.getByRole('link', { name: 'Add supporters' }).click()
  await expect(page.getByText('Only students without a supporter')).toBeVisible()
  await expect(entryOf(page, 'Mwende Mutua')).toBeVisible()
})

test('the reasons of a send lead to what they count @wide', async ({ page, charity, signInAs }) => {
  await addNews(charity)
  await signInAs(1, '/dashboard?menu=notification')
  await sendOf(page, 'Term 2').click()
  await dialogOf(page).getByRole('link', { name: 'Open accounts' }).click()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await expect(entryOf(page, 'Tom Mboya')).toContainText('Disabled')
  await page.goBack()
  await sendOf(page, 'Term 2').click()
  await dialogOf(page).getByRole('button', { name: 'Verify them' }).click()
  const verify = page.getByRole('dialog', { name: 'Verify Reports' })
  await expect(verify).toContainText('1 of 1')
  await expect(verify).toContainText('Mwende Mutua')
})

test('terms are cards below 1200 pixels, two abreast on tablets @wide', async ({
  page,
  charity,
  signInAs,
}) => {
  await addNews(charity)
  await signInAs(1, '/dashboard?menu=notification')
  const boxOf = async (term: string) =>
    (await page.getByRole('article').filter({ hasText: term }).boundingBox())!
  for (const width of [1199, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => overflows(page), `at ${width}`).toEqual([])
    const [second, first] = [await boxOf('Term 2'), await boxOf('Term 1')]
    expect(first.y, `at ${width}`).toBe(second.y)
    expect(first.width, `at ${width}`).toBe(second.width)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await boxOf('Term 1')).y).toBeGreaterThan((await boxOf('Term 2')).y)
  await page.setViewportSize({ width: 1200, height: 900 })
  await expect(page.getByRole('table', { name: 'terms' })).toBeVisible()
  await expect.poll(() => overflows(page)).toEqual([])
})

test.describe('without a mail server', () => {
  test.use({ hasMailServer: false })

  test('administrators see the setting and the steps @wide', async ({ page, charity, signInAs }) => {
    await addNews(charity)
    await signInAs(1, '/dashboard?menu=notification')
    const note = page.getByRole('status').filter({ hasText: 'SMTP_URL' })
    await expect(note).toContainText('No mail server is set. Put its address in SMTP_URL on the server')
    await note.getByRole('button', { name: 'Show the steps' }).click()
    const steps = page.getByRole('dialog', { name: 'Set the mail server' })
    await expect(steps.getByRole('listitem')).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(steps).toBeHidden()
    await sendOf(page, 'Term 2').click()
    const modal = dialogOf(page)
    await expect(modal).toContainText(
      'You can send now. Elimu sends the letters once the mail server is set up.',
    )
    await modal.getByRole('button', { name: 'Send 1 letter' }).click()
    await expect(modal).toContainText(
      '0 of 1 letter is sent. Elimu sends them once the mail server is set up.',
    )
    await modal.getByRole('button', { name: 'Close' }).first().click()
    await page.reload()
    await expect(note).toContainText('1 letter waits for the mail server.')
  })

  test('others see no note about it @wide', async ({ page, charity, signInAs }) => {
    await addNews(charity)
    await signInAs(2, '/dashboard?menu=notification')
    await expect(rowOf(page, 'Term 2')).toBeVisible()
    await expect(page.getByText('mail server')).toHaveCount(0)
  })
})
