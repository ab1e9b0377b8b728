import type { Category } from '#contract/records/receipts.ts'
import { entryOf } from '../support/screen.ts'
import { overflows } from '../support/overflows.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'
const LONG = 'Wanjiku Bartholomew Featherstonehaugh'
/** A phone's, and the narrowest of each layout of larger screens. */
const WIDTHS = [PHONE.width, 768, 992, 1024, 1100, 1200, 1280]
/** No two neighbours have the same heading. */
const LISTS = {
  students: '/dashboard?menu=students',
  users: '/dashboard?menu=users',
  academics: '/dashboard?menu=academics',
  finance: '/dashboard?menu=finance',
  gallery: '/dashboard/gallery',
  schools: '/dashboard?menu=schools',
  cluster: '/dashboard?menu=cluster',
  supporter: '/dashboard?menu=supporter',
  academicsRep: '/dashboard?menu=academicsRep',
  financeRep: '/dashboard?menu=financeRep',
  notification: '/dashboard?menu=notification',
  funding: '/dashboard?menu=funding',
  requests: '/dashboard?menu=requests',
  // Its heading is that of Funding, so another one is between them.
  payments: '/dashboard?menu=payments',
  duplicates: '/dashboard?menu=duplicates',
  retention: '/dashboard?menu=retention',
}
/** Where the first card begins on a phone at most. These lists have rows of filters, buttons or tabs, a statement, or a note above it. */
const FIRST_CARD: Record<string, number> = {
  academics: 330,
  finance: 345,
  requests: 345,
  notification: 420,
  retention: 450,
  schools: 290,
  funding: 960,
  payments: 390,
}
/** Rows are as high as their content. */
const ROW_HEIGHTS: Record<string, number> = { students: 60, users: 52, academics: 56, schools: 56 }

// Without a mail server, pages with a note about it are at their longest.
test.use({ hasMailServer: false })

test.beforeEach(async ({ charity, signInAs }) => {
  const officer = await charity.addUser({
    role_id: 4,
    first_name: 'Christopher',
    last_name: 'Nyakwar-Ouma',
  })
  const supporter = await charity.addUser({
    role_id: 5,
    first_name: 'Bartholomew',
    last_name: 'Featherstonehaugh',
  })
  const people = { liaison_id: officer.id, supporter_id: supporter.id }
  const [faith = 0, long = 0] = await charity.addStudents([
    { ...people, name: FAITH },
    { ...people, name: LONG, status: 2 },
    { ...people, name: 'Faith Atieno' },
  ])
  await charity.addReportCards([
    { student_id: faith, entered_by: officer.id, status: 1 },
    { student_id: long, entered_by: officer.id, status: 1, year: '2015' },
  ])
  await charity.setRetention(3)
  const asked_by = 'Bartholomew Featherstonehaugh-Wanjiku'
  await charity.addRequest({ student_id: long, kind: 'erasure', asked_by, noted_by: officer.id })
  const items: [Category, string, number][] = [['Tuition Fees', 'Tuition', 1_234_567.5]]
  await charity.addReceipts(
    ['Term 1', 'Term 2', 'Term 3'].map((term) => ({
      student_id: faith,
      term,
      items,
      entered_by: officer.id,
      status: 1,
    })),
  )
  await charity.addPaidLine({ student_id: faith, amount: 1_234_567, on: '2026-01-14', by: officer.id })
  await signInAs(1)
})

test('no list scrolls sideways or breaks a word at any width @wide', async ({ page }) => {
  await page.goto('/dashboard?menu=backup')
  const title = page.getByRole('heading', { level: 1 })
  for (const [list, address] of Object.entries(LISTS)) {
    const before = (await title.textContent()) ?? ''
    await page.evaluate((path) => history.pushState({}, '', path), address)
    await expect(title).not.toHaveText(before)
    await expect(page.getByText(/^Showing 1 to/)).toBeVisible()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => overflows(page), `${list} at ${width}`).toEqual([])
      if (width > PHONE.width) continue
      const card = await page.getByRole('article').first().boundingBox()
      expect(card?.y, `first card of ${list} on a phone`).toBeLessThan(FIRST_CARD[list] ?? 240)
    }
    if (!(list in ROW_HEIGHTS)) continue
    await page.setViewportSize(WIDE)
    const row = page.locator('tbody').getByRole('row').first()
    // A table is laid out again after the page has become wider.
    await expect
      .poll(async () => Math.floor((await row.boundingBox())?.height ?? 0), list)
      .toBe(ROW_HEIGHTS[list])
  }
})

test('a tablet has the ref under the name, and a menu @wide', async ({ page, checkAccess }) => {
  await page.setViewportSize({ width: 820, height: 900 })
  await page.goto('/dashboard')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Image',
    'Name',
    'Liaison',
    'Status',
    'Supporter',
    'Actions',
  ])
  const faith = entryOf(page, FAITH)
  await expect(faith.getByRole('cell').nth(1)).toHaveText(`${FAITH}EL-0001High School`)
  await expect(faith.getByRole('button')).toHaveCount(2)
  await expect(faith.getByRole('button', { name: `Edit ${FAITH}` })).toBeVisible()
  await expect(page.getByText('Hi, ')).toHaveCSS('width', '1px')
  const targets = page.getByRole('main').locator('table :is(a, button), nav button')
  for (const target of await targets.all())
    expect((await target.boundingBox())?.height, (await target.textContent()) ?? '').toBeGreaterThanOrEqual(
      44,
    )

  const more = faith.getByRole('button', { name: `More for ${FAITH}` })
  await more.click()
  const items = page.getByRole('main').getByRole('menu').getByRole('menuitem')
  await expect(items).toHaveText([
    'Change picture',
    'Change KCPE certificate',
    'Set status',
    'Remove supporter',
  ])
  await checkAccess()
  await items.filter({ hasText: 'Set status' }).click()
  await expect(page.getByRole('dialog', { name: 'Set Student Status' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(more).toBeFocused()

  await page.getByRole('button', { name: `More for ${LONG}` }).click()
  await expect(page.getByRole('menu')).toContainText('Student is not Active')
  await expect(items).toHaveText(['Set status'])
})
