import type { Page } from '@playwright/test'
import { unmarked } from '../support/forcedColours.ts'
import { layoutProblems } from '../support/layoutProblems.ts'
import { openMyWork } from '../support/myWork.ts'
import { WIDE } from '../support/sizes.ts'
import { tabProblems } from '../support/tabProblems.ts'
import { expect, test } from '../support/test.ts'
import { watchMotion } from '../support/watchMotion.ts'

type Screen = {
  address: string
  isSignedOut?: boolean
  /** Whether the supporter of the students sees it. */
  isOfSupporter?: boolean
  open?: (page: Page) => Promise<unknown>
  /** Where Tab deliberately leaves the order on the screen, and why. */
  ownOrder?: RegExp
}

const SCREENS: Record<string, Screen> = {
  // The link stands beside the label, but Tab leads from the email straight to the password.
  'Sign-in': { address: '/', isSignedOut: true, ownOrder: /Forgot password/ },
  Students: { address: '/dashboard?menu=students' },
  Users: { address: '/dashboard?menu=users' },
  // On a phone several buttons have a row below the menu, which Tab reaches after them.
  Academics: { address: '/dashboard?menu=academics', ownOrder: /More for/ },
  Finance: { address: '/dashboard?menu=finance', ownOrder: /More for/ },
  Gallery: { address: '/dashboard/gallery' },
  'Progress Report': { address: '/dashboard?menu=notification' },
  'What Is Missing': { address: '/dashboard?menu=missing' },
  'School calendar': { address: '/dashboard?menu=calendar' },
  'A child’s page': { address: '/dashboard?menu=profile&student=1' },
  'The report card form': {
    address: '/dashboard?menu=academics',
    async open(page) {
      await page
        .getByRole('button', { name: /^Add Academic/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByLabel('Year')).toBeVisible()
    },
    // On a phone the button is at the end of the first line of its row; typing continues in the second.
    ownOrder: /Remove row/,
  },
  'The receipt form': {
    address: '/dashboard?menu=finance',
    async open(page) {
      await page
        .getByRole('button', { name: /^Add Finance/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByLabel('Year')).toBeVisible()
    },
    ownOrder: /Remove row/,
  },
  'Record Consent': {
    address: '/dashboard?menu=profile&student=1',
    async open(page) {
      await page.getByRole('button', { name: /^Record Consent/ }).click()
      await expect(page.getByRole('dialog').getByLabel('Date', { exact: true })).toBeVisible()
    },
  },
  'The supporter’s home': {
    address: '/dashboard',
    isOfSupporter: true,
    open: (page) => expect(page.getByRole('link', { name: 'Open Faith’s year' })).toBeVisible(),
  },
  'A child’s page for the supporter': {
    address: '/dashboard?menu=profile&student=1&profile=academics',
    isOfSupporter: true,
  },
  'Finance for the supporter': { address: '/dashboard?menu=finance', isOfSupporter: true },
  'The galleries for the supporter': { address: '/dashboard/gallery', isOfSupporter: true },
  'A child’s gallery for the supporter': {
    address: '/dashboard/studentgallery?student=1',
    isOfSupporter: true,
  },
  'My work': { address: '/dashboard?menu=users', open: openMyWork },
}

/** A window of 1440 × 900 px at 200 %, and windows of 1280 × 2272 and 1280 × 1024 px at 400 %. */
const ZOOMS = {
  '200 %': { width: 720, height: 450 },
  '400 %': { width: 320, height: 568 },
  '400 % in a low window': { width: 320, height: 256 },
}
/** The values of WCAG 2.2, 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

for (const [name, { address, isSignedOut, isOfSupporter, open, ownOrder }] of Object.entries(SCREENS))
  test(`${name} can be used enlarged, by keyboard, in forced colours and without motion @wide`, async ({
    page,
    charity,
    signIn,
  }) => {
    const administrator = await charity.addUser({ role_id: 1, first_name: 'Amina', last_name: 'Mwangi' })
    const officer = await charity.addUser({
      role_id: 4,
      first_name: 'Christopher',
      last_name: 'Nyakwar-Ouma',
    })
    const supporter = await charity.addUser({
      role_id: 5,
      first_name: 'Alexandrina',
      last_name: 'Wolfeschlegel',
    })
    const entered_by = officer.id
    const people = { liaison_id: officer.id, supporter_id: supporter.id }
    const [child = 0, other = 0] = await charity.addStudents([
      { name: 'Faith Atieno Odhiambo', ...people },
      { name: 'Wanjiku Bartholomew Featherstonehaugh', ...people, status: 2 },
    ])
    await charity.addReportCards([
      { student_id: child, entered_by },
      { student_id: other, entered_by, status: 1 },
    ])
    await charity.addReceipts([{ student_id: child, entered_by }])
    const year = charity.now().getFullYear().toString()
    await charity.setDates(['Term 1', year, `${year}-01-05`, `${year}-04-10`])
    await charity.addMedia([{ student_id: child, title: 'First day at Nyando Girls' }])
    const motion = await watchMotion(page)
    const expectLayout = (when: string) => expect.soft.poll(() => layoutProblems(page), when).toEqual([])
    const expectOrder = async (when: string) => {
      const problems = await tabProblems(page)
      const others = problems.filter((each) => !each.startsWith('backwards') || !ownOrder?.test(each))
      expect.soft(others, `by keyboard ${when}`).toEqual([])
    }

    await page.emulateMedia({ forcedColors: 'active' })
    await (isSignedOut ? page.goto(address) : signIn(isOfSupporter ? supporter : administrator, address))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Loading /)).toHaveCount(0)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await open?.(page)
    await expectOrder('in forced colours')
    expect.soft(await unmarked(page), 'in forced colours').toEqual([])
    await page.emulateMedia({ forcedColors: 'none' })

    const spacing = await page.addStyleTag({ content: SPACING })
    await expectLayout('with wider spacing')
    await spacing.evaluate((style) => style.parentNode?.removeChild(style))
    for (const [zoom, size] of Object.entries(ZOOMS)) {
      await page.setViewportSize(size)
      await expectLayout(`at ${zoom}`)
    }
    await expectOrder('at 400 %')
    await setTextSize(page, 32)
    await page.setViewportSize(WIDE)
    await expectLayout('with text of twice the size')
    expect.soft(await motion(), 'moving').toEqual([])
  })

test('a long name on a child’s page is not broken at 400 % @wide', async ({ page, charity, signInAs }) => {
  const officer = await charity.addUser({ role_id: 4 })
  await charity.addStudents([{ name: 'Wanjiku Bartholomew Featherstonehaugh', liaison_id: officer.id }])
  await page.setViewportSize(ZOOMS['400 %'])
  await signInAs(1, '/dashboard?menu=profile&student=1')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => layoutProblems(page)).toEqual([])
})

/** The size of text that users set in their browser; 16 px by default. */
async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
}
