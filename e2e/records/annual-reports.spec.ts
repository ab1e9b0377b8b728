import type { Page } from '@playwright/test'
import type { Charity } from '../support/charity.ts'
import { entries, entryOf, openHeadMenu } from '../support/screen.ts'
import { readPdf } from '../support/files/readPdf.ts'
import { readTable } from '../support/files/readTable.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

/** A new database always has the current year. */
const THIS_YEAR = String(new Date().getFullYear())
const COORDINATOR = 3
const LIAISON = 4
const HEAD = ['No.', 'Student Name', 'Class', 'School', 'Term 1', 'Term 2', 'Term 3']
const FINANCE_HEAD = [...HEAD, 'Total Cost']
const NYANDO = 'Nyando Girls High School'
const MBOONI = 'Mbooni Hill Secondary School'

type Receipt = Parameters<Charity['addReceipts']>[0][number]

test('the annual finance report sums up a year @wide', async ({ page, charity, signInAs, checkWidths }) => {
  await signInAs(COORDINATOR, '/dashboard')
  await addYears(charity)
  await page.goto('/dashboard?menu=financeRep')
  await expect(page.getByRole('heading', { level: 1, name: 'Annual Finance Report' })).toBeVisible()
  await expect(page.getByText('Costs in Kenya shillings (KES)')).toBeVisible()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  const year = page.getByRole('combobox', { name: 'Year' })
  await expect(year).toHaveValue(THIS_YEAR)
  await year.selectOption('2025')
  await expect(page.getByText('Showing 1 to 3 of 3 entries')).toBeVisible()
  await expect(page).toHaveURL('/dashboard?menu=financeRep&year=2025')

  const moved = [
    ['2', 'Jedidah Mumo', 'Form 2', NYANDO, '38,420.00', '17,905.25', '–', '56,325.25'],
    [MBOONI, '–', '–', '14,210.00', '14,210.00'],
  ]
  const sums = ['Total of 3 students', '102,510.10', '17,905.35', '14,210.00', '134,625.45']
  await page.setViewportSize(PHONE)
  await expect(entryOf(page, 'Jedidah Mumo')).toContainText(moved.flat().slice(1, 3).join(''))
  await expect(facts(entryOf(page, 'Jedidah Mumo'))).toHaveText(moved.flatMap((line) => line.slice(-4)))
  await expect(facts(page.getByRole('region', { name: 'Total' }))).toHaveText(sums.slice(1))
  await page.setViewportSize(WIDE)
  await expect(page.getByRole('columnheader')).toHaveText(FINANCE_HEAD)
  for (const [position, cells] of moved.entries())
    await expect(
      entries(page)
        .nth(position + 1)
        .getByRole('cell'),
    ).toHaveText(cells)
  await expect(page.locator('tfoot').locator('th, td')).toHaveText(sums)
  await checkWidths()

  await page.getByRole('searchbox', { name: 'Search by student name' }).fill('JEDI')
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  const found = page.locator('tfoot')
  await expect(found).toContainText('of 1 student')
  await page.setViewportSize(PHONE)
  await expect(page.getByRole('region', { name: 'Total' })).toContainText(/of 1 student.*70,535\.25/)
  await page.setViewportSize(WIDE)
  await expect(found).toContainText('70,535.25')

  await expect(page).toHaveURL('/dashboard?menu=financeRep&year=2025&search=JEDI')
  await page.reload()
  await expect(year).toHaveValue('2025')
  await expect(found).toContainText('70,535.25')
  await page.goBack()
  await expect(year).toHaveValue(THIS_YEAR)
})

test('the annual academic report has mean scores @wide', async ({ page, charity, signInAs, checkAccess }) => {
  await signInAs(COORDINATOR, '/dashboard')
  const [zawadi = 0, barasa = 0] = await addYears(charity)
  const ofThisYear = { year: THIS_YEAR, status: 1 }
  await charity.addReportCards([
    { ...ofThisYear, student_id: zawadi, term: 'Term 1', mark: 61.5 },
    { ...ofThisYear, student_id: zawadi, term: 'Term 2', mark: 70, school_id: 2 },
    { ...ofThisYear, student_id: barasa, term: 'Term 1', mark: 40 },
  ])
  await page.goto('/dashboard?menu=academicsRep')
  await expect(page.getByRole('heading', { level: 1, name: 'Annual Academic Report' })).toBeVisible()
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(HEAD)
  const zawadiLine = ['2', 'Zawadi Kilonzo', 'Form 1', NYANDO, '61.5', '–', '–']
  await expect(entries(page).nth(1).getByRole('cell')).toHaveText(zawadiLine)
  await expect(entries(page).nth(2).getByRole('cell')).toHaveText([MBOONI, '–', '70.0', '–'])
  const means = ['Mean of 2 students', '50.8', '70.0', '–']
  await expect(page.locator('tfoot').locator('th, td')).toHaveText(means)
  await page.getByRole('columnheader', { name: 'Term 1' }).getByRole('button').click()
  await expect(entries(page).first()).toContainText('=Barasa')
  await checkAccess()

  const saved = page.waitForEvent('download')
  await openHeadMenu(page)
  await page.getByRole('button', { name: 'Download XLSX' }).click()
  const lines = await readTable(await saved)
  expect(lines[0]).toEqual(HEAD)
  expect(lines.at(-1)).toEqual(['', 'Mean', '', '', '50.8', '70', ''])

  await page.getByRole('combobox', { name: 'Year' }).selectOption('2025')
  await expect(page.getByRole('heading', { name: 'No students yet' })).toBeVisible()
})

