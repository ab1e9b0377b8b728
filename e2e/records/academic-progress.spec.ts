import type { Locator, Page } from '@playwright/test'
import type { Charity, Person } from '../support/charity.ts'
import { PHONE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'

type ReportCards = Parameters<Charity['addReportCards']>[0]

let officer: Person
let supporter: Person
let faith: number

/** A year of three terms, of which the last waits to be verified, and one term of the year before. */
async function givenReportCards(charity: Charity) {
  officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  supporter = await charity.addUser({ role_id: 5 })
  const liaison_id = officer.id
  const [id = 0] = await charity.addStudents([{ liaison_id, name: FAITH, supporter_id: supporter.id }])
  faith = id
  const in2025 = { student_id: id, year: '2025', class: 'Form 3' }
  const reports: ReportCards = [
    { student_id: id, year: '2024', term: 'Term 3', class: 'Form 2', status: 2, grade: 'C+', mark: 58.4 },
    {
      ...in2025,
      term: 'Term 1',
      status: 1,
      grade: 'B',
      mark: 65.6,
      marks: [
        ['English', 68, 'B'],
        ['Mathematics', 54.5, 'C'],
        ['Chemistry', 0, 'X'],
      ],
    },
    {
      ...in2025,
      term: 'Term 2',
      status: 1,
      grade: 'B+',
      mark: 70,
      marks: [
        ['English', 71, 'B+'],
        ['Mathematics', 61, 'B-'],
        ['Chemistry', 57, 'C+'],
        ['CRE', 80, 'A'],
      ],
    },
    {
      ...in2025,
      term: 'Term 3',
      status: 0,
      grade: 'B+',
      mark: 70.8,
      teacher_comment: 'Strong in humanities.',
      liaison_comment: 'Visited on 14 October.',
      action_plan: 'More algebra before Form 4.',
      psychosocial: 'Misses her brother.',
      remark: 'The PDF is of Term 2.',
      marks: [
        ['English', 74, 'B+'],
        ['Mathematics', 56, 'C+'],
        ['Chemistry', 0, 'Y'],
        ['CRE', 80, 'A'],
      ],
    },
  ]
  await charity.addReportCards(reports)
}

test.beforeEach(({ charity }) => givenReportCards(charity))

const progressOf = (page: Page) => page.getByRole('region', { name: 'Academic Progress' })

async function openProfile(page: Page, more = ''): Promise<Locator> {
  await page.goto(`/dashboard?menu=profile&student=${faith}&profile=academics${more}`)
  return progressOf(page)
}

/** The texts of the cells of a line of the table. */
const lineOf = (progress: Locator, name: string) =>
  progress.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')

test('shows a year with its marks, comments and report cards @wide', async ({
  page,
  signIn,
  checkWidths,
}) => {
  await signIn(officer)
  const progress = await openProfile(page)
  await expect(progress).toContainText('Form 3, 2025')
  await expect(progress.getByRole('table', { name: 'Marks of 2025' })).toBeVisible()
  await expect(progress.getByRole('columnheader')).toHaveText(['Subject', 'Term 1', 'Term 2', 'Term 3'])
  await expect(lineOf(progress, 'Mathematics')).toHaveText(['54.5C', '61.0B-', 'Lower than Term 256.0C+'])
  await expect(lineOf(progress, 'Chemistry')).toHaveText(['X', '57.0C+', 'Y'])
  await expect(lineOf(progress, 'CRE')).toHaveText(['–', '80.0A', '80.0A'])
  await expect(progress.getByText('Lower than Term 2')).toHaveCount(1)
  await expect(lineOf(progress, 'Mathematics').last().locator('svg')).toBeVisible()
  await expect(progress.getByRole('img', { name: /^Mean score by term in 2025/ })).toHaveAccessibleName(
    'Mean score by term in 2025: Term 1 65.6, Term 2 70.0, Term 3 70.8. Mathematics fell in Term 3.',
  )
  await expect(progress.getByRole('img', { name: /^Mean score by term: / })).toHaveAccessibleName(
    'Mean score by term: Term 3 of 2024 58.4, Term 1 of 2025 65.6, Term 2 of 2025 70.0, Term 3 of 2025 70.8.',
  )
  for (const text of ['Mean 70.8', 'Mathematics 56.0']) await expect(progress).toContainText(text)
  await expect(progress.getByText('Mark out of 100')).toHaveCount(2)
  // The marks of a term are aligned at the decimal point.
  const marks = progress
    .getByRole('row')
    .getByRole('cell')
    .filter({ hasText: /^\d+\.\d/ })
    .locator('span > span:first-child')
  const columns = () =>
    marks.evaluateAll(
      (spans) => new Set(spans.map((span) => Math.round(span.getBoundingClientRect().right))).size,
    )
  expect(await columns()).toBe(3)
  await checkWidths()

  const comments = progress.getByRole('region', { name: 'Comments' })
  const written = ['Strong in humanities.', 'Visited on 14 October.', 'More algebra', 'Misses her brother.']
  for (const text of [...written, 'Returned: The PDF is of Term 2.'])
    await expect(comments).toContainText(text)
  await comments.getByRole('button', { name: 'Term 1' }).click()
  await expect(comments).toContainText('A steady term.')
  await expect(comments).not.toContainText('Returned')

  const links = await progress.getByRole('link', { name: /of Term \d, 2025$/ }).all()
  expect(links).toHaveLength(3)
  for (const link of links) {
    await expect(link).toHaveAttribute('target', '_blank')
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  }
  await expect(progress.getByText('Verified', { exact: true })).toHaveCount(2)
  await expect(progress.getByText('Unverified', { exact: true })).toHaveCount(1)
  await expect(progress.getByRole('button', { name: 'Admin Verify' })).toHaveCount(0)
  // On a phone each report card has its own line.
  const cards = progress.getByRole('list', { name: 'Report cards' }).getByRole('listitem')
  await expect(cards).toHaveCount(0)
  await page.setViewportSize(PHONE)
  await expect(cards).toHaveCount(3)
  expect(await columns()).toBe(3)
  await page.setViewportSize({ width: 320, height: 568 })
  const box = progress.getByRole('table', { name: 'Marks of 2025' }).locator('..')
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.setViewportSize(PHONE)
})

test('the address keeps the chosen year @wide', async ({ page, charity, signIn }) => {
  await signIn(officer, '/dashboard?menu=academics')
  await expect(page.getByRole('heading', { level: 1, name: 'Academics' })).toBeVisible()
  const progress = await openProfile(page)
  const years = progress.getByRole('group', { name: 'Academic year' })
  await expect(years.getByRole('button')).toHaveText(['2024', '2025'])
  await expect(years.getByRole('button', { pressed: true })).toHaveText('2025')
  await years.getByRole('button', { name: '2024' }).click()
  await expect(progress).toContainText('Form 2, 2024')
  await expect(progress.getByRole('columnheader')).toHaveText(['Subject', 'Term 3'])
  // A single term is no choice.
  await expect(progress.getByRole('group')).toHaveCount(1)
  await expect(page).toHaveURL(/academic_year=2024/)
  await page.reload()
  await expect(progress).toContainText('Form 2, 2024')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Academics' })).toBeVisible()
  await openProfile(page, '&academic_year=1999')
  await expect(years.getByRole('button', { pressed: true })).toHaveText('2025')

  const student = { liaison_id: officer.id, school_id: 1, name: 'Mwende Mutua' }
  const [other] = await charity.addStudents([student])
  await page.goto(`/dashboard?menu=profile&student=${other}&profile=academics`)
  await expect(page.getByRole('heading', { level: 1, name: 'Mwende Mutua' })).toBeVisible()
  await expect(progress).toContainText('No report card yet.')
})

test('a supporter sees only verified report cards @wide', async ({ page, signIn, checkAccess }) => {
  await signIn(supporter)
  const progress = await openProfile(page)
  await expect(progress.getByRole('columnheader')).toHaveText(['Subject', 'Term 1', 'Term 2'])
  await expect(progress.getByText('Lower than Term 2')).toHaveCount(0)
  await expect(progress.getByRole('link', { name: /of Term/ })).toHaveCount(2)
  await expect(progress.getByRole('button', { name: 'Admin Verify' })).toHaveCount(0)
  await expect(progress.getByRole('img', { name: /^Mean score by term: / })).toHaveAccessibleName(
    'Mean score by term: Term 3 of 2024 58.4, Term 1 of 2025 65.6, Term 2 of 2025 70.0.',
  )
  await expect(progress.getByRole('region', { name: 'Comments' }).getByRole('term')).toHaveText([
    'Teacher Comment',
    'Liaison Comment',
  ])
  await checkAccess()
})

test('a year is printed by itself, ink on white @wide', async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(officer)
  const progress = await openProfile(page)
  await expect(lineOf(progress, 'English').first()).toBeVisible()
  // The browser's own print dialog cannot be tested, so only the event before it is sent.
  await page.evaluate(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'))
  })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await progress.getByRole('button', { name: 'Print' }).dispatchEvent('click')
  const shown = [FAITH, 'EL-0001', 'Nyando Girls High School', 'Form 3, 2025', 'Mean score and grade']
  for (const text of [...shown, 'Misses her brother.', 'A steady term.'])
    await expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /^Mathematics/ }).getByRole('cell')).toHaveText([
    '54.5C',
    '61.0B-',
    'Lower than Term 256.0C+',
  ])
  await expect(page.getByRole('row', { name: /^Verification/ }).getByRole('cell')).toHaveText([
    'Verified',
    'Verified',
    'Unverified',
  ])
  for (const role of ['navigation', 'button', 'link', 'img'] as const)
    await expect(page.getByRole(role)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: FAITH })).toHaveCSS('color', 'rgb(22, 33, 31)')

  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null, colorScheme: 'dark' })
  await expect(progress.getByRole('button', { name: 'Print' })).toBeVisible()
})
