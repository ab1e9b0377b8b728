import { readTable } from '../support/files/readTable.ts'
import { callAs, givenFunding } from '../support/money.ts'
import { entries, entryOf, isPhone, openHeadMenu } from '../support/screen.ts'
import { WIDE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const YEAR = String(new Date().getFullYear())
const FUNDING = '/dashboard?menu=funding'

test('Funding says what is still to find, and leads to the next step', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  await givenFunding({ page, charity, signIn }, { year: YEAR })
  await page.goto('/dashboard?menu=finance')
  const tabs = page.getByRole('navigation', { name: 'Finance' }).getByRole('link')
  await expect(tabs).toHaveText(['Receipts', 'Funding', 'Payments'])
  await tabs.nth(1).click()

  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary.getByRole('heading')).toHaveText(
    `KES 21,000 still to find for ${YEAR}, for 1 of 4 students`,
  )
  await expect(summary).toContainText('2 students have no plan yet, so the real figure may be higher.')
  await expect(summary).toContainText('Promised111,000.0012,000.00 of it above plan')
  await expect(entryOf(page, 'Achieng')).toContainText('Anna Keller and 1 more')
  await expect(entryOf(page, 'Achieng')).toContainText('21,000.00')
  await expect(entryOf(page, 'Barasa')).toContainText('Covered')
  await expect(entryOf(page, 'Barasa')).toContainText('12,000.00 above plan')
  await expect(entryOf(page, 'Dennis')).toContainText('Not known')
  await expect(entryOf(page, 'Barasa').getByRole('button')).toHaveCount(0)
  await expect(
    entryOf(page, 'Dennis').getByRole('button', { name: 'Set plan for Dennis Mutiso' }),
  ).toBeVisible()
  await expect(
    entryOf(page, 'Esther').getByRole('button', { name: 'Set class of Esther Mumbua' }),
  ).toBeVisible()
  await checkAccess()

  const only = async (name: string, count: number) => {
    if (isPhone(page)) await page.getByLabel('Show only').selectOption(`${name} (${count})`)
    else await page.getByRole('button', { name: `${name} ${count}` }).click()
    await expect(page.getByText(`of ${count} entries`)).toBeVisible()
  }
  await only('Over plan', 1)
  await expect(entries(page)).toContainText(['Barasa'])
  await only('No plan', 2)
  await page.getByLabel('School', { exact: true }).selectOption('Nyando Girls High School')
  await expect(page.getByText('No student to show')).toBeVisible()
  await page.getByRole('button', { name: 'Show all students' }).click()
  await expect(page.getByText('of 4 entries')).toBeVisible()

  // Of a school of which nothing is known the totals are not 0.
  const bySchool = page.getByRole('region', { name: 'By school' })
  const kyangala = bySchool.getByRole(isPhone(page) ? 'listitem' : 'row').filter({ hasText: 'Kyangala' })
  await expect(kyangala.getByText('Not known')).toHaveCount(isPhone(page) ? 2 : 4)
  await kyangala.getByRole('button').click()
  await expect(page.getByText('of 2 entries')).toBeVisible()
  await expect(summary.getByText('Not known', { exact: true })).toHaveCount(2)
  const total = isPhone(page)
    ? entryOf(page, 'All 2 students')
    : page.getByRole('row', { name: /^All 2 students/ })
  await expect(total.getByText('Not known')).toHaveCount(3)
  await checkAccess()
  await openHeadMenu(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const sums = (await readTable(await saved)).at(-1)?.slice(4, 10)
  expect(sums).toEqual(['Not known', '0', '', 'Not known', '0', 'Not known'])
  await bySchool.getByRole('button', { name: 'Nyando' }).click()
  await expect(page.getByText('of 2 entries')).toBeVisible()
  await expect(summary.getByRole('heading')).toContainText('for 1 of 2 students')
  await page.getByLabel('Term', { exact: true }).selectOption('Term 1')
  await expect(summary.getByRole('heading')).toHaveText(
    `KES 23,000 short in Term 1, ${YEAR}, for 2 of 2 students`,
  )
  await page.reload()
  await expect(summary.getByRole('heading')).toContainText('short in Term 1')

  await entryOf(page, 'Achieng').getByRole('button', { name: 'Add promise for Achieng Ouma' }).click()
  await expect(page).toHaveURL(/menu=profile&student=\d+&profile=finance/)
  await expect(page.getByRole('button', { name: 'Add promise' })).toBeInViewport()
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect(summary.getByRole('heading')).toContainText('short in Term 1')
})

