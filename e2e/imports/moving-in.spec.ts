import type { Page } from '@playwright/test'
import { workbookFile } from '../support/files/sheetFile.ts'
import { openHeadMenu } from '../support/screen.ts'
import { tabTo } from '../support/tabTo.ts'
import { expect, test } from '../support/test.ts'

const MARKS = ['Adm No', 'Name', 'Eng', 'Kisw', 'Maths']
const marks = (title: string) => [[title], MARKS, ['4411', 'Faith Atieno', '67 B', '71', '48']]

const results = workbookFile('Results T1 2025.xlsx', {
  'FORM 2': marks('RESULTS'),
  Sheet3: [
    ['Name', 'Amount', 'Remarks'],
    ['Faith Atieno', '500', 'paid'],
  ],
})
const older = workbookFile('Results 2024.xlsx', {
  'END OF TERM 3': marks('RESULTS 2024'),
  'END OF TERM 2': marks('2024'),
  'END OF TERM 1': marks(''),
})
const schools = workbookFile('schools.xlsx', {
  Schools: [
    ['Schools of the charity', ''],
    ['School', 'Cluster'],
    ['Moi Girls', 'Kibera'],
  ],
  Notes: [['Ask Grace about the clusters']],
})
const old = {
  name: 'grade 10 intake.xls',
  mimeType: 'application/vnd.ms-excel',
  buffer: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
}

const step = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Steps' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { level: 3, name }),
    })
const firstLine = (page: Page) => page.getByRole('region', { name: 'Next step' })

