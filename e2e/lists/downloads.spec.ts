import type { Download, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import { PASSWORD } from '../../server/testing/data/users.ts'
import { readTable } from '../support/files/readTable.ts'
import { openHeadMenu } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

const DIRECTOR = 2

test('a director downloads all students with all fields, and everything as spreadsheets @wide', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  const { id: liaison_id } = await charity.addUser({
    role_id: 4,
    first_name: 'Lydia',
    last_name: 'Chebet',
    email: 'lydia@charity.test',
  })
  const [faithId = 0] = await charity.addStudents([
    { name: 'Faith, "Fifi" Atieno', liaison_id, guardian_phone: '+254 722 000 111' },
    { name: 'Kevin Otieno', liaison_id, mother: 'Not known', background: 'Two\nlines', status: 3 },
  ])
  await charity.addReportCards([{ student_id: faithId }])
  await signInAs(DIRECTOR, '/dashboard?menu=students')
  await openHeadMenu(page)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Download Students' })
  await expect(dialog).toContainText('All students, with all fields that you see.')
  await checkWidths()

  const csv = await saved(page, 'Download CSV')
  await expect(dialog.getByText('2 rows saved.')).toBeVisible()
  expect(csv.suggestedFilename()).toMatch(/^students-\d{4}-\d\d-\d\d\.csv$/)
  const lines = await readTable(csv)
  const [faith, kevin] = byHeading(lines)
  expect(faith).toMatchObject({
    Ref: 'EL-0001',
    Name: 'Faith, "Fifi" Atieno',
    'Guardian’s Phone': "'+254 722 000 111",
    'Liaison Officer': 'Lydia Chebet <lydia@charity.test>',
    Status: 'Active',
  })
  expect(kevin).toMatchObject({ Mother: '', Background: 'Two\nlines', Status: 'Graduated' })
  const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
  charity.step(11 * 60_000)
  const xlsx = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download XLSX' }).click()
  await expect(confirm).toContainText('To download List of all students, enter your password.')
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  expect(await readTable(await xlsx)).toEqual(lines)

  charity.step(11 * 60_000)
  await dialog.getByRole('button', { name: 'Download Everything' }).click()
  await expect(confirm).toContainText('To download everything, enter your password.')
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const zip = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const everything = await zip
  expect(everything.suggestedFilename()).toMatch(/^elimu-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(await readFile(await everything.path()))
  expect(Object.keys(files)).toEqual([
    '0-administrators.csv',
    '1-schools.csv',
    '2-staff.csv',
    '4-students.csv',
    '5-report-cards.csv',
  ])
  expect(strFromU8(files['4-students.csv'] ?? new Uint8Array())).toContain('"Faith, ""Fifi"" Atieno"')
})

test('a download begins again if its columns change during it @wide', async ({ page, charity, signInAs }) => {
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  await charity.addStudents([
    { name: 'Faith Atieno', liaison_id },
    { name: 'Kevin Otieno', liaison_id },
  ])
  await signInAs(DIRECTOR, '/dashboard?menu=students')
  await openHeadMenu(page)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Download Students' })
  let parts = 0
  let changes = 1
  await page.route('**/api/downloads', async (route) => {
    const response = await route.fetch()
    const part = (await response.json()) as { headings: string[]; data: unknown[][] }
    parts += 1
    // Simulates a column that appears during a download: the first part lacks it, the next one has it.
    if (changes === 0 || parts % 2 === 0) return route.fulfill({ response })
    changes -= 1
    const [headings, data] = [part.headings.slice(1), part.data.map((cells) => cells.slice(1))]
    return route.fulfill({ response, json: { ...part, headings, data, next: 1 } })
  })
  const lines = await readTable(await saved(page, 'Download CSV'))
  expect(lines.map(([ref]) => ref)).toEqual(['Ref', 'EL-0001', 'EL-0002'])
  await expect(dialog.getByText('2 rows saved.')).toBeVisible()

  parts = 0
  changes = 2
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect(dialog).toContainText('The columns of the list have changed meanwhile. Try again.')
})

async function saved(page: Page, button: string): Promise<Download> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return download
}

const byHeading = ([headings = [], ...lines]: string[][]) =>
  lines.map((cells) => Object.fromEntries(headings.map((heading, index) => [heading, cells[index]])))