test('Funding is saved and printed with what is not known @wide', async ({ page, charity, signIn }) => {
  await givenFunding({ page, charity, signIn }, { year: YEAR })
  await page.addInitScript(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
      document.documentElement.dataset['printed'] = document.querySelector('body > div > table')?.textContent
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  await page.goto(FUNDING)
  await expect(page.getByText('of 4 entries')).toBeVisible()
  await openHeadMenu(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(new RegExp(`^funding-${YEAR}-.*\\.csv$`))
  const lines = await readTable(file)
  expect(lines[0]).toEqual([
    'Ref',
    'Student Name',
    'School',
    'Class',
    'Planned',
    'Promised',
    'Promised By',
    'To Find',
    'Paid to School',
    'Owed to School',
    'Spent',
  ])
  const by = 'Anna Keller, Machakos County bursary'
  expect(lines[1]?.slice(0, 8)).toEqual([
    'EL-0001',
    'Achieng Ouma',
    'Nyando Girls High School',
    'Form 1',
    '60000',
    '39000',
    by,
    '21000',
  ])
  expect(lines[3]?.slice(3, 8)).toEqual(['Form 1', 'Not known', '0', '', 'Not known'])
  expect(lines.at(-1)?.slice(4, 8)).toEqual(['120000', '111000', '', '21000'])

  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html[data-printed]')).toHaveAttribute('data-printed', /60,000\.0039,000\.00Anna/)
})

test('each press that saves or prints Funding is listed once in Who looked, also after a lost answer', async ({
  page,
  charity,
  signIn,
  errors,
}) => {
  const { achieng } = await givenFunding({ page, charity, signIn }, { year: YEAR })
  await signIn(await charity.addUser({ role_id: 2, first_name: 'Peter', last_name: 'Mwangi' }), FUNDING)
  await expect(page.getByText('of 4 entries')).toBeVisible()
  // The server notes the first press, but its answer does not arrive.
  await page.route(
    '**/api/funding/departures',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const main = page.getByRole('main')
  await openHeadMenu(page)
  await main.getByRole('button', { name: 'Download CSV' }).click()
  await expect(main.getByRole('alert')).toContainText('The server cannot be reached.')
  const saved = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Try again' }).click()
  await saved
  expect(errors.splice(0)).toHaveLength(1)
  const printed = page.waitForResponse('**/api/funding/departures')
  if (isPhone(page)) await openHeadMenu(page)
  await main.getByRole('button', { name: 'Print' }).click()
  await printed

  const looked = page.getByRole('region', { name: 'Who looked' })
  const openLooked = async () => {
    await page.goto(`/dashboard?menu=profile&student=${achieng}&tab=looked`)
    await looked.getByRole('button', { name: /left Elimu/ }).click()
  }
  const rows = looked.getByRole(isPhone(page) ? 'listitem' : 'row').filter({ hasText: `Funding, ${YEAR}` })
  await openLooked()
  await expect(rows).toHaveText([/Printed/, /Downloaded/])
  await expect(rows.first()).toContainText('Peter Mwangi')

  // A second press is a second departure.
  await page.goto(FUNDING)
  for (let press = 0; press < 2; press++) {
    const again = page.waitForEvent('download')
    await openHeadMenu(page)
    await main.getByRole('button', { name: 'Download CSV' }).click()
    await again
  }
  await openLooked()
  await expect(rows.filter({ hasText: 'Downloaded' })).toHaveCount(3)
  await expect(rows.filter({ hasText: 'Printed' })).toHaveCount(1)
})

test('a liaison officer reads the figures of their own students, without sources', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { officer, supporter } = await givenFunding({ page, charity, signIn }, { year: YEAR })
  await signIn(officer, FUNDING)
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary.getByRole('heading')).toContainText('for 1 of 2 students')
  await expect(summary).toContainText('Your own students only.')
  await expect(page.getByText('of 2 entries')).toBeVisible()
  await expect(entryOf(page, 'Achieng')).toContainText('39,000.00')
  await expect(page.getByText('Anna Keller')).toHaveCount(0)
  await expect(page.getByText('bursary')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add promise' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Set the missing plans' })).toHaveCount(0)
  await checkAccess()

  // A supporter has receipts only, and no row of tabs.
  await signIn(supporter, '/dashboard?menu=finance')
  await expect(page.getByRole('heading', { level: 1, name: 'Finance' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Finance' })).toHaveCount(0)
  await page.goto(FUNDING)
  await expect(page).toHaveURL(/menu=academics/)
})

test('where only a class is missing, Funding leads to the student without it', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { dennis, year_id, terms } = await givenFunding({ page, charity, signIn }, { year: YEAR })
  for (const term_id of terms)
    await callAs(page, 'PUT', `/api/students/${dennis}/plans`, {
      year_id,
      term_id,
      amount: 100,
      to_school: 100,
      reason: 'Pays for books only',
    })
  await page.goto(FUNDING)
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText('1 student has no plan yet, so the real figure may be higher.')
  await expect(summary).toContainText('Their class is not known.')
  // What was spent above the plan of a term is marked.
  await expect(entryOf(page, 'Dennis')).toContainText('22,144.00 over in Term 1')
  await checkAccess()
  await summary.getByRole('button', { name: 'Set the missing class' }).click()
  await expect(page).toHaveURL(/funding=no_plan/)
  await expect(
    isPhone(page)
      ? page.getByRole('combobox', { name: 'Show only' })
      : page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: 'All' }),
  ).toBeFocused()
  await expect(page.getByText('of 1 entries')).toBeVisible()
  await expect(
    entryOf(page, 'Esther').getByRole('button', { name: 'Set class of Esther Mumbua' }),
  ).toBeVisible()
})

test('the sums of a narrow table have their names @wide', async ({ page, charity, signIn, checkWidths }) => {
  await givenFunding({ page, charity, signIn }, { year: YEAR })
  await page.goto(FUNDING)
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect(entryOf(page, 'Achieng')).toContainText(/Paid–Owed48,000\.00Spent22,244\.00/)
  await page.setViewportSize(WIDE)
  await checkWidths()
})
