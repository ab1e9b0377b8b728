import type { Page } from '@playwright/test'
import { openHeadMenu } from '../support/screen.ts'
import { sheetFile } from '../support/files/sheetFile.ts'
import { expect, test } from '../support/test.ts'

const next = (page: Page, step: string) => page.getByRole('link', { name: `Next: ${step}` })

test('report cards of the past are imported without a paper, and undone @wide', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  const names = ['Faith Atieno', 'Mary Wanjiru', 'Mary Wanjiru']
  const [faith] = await charity.addStudents(names.map((name) => ({ name, liaison_id })))
  await signInAs(1, '/dashboard?menu=academics')
  await openHeadMenu(page)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page
    .getByLabel('Choose files')
    .setInputFiles(
      sheetFile('results-2024.xlsx', [
        ['NYANDO GIRLS, RESULTS OF FORM 2'],
        ['No', 'NAMES', 'Form', 'Yr', 'ENG', 'Maths', 'Astronomy', 'Mean', 'M.G', 'Ref'],
        ['1', 'ATIENO FAITH', 'F2', '2024', '67 B', '48', 'C+', '58.5', 'C+'],
        ['2', 'Mary Wanjiru', 'F2', '2024', 'B+ 71', '155', 'X', '71', 'B'],
        ['3', 'Grace Otieno', 'F2', '2024', '50', '50', '50', '50', 'C'],
        ['4', '', 'F2', '2024', '60', '', '', '', '', 'EL-0999'],
      ]),
    )
  await checkWidths()

  await next(page, 'Values').click()
  await expect(page.getByRole('heading', { name: /^4 questions are open/ })).toBeVisible()
  const asked = (name: string) => page.getByRole('listitem', { name, exact: true })
  await asked('NYANDO GIRLS, RESULTS OF FORM 2').getByRole('button', { name: 'Another term' }).click()
  await page.getByRole('combobox', { name: /means$/ }).fill('Term 2')
  await page.getByRole('option', { name: 'Term 2' }).click()
  await asked('2024').getByRole('button', { name: 'Add 2024' }).click()
  await checkWidths()
  await asked('Astronomy').getByRole('button', { name: 'Add subject' }).click()
  // A mark that is none may also be corrected under Check.
  await page.getByRole('button', { name: 'Next: Check' }).click()
  await page.getByRole('link', { name: 'Leave 1 open' }).click()

  await expect(page.getByText(/1 new\. 2024 and 1 subject will be added/)).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 report card is ready' })).toBeVisible()
  await expect(page.getByText('1 row: No student has this name: “Grace Otieno”')).toBeVisible()
  await expect(page.getByText('1 row: No student has this Ref')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add it as new' })).toHaveCount(0)
  await page.getByRole('combobox', { name: /^Name for 1 row: More than one student/ }).fill('wanjiru')
  await page.getByRole('option', { name: 'Mary Wanjiru, EL-0003' }).click()
  await expect(page.getByText(/More than one student/)).toHaveCount(0)
  await expect(page.getByText('1 row: Mathematics: This is not a mark or a grade of the class')).toBeVisible()
  await checkWidths()
  await page.getByRole('button', { name: 'Show rows: Mathematics' }).click()
  await page.getByRole('textbox', { name: /^Mathematics of EL-0003/ }).fill('55 C')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Import 2 report cards' }).click()
  await expect(page.getByRole('heading', { name: '2 report cards were imported' })).toBeVisible()
  await checkWidths()

  await page.goto(`/dashboard?menu=profile&student=${faith}&profile=academics`)
  await expect(page.getByText('Imported, no paper')).toBeVisible()
  await expect(page.getByRole('row', { name: /^English/ })).toContainText('67')
  await checkWidths()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  const undoing = page.getByRole('dialog')
  await expect(undoing).toContainText('2 report cards and 2 added names will be removed.')
})