test('four workbooks are dropped by keyboard, wait in their steps after a reload, and one is imported @wide', async ({
  page,
  signInAs,
  checkWidths,
}) => {
  await signInAs(2, '/dashboard?menu=students')
  await tabTo(page.getByRole('link', { name: 'Moving in' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Moving in' })).toBeVisible()
  await expect(firstLine(page)).toContainText('1 of 8 steps is in. Next: schools')
  await checkWidths()

  const chooser = page.waitForEvent('filechooser')
  await tabTo(page.getByLabel('Choose files'))
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([results, older, schools, old])
  await expect(firstLine(page)).toContainText('5 sheets are in their steps, 1 is not recognised')
  await expect(firstLine(page)).toContainText('5 rows. Next: 1 school.')
  const refused = page.getByRole('alert', { name: 'Files that were not added' })
  await expect(refused).toContainText('This is an old Excel file. Open it, and save it as XLSX.')
  const cards = step(page, 'Past report cards')
  await expect(cards).toContainText('4 sheets, 4 rows students are needed first')
  await expect(cards).toContainText('Known by Adm No, Name, Eng, Kisw, Maths')
  await expect(cards).toContainText('Term 1, 2025from its name')
  await expect(cards).toContainText('Term 3, 2024from title and name')
  await checkWidths()
  await refused.getByRole('button', { name: 'Remove grade 10 intake.xls' }).click()
  await expect(refused).toBeHidden()

  // The same file counts once.
  await page.getByLabel('Choose files').setInputFiles([{ ...older, name: 'copy.xlsx' }])
  await expect(page.getByText('The same file was dropped before. It counts once.')).toBeVisible()
  await expect(cards).toContainText('4 sheets')

  await page.reload()
  await expect(cards).toContainText('4 sheets')
  await cards.getByRole('button', { name: 'Show 1 more' }).click()
  const lists = cards.getByRole('listitem')
  await expect(lists).toHaveCount(4)

  // A sheet is moved, left out, and brought back.
  await lists.nth(3).getByRole('button', { name: 'More for Results 2024.xlsx' }).click()
  await page.getByRole('menuitem', { name: 'Move to Past receipts' }).click()
  await expect(step(page, 'Past receipts').getByRole('listitem')).toHaveCount(1)
  await expect(lists).toHaveCount(3)
  await step(page, 'Past receipts').getByRole('button', { name: 'More for Results 2024.xlsx' }).click()
  await page.getByRole('menuitem', { name: 'Leave out' }).click()
  await expect(step(page, 'Past receipts').getByRole('listitem')).toHaveCount(0)
  await page.getByRole('region', { name: 'Undo' }).getByRole('button', { name: 'Undo' }).click()
  await expect(step(page, 'Past receipts').getByRole('listitem')).toHaveCount(1)

  // What is not recognised is named by the user.
  const unknown = page.getByRole('combobox', { name: 'What Sheet3 contains' })
  await unknown.selectOption('Past receipts')
  await expect(unknown).toHaveCount(0)
  await expect(step(page, 'Past receipts').getByRole('listitem')).toHaveCount(2)

  // The heading row can be corrected.
  const own = step(page, 'Schools')
  await own.getByRole('button', { name: 'More for schools.xlsx' }).click()
  await page.getByRole('menuitem', { name: 'Heading row' }).click()
  const dialog = page.getByRole('dialog', { name: 'Heading row' })
  await expect(dialog).toContainText('Rows 3 to 3 will be read, 1 in all')
  await checkWidths()
  await dialog.getByLabel('Which row contains the headings?').selectOption('Row 1: Schools of the charity')
  await dialog.getByRole('button', { name: 'Use this row' }).click()
  await expect(own).toContainText('1 sheet, 2 rows')
  await own.getByRole('button', { name: 'More for schools.xlsx' }).click()
  await page.getByRole('menuitem', { name: 'Heading row' }).click()
  await dialog.getByLabel('Which row contains the headings?').selectOption('Row 2: School, Cluster')
  await dialog.getByRole('button', { name: 'Use this row' }).click()
  await expect(own).toContainText('1 sheet, 1 row')

  await tabTo(firstLine(page).getByRole('button', { name: 'Import schools' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Import schools' })).toBeVisible()
  // Left halfway, it is continued from the page, and only then are its sheets gone.
  await tabTo(page.getByRole('link', { name: 'Moving in' }))
  await page.keyboard.press('Enter')
  await expect(firstLine(page)).toContainText(/^Schools: ready to be checkedLeft in this browser today, /)
  await expect(page.getByRole('main')).toBeFocused()
  await checkWidths()
  await page.reload()
  await firstLine(page).getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Next: Values' }).click()
  await page.getByRole('link', { name: 'Next: Check' }).click()
  await page.getByRole('button', { name: 'Import 1 school' }).click()
  await expect(page.getByRole('heading', { name: '1 school was imported' })).toBeVisible()
  await page.getByRole('link', { name: 'Moving in' }).click()
  await expect(firstLine(page)).toContainText('Past report cards need students, and none is in yet')
  await expect(own.getByRole('listitem')).toHaveCount(0)
  await expect(own).toContainText('1in Elimu')
  await expect(lists).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Earlier imports' })).toContainText('schools.xlsx')
})

test('a coordinator sees locked steps, and says that there is nothing to bring in', async ({
  page,
  charity,
  signInAs,
  checkAccess,
}) => {
  await charity.addUser({ role_id: 5 })
  await signInAs(3, '/dashboard?menu=import&what=supporters')
  await expect(firstLine(page)).toContainText('Staff and supporters: a director imports them')
  await expect(step(page, 'Supporters')).toContainText('1in ElimuA director imports them')
  await expect(step(page, 'Supporters').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Template with all four sheets' })).toBeVisible()

  const schoolStep = step(page, 'Schools')
  await schoolStep.getByRole('button', { name: 'Nothing to bring in' }).click()
  await expect(schoolStep.getByRole('heading')).toHaveText('Schools: nothing to bring in')
  await expect(schoolStep).toContainText(/Said by .*\. The step counts as in\./)
  await page.goto('/dashboard?menu=import')
  await expect(firstLine(page)).toContainText('3 of 8 steps are in. Next: students')
  await schoolStep.getByRole('button', { name: 'Open again' }).click()
  await expect(firstLine(page)).toContainText('2 of 8 steps are in. Next: schools')

  // Sheets of locked steps wait there for somebody else.
  await page.getByLabel('Choose files').setInputFiles(
    workbookFile('people.xlsx', {
      Staff: [
        ['Name', 'Email', 'Role'],
        ['Grace Wanjiru', 'grace@elimu.test', 'Director'],
      ],
    }),
  )
  await expect(step(page, 'Staff')).toContainText('1 sheet, 1 row a director imports them')
  await expect(step(page, 'Staff').getByRole('button', { name: 'Import' })).toHaveCount(0)
  await checkAccess()
})

test('a list opens the page with its step marked, and a sheet alone opens in Columns @wide', async ({
  page,
  charity,
  signInAs,
}) => {
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  await charity.addStudents([{ name: 'Faith Atieno', liaison_id }])
  await signInAs(1, '/dashboard?menu=finance')
  await openHeadMenu(page)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page).toHaveURL('/dashboard?menu=import&what=receipts')
  await expect(page.getByRole('link', { name: 'Back to finance' })).toBeVisible()
  await expect(step(page, 'Past receipts')).toHaveAttribute('data-state', 'now')
  await expect(firstLine(page).getByRole('button', { name: 'Import receipts' })).toBeVisible()
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Template with all eight sheets' }).click()
  const workbook = await (await template).path()
  await page.getByLabel('Choose files').setInputFiles(
    workbookFile('ledger.xlsx', {
      Ledger: [
        ['Name', 'Adm No', 'Fees', 'Transport'],
        ['Faith Atieno', '4411', '500', '300'],
      ],
    }),
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Import past receipts' })).toBeVisible()
  await page.getByRole('link', { name: 'Moving in' }).click()
  await expect(step(page, 'Past receipts').getByRole('listitem')).toHaveText(/^ledger\.xlsx/)
  // The template is recognised: a sheet in each of the eight steps.
  await page.getByLabel('Choose files').setInputFiles(workbook)
  await expect(page.getByRole('region', { name: 'Steps' }).getByRole('listitem')).toHaveCount(8 + 1 + 8)
  await expect(page.getByText('not recognised')).toHaveCount(0)
})

test('Done names the rows and columns that were left out, also later and after a reload', async ({
  page,
  signInAs,
  checkAccess,
}) => {
  await signInAs(1, '/dashboard?menu=import')
  await page.getByLabel('Choose files').setInputFiles(
    workbookFile('sponsors.xlsx', {
      Sponsors: [
        ['Sponsor', 'E-mail', 'Country', 'Remarks'],
        ['GROUP 1', '', '', ''],
        ['Anna Berg', 'anna@example.org', 'Norway', 'pays by M-Pesa'],
        ['Bo Lind', '', 'Sweden', ''],
      ],
    }),
  )
  await page.getByRole('button', { name: 'Leave out' }).click()
  await page.getByRole('link', { name: 'Next: Values' }).click()
  await page.getByRole('link', { name: 'Next: Check' }).click()
  await expect(page.getByText('Not imported: Remarks (1 cell)')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 supporter' }).click()
  await expect(page.getByRole('heading', { name: '1 supporter was imported' })).toBeVisible()
  await page.getByRole('link', { name: 'Moving in', exact: true }).click()
  // The page goes on with the next step, and not with this one.
  await expect(page).toHaveURL('/dashboard?menu=import')
  await step(page, 'Supporters').getByRole('link', { name: 'See the 1' }).click()
  await page.reload()
  const leftOut = page.getByRole('region', { name: 'Left out' })
  await expect(leftOut).toContainText('1 row left out')
  await expect(leftOut).toContainText('Bo Lind')
  await expect(leftOut).toContainText('Email is required')
  await expect(leftOut).toContainText('Not imported: Remarks (1 cell)')
  await expect(leftOut).toContainText('Rows that are no supporters: 1 heading of a group (GROUP 1)')
  const download = page.waitForEvent('download')
  await leftOut.getByRole('button', { name: 'Download this row' }).click()
  expect((await download).suggestedFilename()).toMatch(/^sponsors-left-out.*\.xlsx$/)
  await checkAccess()
})
