import type { Page } from '@playwright/test'
import { workbookFile } from '../support/files/sheetFile.ts'
import { entryOf } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

const next = (page: Page, step: string) => page.getByRole('link', { name: `Next: ${step}` })

test('fee plans and school accounts are imported, changed and undone @wide', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  await charity.addSchool('Nyando Girls High School')
  await signInAs(2, '/dashboard?menu=import')
  const year = new Date().getFullYear()
  const accounts = (number: string) => [
    ['School', 'Bank', 'Branch', 'A/C Name', 'A/C No', 'Heard from'],
    ['Nyando Girls', 'KCB Bank', 'Ahero', 'Nyando Girls BOM', number, 'Fee structure'],
  ]
  const choose = page.getByLabel('Choose files')
  const step = (name: string) =>
    page
      .getByRole('region', { name: 'Steps' })
      .locator('ol > li')
      .filter({ has: page.getByRole('heading', { name, exact: true }) })
  await choose.setInputFiles(
    workbookFile('money.xlsx', {
      Fees: [
        ['Year', 'School', 'Class', 'Term', 'Fees', 'To the school'],
        [year, 'Nyando Girls', 'F1', 'Term 1', 'Kshs. 22,000/=', 20_000],
        [year, 'Nyando Girls', 'F2', 'Term 1', '24,000', 'N/A'],
      ],
      Accounts: accounts('0110 264500'),
    }),
  )
  await expect(step('Fee plans')).toContainText('1 sheet, 2 rows')
  await expect(step('School accounts')).toContainText('1 sheet, 1 row')
  await checkWidths()

  await step('Fee plans').getByRole('button', { name: 'Import' }).click()
  await next(page, 'Values').click()
  await next(page, 'Check').click()
  await expect(page.getByRole('heading', { name: '2 fee plans are ready' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 fee plans' }).click()
  await expect(page.getByRole('heading', { name: '2 fee plans were imported' })).toBeVisible()
  await page.getByRole('link', { name: 'See Fee plans' }).click()
  await expect(entryOf(page, 'Nyando Girls High School').first()).toContainText('22,000.00')
  await page.getByRole('button', { name: 'More for Fee plans' }).click()
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toHaveAttribute('href', /what=plans/)
  await page.goBack()

  await page.getByRole('link', { name: 'Moving in' }).click()
  await step('School accounts').getByRole('button', { name: 'Import' }).click()
  await next(page, 'Values').click()
  await next(page, 'Check').click()
  await page.getByRole('button', { name: 'Import 1 school account' }).click()
  await expect(page.getByRole('heading', { name: '1 school account was imported' })).toBeVisible()

  await page.getByRole('link', { name: 'Moving in' }).click()
  await choose.setInputFiles(workbookFile('new.xlsx', { Accounts: accounts('0777') }))
  await next(page, 'Values').click()
  await next(page, 'Check').click()
  const changes = page.getByRole('region', { name: 'Changes to school accounts' })
  await expect(changes).toContainText('1 school account would be changed')
  await checkWidths()
  await page.getByRole('button', { name: 'Import 1 school account' }).click()
  await expect(page.getByRole('heading', { name: '1 school account was updated' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  const undoing = page.getByRole('dialog')
  await expect(undoing).toContainText('1 school account will be as before.')
  await undoing.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'This import was undone' })).toBeVisible()
})