test('an annual report is printed completely, black on white @wide', async ({ page, charity, signInAs }) => {
  await signInAs(COORDINATOR)
  const { id: liaison_id } = await charity.addUser({ role_id: LIAISON })
  const names = Array.from({ length: 40 }, (_, index) => `Student ${String(index + 1).padStart(2, '0')}`)
  const ids = await charity.addStudents(names.map((name) => ({ name, liaison_id })))
  await charity.addReceipts(ids.map((student_id) => ({ student_id, items: [['Shopping', 'Soap', 1_000.5]] })))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard?menu=financeRep')
  await expect(page.getByText('Showing 1 to 5 of 40 entries')).toBeVisible()
  // A single year is no choice.
  await expect(page.getByRole('combobox', { name: 'Year' })).toHaveCount(0)
  await expect(page.getByText(`Year ${THIS_YEAR}`)).toBeVisible()

  const sheets = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  expect(sheets.length).toBeGreaterThan(1)
  for (const [position, { width, height, text }] of sheets.entries()) {
    expect(width).toBeGreaterThan(height)
    expect(text).toContain(`Page ${position + 1} of ${sheets.length}`)
    expect(text).toContain(position === 0 ? `Year ${THIS_YEAR}` : `Annual Finance Report, Year ${THIS_YEAR}`)
    expect(text).toContain(FINANCE_HEAD.join(' '))
    for (const control of ['Settings', 'CSV', 'Showing', 'entries']) expect(text).not.toContain(control)
  }
  const text = sheets.map((sheet) => sheet.text).join(' ')
  expect(text).toMatch(
    new RegExp(
      `^Page 1 of \\d+ Annual Finance Report Year ${THIS_YEAR} Costs in Kenya shillings \\(KES\\) Elimu \\d+ \\w{3} \\d{4}`,
    ),
  )
  for (const name of names) expect(text).toContain(name)
  expect(text.match(/Total of 40 students/g)).toHaveLength(1)
  expect(text).toMatch(/40,020\.00 – – 40,020\.00 ?$/)

  await page.getByRole('searchbox').fill('student 3')
  await expect(page.getByText('of 10 entries')).toBeVisible()
  const [found, ...others] = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  expect(others).toEqual([])
  expect(found?.text).toContain('Students matching “student 3”')
  expect(found?.text).toContain('Total of 10 students')
  expect(found?.text).not.toContain('Student 01')

  // The browser has no print dialog here. With one, only the start of printing would be known.
  await page.evaluate(() => {
    window.print = () => void dispatchEvent(new Event('beforeprint'))
  })
  await page.getByRole('button', { name: 'Print' }).click()
  const sheet = page.locator('body > :not(#root):has(> style)')
  await expect(sheet).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByRole('heading', { name: 'Annual Finance Report' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

/** Two years of three students, one of whom moved school; returns the students' ids. */
async function addYears(charity: Charity): Promise<number[]> {
  const { id: liaison_id } = await charity.addUser({ role_id: LIAISON })
  const ids = await charity.addStudents(
    ['Zawadi Kilonzo', '=Barasa', 'Jedidah Mumo'].map((name) => ({ name, liaison_id })),
  )
  const [zawadi = 0, barasa = 0, jedidah = 0] = ids
  const mbooni = await charity.addSchool(MBOONI)
  const receipt = (student_id: number, term: string, cost: number): Receipt => ({
    student_id,
    term,
    year: '2025',
    items: [['Tuition Fees', 'Tuition', cost]],
  })
  await charity.addReceipts([
    receipt(zawadi, 'Term 1', 33_849.9),
    // Two receipts of one term are added up.
    receipt(barasa, 'Term 1', 30_240.1),
    receipt(barasa, 'Term 1', 0.1),
    receipt(barasa, 'Term 2', 0.1),
    { ...receipt(jedidah, 'Term 1', 38_420), class: 'Form 2' },
    { ...receipt(jedidah, 'Term 2', 17_905.25), class: 'Form 2' },
    { ...receipt(jedidah, 'Term 3', 14_210), class: 'Form 2', school_id: mbooni },
    { ...receipt(zawadi, 'Term 1', 500), year: THIS_YEAR },
  ])
  return ids
}

const facts = (card: ReturnType<Page['locator']>) => card.getByRole('definition')
